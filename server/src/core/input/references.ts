import type { Fields } from '../../model/fields.ts'
import { type Detail, labelOf } from '../../model/input.ts'
import { hasParts, hasRows } from '../../model/kinds/field-kind.ts'
import { onceFor } from '../../model/memo.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Reads } from '../store.ts'

interface Reference {
  readonly target: string
  readonly path: string
  readonly id: string
}

/** Every id inside a body must name a record that exists. */
export async function missingReferences(records: Reads, fields: Fields, sent: AnyRecord): Promise<Detail[]> {
  const faults: Detail[] = []
  for (const [target, references] of Map.groupBy(referencesIn(fields, sent), (reference) => reference.target)) {
    const missing = await records.missing(target, [...new Set(references.map(({ id }) => id))])
    for (const { path, id } of references) {
      if (!missing.has(id)) continue
      faults.push({ field: path, message: `${labelOf(path)} does not exist: ${target} has no "${id}".` })
    }
  }
  return faults
}

export function referencesIn(fields: Fields, values: AnyRecord, prefix = ''): Reference[] {
  return referringIn(fields).flatMap(([name, field]): Reference[] => {
    const value = values[name]
    const path = prefix + name
    if (value === null || value === undefined) return []
    const { target, fields: parts } = field.options
    if (target) return [{ target, path, id: value as string }]
    if (hasParts(field)) return referencesIn(parts!, value as AnyRecord, `${path}.`)
    return (value as AnyRecord[]).flatMap((line, index) => referencesIn(parts!, line, `${path}[${index}].`))
  })
}

/** The fields that may name other records. */
const referringIn = onceFor((fields: Fields) =>
  Object.entries(fields).filter(([, field]) => field.options.target || hasParts(field) || hasRows(field)),
)
