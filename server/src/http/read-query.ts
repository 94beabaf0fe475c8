import type { Pair } from '../core/lists/parse-list.ts'
import { Problem } from '../core/problem.ts'
import type { Fields } from '../model/fields.ts'
import { type Detail, readInput } from '../model/input.ts'
import { didYouMean } from '../model/nearest.ts'
import type { AnyRecord } from '../model/resource.ts'

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
