import { EXTERNAL_IDS, pathOfSystem, systemIn } from '../model/keys/external-ids.ts'
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

/** What a person calls a field: "Selling price"; "Address: City" for a part of a group; another system by its own name. */
export const headingOf = (path: string, language: Language): string => {
  const isSystem = systemIn(path) !== undefined
  const parts = path.split('.')
  return parts
    .map((name, index) => (isSystem && index > 0 ? name : textIn(names[language].fields, name)))
    .join(SEPARATOR)
}

const SEPARATOR = ': '

/** The path of a heading such as "External ids: shop"; undefined for any other heading. */
export function externalPathOf(heading: string): string | undefined {
  const [before = '', system = ''] = heading.split(SEPARATOR)
  const isMeant = LANGUAGES.some((language) => headingOf(EXTERNAL_IDS, language) === before)
  return isMeant && systemIn(pathOfSystem(system)) !== undefined ? pathOfSystem(system) : undefined
}

/** In every language, with the further words that people use for it in their tables. */
export const headingsOf = (path: string): string[] => [
  ...LANGUAGES.map((language) => headingOf(path, language)),
  ...(ALIASES[path] ?? []),
]

const ALIASES: Readonly<Record<string, readonly string[] | undefined>> = german.aliases

export const choiceText = (value: string, language: Language): string => textIn(names[language].choices, value)
export const choiceTexts = (value: string): string[] => LANGUAGES.map((language) => choiceText(value, language))

export const flagText = (value: boolean, language: Language): string => FLAGS[language][Number(value) as 0 | 1]
