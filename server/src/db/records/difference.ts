import { onceFor } from '../../model/memo.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import { canonicalJson } from '../../model/text.ts'
import { haveSameLines } from '../lines.ts'
import { encodeRow, type LineTable, type Table } from '../table.ts'

/** What a write would change in a stored record. */
export interface Difference {
  readonly isEmpty: boolean
  /** Whether more changes than figures that are no part of the version. */
  readonly isVersioned: boolean
  /** The stored row, and the row after the write without its stamps. */
  readonly row: readonly unknown[]
  readonly fresh: readonly unknown[]
  readonly lines: readonly LineTable[]
}

export const rowOf = ({ columns, hidden }: Table, record: AnyRecord): unknown[] => [
  ...encodeRow(columns, record),
  ...hidden.map(({ textOf }) => textOf(record)),
]

export function differenceBetween(table: Table, before: AnyRecord, after: AnyRecord): Difference {
  const [row, fresh] = [rowOf(table, before), rowOf(table, after)]
  const changed = table.columns.filter(({ path, storage }, index) => {
    if (row[index] === fresh[index]) return false
    return storage !== 'json' || !isSameJson(before, after, path.join('.'))
  })
  const lines = table.lines.filter((each) => !haveSameLines(each, before, after))
  const isVersioned = lines.length > 0 || changed.some(({ field }) => !field.options.unversioned)
  return { isEmpty: changed.length === 0 && lines.length === 0, isVersioned, row, fresh, lines }
}

/** The order of names in an object has no meaning. */
const isSameJson = (before: AnyRecord, after: AnyRecord, path: string): boolean =>
  canonicalJson(valueAt(before, path)) === canonicalJson(valueAt(after, path))

const stampsOf = onceFor(({ columns }: Table) => {
  const indexOf = (wanted: string) => columns.findIndex(({ name }) => name === wanted)
  return { updatedAt: indexOf('updatedAt'), version: indexOf('version') }
})

/** The row with the time of the change and the version of the record. */
export function stampedRow(table: Table, row: readonly unknown[], { updatedAt, version }: AnyRecord): unknown[] {
  const stamps = stampsOf(table)
  const stamped = [...row]
  stamped[stamps.updatedAt] = updatedAt
  stamped[stamps.version] = version
  return stamped
}
