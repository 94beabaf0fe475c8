/** Set where this server can send mail. */
export interface MailChannel {
  /** Links in messages begin with it. It comes from the settings: a Host header could be forged. */
  readonly origin: string
  /** Of the sender: the end of every Message-ID. */
  readonly domain: string
}
