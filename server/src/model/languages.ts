/** The languages of messages, documents and mail. English is the language of the source. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]
