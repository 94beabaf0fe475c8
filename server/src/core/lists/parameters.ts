import type { Field } from '../../model/fields.ts'
import { type Message, msg } from '../../model/message.ts'
import { Problem, type ProblemCode } from '../problem.ts'

/** A decoded `name=value` pair of a query string. */
export type Pair = readonly [name: string, value: string]

export const refuse = (code: ProblemCode, field: string, message: Message): Problem =>
  new Problem(code, { text: message, details: [{ field, message }] })
export const invalid = (field: string, message: Message): Problem => refuse('INVALID_PARAMETER', field, message)

/** Longer names and values are cut in messages. */
const SHOWN_MAX = 100
export const shown = (text: string): string => `"${text.slice(0, SHOWN_MAX)}"`

/** An empty value is an absent parameter. Only a filter on text, given by its field, can ask for the empty text. */
export const isAbsent = (value: string, filtered?: Field): boolean => value === '' && !filtered?.kind.isText

/** The names in a comma-separated list. Blanks around them do not matter. */
export const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !isAbsent(name))

/** A list that is sent as a repeated parameter means the same as one with commas. Any other parameter is sent once. */
export function joined(pairs: readonly Pair[], isList: (name: string) => boolean): readonly Pair[] {
  const values = new Map<string, string>()
  for (const [name, value] of pairs) {
    const before = values.get(name)
    if (before !== undefined && !isList(name))
      throw invalid(name, msg`The parameter ${shown(name)} is given more than once.`)
    values.set(name, before === undefined ? value : `${before},${value}`)
  }
  return values.size === pairs.length ? pairs : [...values]
}
