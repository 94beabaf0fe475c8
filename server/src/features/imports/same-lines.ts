import { isObject } from '../../model/input.ts'
import { hasRows } from '../../model/kinds/field-kind.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { canonicalJson } from '../../model/text.ts'
import type { Target } from './target.ts'

/**
 * Values without lines that can no longer be changed, where the row only repeats them: rows name lines in other words than
 * the record, without their ids. So a file can be imported twice.
 */
export function withoutSameLines(
  { resource, rules }: Target,
  sent: AnyRecord,
  values: AnyRecord,
  before: AnyRecord,
): AnyRecord {
  const editable = rules.editable?.(before as never)
  if (!editable) return values
  const isRepeated = ([name]: [string, unknown]) =>
    Object.hasOwn(resource.fields, name) &&
    hasRows(resource.fields[name]!) &&
    !editable.includes(name) &&
    isSameLines(sent[name], values[name], before[name])
  return Object.fromEntries(Object.entries(values).filter((entry) => !isRepeated(entry)))
}

/** Only what was sent is compared. References were sent by keys, and have become ids in `values`. */
function isSameLines(sent: unknown, values: unknown, before: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(values) || !Array.isArray(before)) return false
  return (
    sent.length === before.length &&
    sent.every(
      (line, index) =>
        isObject(line) &&
        Object.keys(line).every((name) => {
          const value = values[index][name]
          return name === 'id' || value === undefined || canonicalJson(value) === canonicalJson(before[index][name])
        }),
    )
  )
}
