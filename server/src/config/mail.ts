// How the settings of mail are read. Each function throws the end of a sentence that begins with the name of the setting.

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
