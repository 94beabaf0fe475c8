import type { Problem } from '../../../core/problem.ts'
import type { Language } from '../../../model/message.ts'
import { written } from '../../../texts/written.ts'
import { languageFor } from '../../languages.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import type { Words } from './words.ts'

const byLanguage: Readonly<Record<Language, Words>> = { en: english, de: german }

/** In the first supported language that the browser asks for. */
export const wordsFor = (acceptLanguage: string | undefined): Words => byLanguage[languageFor(acceptLanguage)]

export const problemIn = ({ language, problems }: Words, { code, text, retryAfterSeconds }: Problem): string =>
  problems[code]?.(retryAfterSeconds) ?? written(text, language)
