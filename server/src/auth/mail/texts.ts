/** What a text is about, by name. */
export type Data = Readonly<Record<string, string>>

export interface Text {
  readonly subject: string
  /** Paragraphs. */
  readonly paragraphs: readonly string[]
}

/** Messages with a link to set a password. */
export type LinkKind = 'invitation' | 'password-reset'

/** Notices of what happened to an account. */
export type NoticeKind =
  | 'new-device'
  | 'new-key'
  | 'new-webhook'
  | 'new-administrator'
  | 'password-changed'
  | 'email-changed'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'second-factor-reset'

/** All texts of one language. */
export interface Texts {
  readonly kinds: Readonly<Record<LinkKind | NoticeKind, (data: Data) => Text>>
  greeting(name: string): string
  /** At the end of every notice. */
  readonly notYou: string
  signature(origin: string): string
}
