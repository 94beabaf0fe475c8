import type { Pair } from '../core/lists/parse-list.ts'
import { Problem } from '../core/problem.ts'
import { isPlainText } from '../model/plain-text.ts'

const PAIRS_MAX = 100

/** The decoded parameters of an address. A repeated or broken one is refused rather than guessed at. */
export function parseQueryString(url: string): Pair[] {
  const start = url.indexOf('?')
  if (start < 0) return []
  const seen = new Set<string>()
  const parts = url
    .slice(start + 1)
    .split('&')
    .filter((part) => part !== '')
  if (parts.length > PAIRS_MAX) throw refuse('', `There are more than ${PAIRS_MAX} parameters.`)
  return parts.map((part): Pair => {
    const equals = part.indexOf('=')
    const name = decode(equals < 0 ? part : part.slice(0, equals))
    const value = decode(equals < 0 ? '' : part.slice(equals + 1))
    if (!isPlainText(name) || !isPlainText(value)) throw refuse('', 'Parameters must not contain control characters.')
    if (seen.has(name)) throw refuse(name, `The parameter "${name.slice(0, 100)}" is given more than once.`)
    seen.add(name)
    return [name, value]
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refuse(
      '',
      `"${text.slice(0, 100)}" is not a valid part of an address: % must be followed by two hexadecimal digits of valid UTF-8.`,
    )
  }
}

const refuse = (field: string, message: string) =>
  new Problem('INVALID_PARAMETER', { message, details: [{ field, message }] })
