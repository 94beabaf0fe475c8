import { isNetwork } from '../auth/network.ts'

// How the texts of settings are read. Each throws the end of a sentence that begins with the name of the setting.

export function origin(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an address such as https://kontor.example.com')
  return text.replace(/\/+$/, '')
}

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Exactly as a browser writes them: it compares letter by letter. */
export function origins(text: string): readonly string[] {
  const list = listIn(text)
  for (const entry of list)
    if (entry !== '*' && (URL.parse(entry)?.origin !== entry || !/^https?:[^*]+$/.test(entry)))
      throw new Error(`contains "${entry}", which is not an origin such as https://shop.example.com`)
  return list
}

export function addresses(text: string): readonly string[] {
  const list = listIn(text)
  for (const entry of list)
    if (!isNetwork(entry))
      throw new Error(`contains "${entry}", which is not an address or a network such as 10.0.0.0/8.`)
  return list
}

/** Of a mail server. A password in it must be percent-encoded. */
export function smtpUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    throw new Error(
      'must be an address such as smtp://user:password@mail.example.com:587, or begin with smtps:// for TLS.',
    )
  return text
}

/** An address, or a name and an address. */
export function sender(text: string): string {
  if (!/^(?:[^<>@\r\n]+<[^\s<>@]+@[\w.-]+>|[^\s<>@]+@[\w.-]+)$/.test(text.trim()))
    throw new Error('must be an e-mail address such as kontor@example.com, or Kontor <kontor@example.com>.')
  return text.trim()
}

interface MailSettings {
  readonly smtpUrl?: unknown
  readonly mailFrom?: unknown
  readonly baseUrl?: unknown
}

export function mailFaults({ smtpUrl: url, mailFrom, baseUrl }: MailSettings): string[] {
  if (!url && !mailFrom) return []
  if (!url || !mailFrom) return ['KONTOR_SMTP_URL and KONTOR_MAIL_FROM must be set together.']
  return baseUrl ? [] : ['KONTOR_BASE_URL must be set where mail is sent: links in e-mails begin with it.']
}
