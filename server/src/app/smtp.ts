import type { Transporter } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { MailChannel } from '../core/action.ts'
import { htmlOf } from '../features/mail/html.ts'
import { MailRefused, type Transport } from '../features/mail/mailer.ts'

/** The library is loaded with the first message: most servers start without it. */
const load = () => import('nodemailer')

/** A mail server that does not answer must not delay the stop of the server. */
const TIMEOUT_MS = 10_000
const LOOPBACK = /^(127\.|\[?::1\]?$|localhost$)/
const PERMANENT = 500

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  /** Of the mail server; missing where the library itself refuses an address. */
  readonly responseCode?: number
}

/** Undefined: this server cannot send mail. The settings are complete or empty. */
export function mailChannelOf({ smtpUrl, mailFrom, baseUrl }: Config): MailChannel | undefined {
  if (!smtpUrl || !mailFrom || !baseUrl) return undefined
  const [, domain = 'localhost'] = /@([\w.-]+)>?$/.exec(mailFrom) ?? []
  return { origin: baseUrl, domain }
}

/** Mail by SMTP. A password is sent over an encrypted connection only, unless the mail server is on this machine. */
export function smtpTransport(url: string, from: string): Transport {
  const { username, hostname } = new URL(url)
  const options = {
    url,
    requireTLS: username !== '' && !LOOPBACK.test(hostname),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let opened: Promise<Transporter> | undefined
  return async ({ to, subject, messageId, body, language }) => {
    opened ??= load().then(({ createTransport }) => createTransport(options))
    const transport = await opened
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to }, // as a text it would be read as a list of addresses
        subject,
        messageId,
        text: body,
        html: htmlOf(body, language),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      throw isPermanent(error as SmtpError) ? new MailRefused((error as Error).message) : error
    }
  }
}

/** The recipient or the message is refused for good. A refused sender or password can be corrected in the settings. */
const isPermanent = ({ code, command, responseCode = PERMANENT }: SmtpError) =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && responseCode >= PERMANENT
