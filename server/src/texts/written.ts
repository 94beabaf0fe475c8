import type { Detail } from '../model/input.ts'
import { type Catalogue, type Language, type Message, writeMessage } from '../model/message.ts'
import { german } from './de/german.ts'

const catalogues: Readonly<Record<Language, Catalogue | undefined>> = { en: undefined, de: german }

/** The text of a message in a language. */
export const written = (message: Message, language: Language): string => writeMessage(message, catalogues[language])

/** What carries a message, such as a warning, with its text in a language. */
export const inLanguage = <T extends { readonly message: Message }>(
  told: T,
  language: Language,
): Omit<T, 'message'> & { readonly message: string } => ({ ...told, message: written(told.message, language) })

/** A detail of a refusal likewise, with the details inside it. */
export const detailIn = ({ details, ...detail }: Detail, language: Language): WrittenDetail => ({
  ...inLanguage(detail, language),
  ...(details && { details: details.map((inner) => detailIn(inner, language)) }),
})

export interface WrittenDetail extends Omit<Detail, 'message' | 'details'> {
  readonly message: string
  readonly details?: readonly WrittenDetail[]
}
