import type { Pair } from '../core/lists/parse-list.ts'
import { Problem } from '../core/problem.ts'
import type { Field, Fields } from '../model/fields.ts'
import { type Detail, readInput } from '../model/input.ts'
import { isScalar, kinds } from '../model/kinds.ts'
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
    sent[name] = valueFrom(field, text)
  }
  const faults: Detail[] = []
  const values = readInput(fields, sent, 'create', faults)
  if (faults.length > 0) throw refusal(faults)
  return values
}

/** What is no such value stays as it is, to be refused with a word about what would be right. */
function valueFrom({ kind, options }: Field, text: string): unknown {
  if (kind === 'list')
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => valueFrom(options.of!, part))
  return isScalar(kind) ? (kinds[kind].fromText(text) ?? text) : text
}

const refusal = (details: readonly Detail[]) =>
  new Problem('INVALID_PARAMETER', { message: details[0]!.message, details })
