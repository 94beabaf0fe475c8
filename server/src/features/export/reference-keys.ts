import { isObject } from '../../model/input.ts'
import type { ReferenceKey } from '../../model/references.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { keyIn, type Referred, type TableLayout } from './columns.ts'

/**
 * Records whose references are written by the unique field that was asked for, `{ "itemCode": "BOLT-M8" }`, as a body takes
 * them. Where the other record has no such value, its id stays.
 */
export function withReferenceKeys(
  { columns }: TableLayout,
  records: readonly AnyRecord[],
  referred: Referred,
): readonly AnyRecord[] {
  const keys = columns.flatMap(({ key }) => key ?? [])
  return keys.length === 0
    ? records
    : records.map((record) => keys.reduce((row, key) => withKey(row, key, referred), record))
}

function withKey(record: AnyRecord, key: ReferenceKey, referred: Referred): AnyRecord {
  const { parents, name } = key.reference
  const change = (value: unknown, [parent, ...rest]: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((line) => change(line, parent === undefined ? [] : [parent, ...rest]))
    if (!isObject(value)) return value
    if (parent !== undefined) return { ...value, [parent]: change(value[parent], rest) }
    const found = typeof value[name] === 'string' ? keyIn(referred, key, value[name]) : null
    return found === null ? value : { ...value, [name]: { [key.key]: found } }
  }
  return change(record, parents) as AnyRecord
}
