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
