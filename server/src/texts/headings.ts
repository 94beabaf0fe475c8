import { LANGUAGES, type Language } from '../model/message.ts'
import { sentence } from '../model/sentence.ts'
import german from './de/names.json' with { type: 'json' }
import english from './en/names.json' with { type: 'json' }

type Names = Readonly<Record<string, string>>

const names: Readonly<Record<Language, { readonly fields: Names; readonly choices: Names }>> = {
  en: english,
  de: german,
}
const FLAGS: Readonly<Record<Language, readonly [no: string, yes: string]>> = { en: ['No', 'Yes'], de: ['Nein', 'Ja'] }

const textIn = (texts: Names, name: string): string => (Object.hasOwn(texts, name) ? texts[name]! : sentence(name))

/** What a person calls a field: "Selling price"; "Address: City" for a part of a group. */
export const headingOf = (path: string, language: Language): string =>
  path
    .split('.')
    .map((name) => textIn(names[language].fields, name))
    .join(': ')

/** In every language, with the further words that people use for it in their tables. */
export const headingsOf = (path: string): string[] => [
  ...LANGUAGES.map((language) => headingOf(path, language)),
  ...(ALIASES[path] ?? []),
]

const ALIASES: Readonly<Record<string, readonly string[] | undefined>> = german.aliases

export const choiceText = (value: string, language: Language): string => textIn(names[language].choices, value)
export const choiceTexts = (value: string): string[] => LANGUAGES.map((language) => choiceText(value, language))

export const flagText = (value: boolean, language: Language): string => FLAGS[language][Number(value) as 0 | 1]
