import type { Problem } from '../../../core/problem.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import type { Words } from './words.ts'

const LANGUAGES = [english, german]

/** The first supported language that the browser asks for; otherwise English. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  const asked = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.split('-')[0], weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  const spoken = asked.map(({ language }) => LANGUAGES.find((words) => words.language === language))
  return spoken.find((words) => words !== undefined) ?? english
}

export const problemIn = ({ problems }: Words, { code, message, retryAfterSeconds }: Problem): string =>
  problems[code]?.(retryAfterSeconds) ?? message
