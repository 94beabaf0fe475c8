import type { Pair } from '../core/lists/parse-list.ts'
import { Problem } from '../core/problem.ts'
import type { Fields } from '../model/fields.ts'
import { type Detail, readInput } from '../model/input.ts'
import { didYouMean } from '../model/nearest.ts'
import type { AnyRecord } from '../model/resource.ts'
import { isPlainText } from '../model/text.ts'

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

/** The parameters of an action that has its own, checked like the fields of a body. */
export function readQuery(fields: Fields, pairs: readonly Pair[]): AnyRecord {
  const sent: AnyRecord = {}
  for (const [name, text] of pairs) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) {
      const hint = didYouMean(name, Object.keys(fields))
      throw refusal([{ field: name, message: `There is no parameter "${name.slice(0, 100)}" here.${hint}` }])
    }
    // What is no such value stays as it is, to be refused with a word about what would be right.
    sent[name] = field.kind.fromText(text, field.options) ?? text
  }
  const faults: Detail[] = []
  const values = readInput(fields, sent, 'create', faults)
  if (faults.length > 0) throw refusal(faults)
  return values
}

const refusal = (details: readonly Detail[]) =>
  new Problem('INVALID_PARAMETER', { message: details[0]!.message, details })
