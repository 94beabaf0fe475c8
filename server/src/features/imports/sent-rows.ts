import { isObject } from '../../model/input.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { withoutMark } from '../export/csv.ts'
import { shownText } from '../xlsx/error-cell.ts'

/** A cell of a table. A number comes from a workbook, where it is no text. */
export type Cell = string | number

/** A row as it was sent: the cells of a table, or a record of NDJSON. */
export interface SentRow {
  /** Its place in the file, as a spreadsheet or an editor counts. */
  readonly number: number
  readonly cells: readonly Cell[]
  readonly record?: AnyRecord
}

/** Empty cells at the end are not stored. */
export const storedRow = ({ number, cells, record }: SentRow): readonly unknown[] =>
  record ? [number, record] : [number, ...cells]

/** The rows of a stored batch. Those that were stored before rows had numbers follow each other below the header. */
export const sentRows = (batch: string, position: number): SentRow[] =>
  (JSON.parse(batch) as unknown[][]).map((row, index): SentRow => {
    const [number, ...cells] = row
    if (typeof number !== 'number') return { number: position + index + 2, cells: row as string[] }
    return isObject(cells[0]) ? { number, cells: [], record: cells[0] } : { number, cells: cells as Cell[] }
  })

export const cellText = (cells: readonly Cell[], index: number): string =>
  withoutMark(String(cells[index] ?? '')).trim()

/** Of groups inside groups; what is deeper is one value. */
const DEPTH_MAX = 4
export const COLUMN_NAME_MAX = 60
const SHOWN_MAX = 200

/** The values of a record by column: `address.city` for a part of a group. Lists and lines are one value each. */
export function* valuesIn(
  record: AnyRecord,
  prefix = '',
  depth = 0,
): Generator<readonly [column: string, value: unknown]> {
  for (const [name, value] of Object.entries(record)) {
    const path = prefix + name
    const isGroup = isObject(value) && depth < DEPTH_MAX && Object.keys(value).length > 0
    if (isGroup) yield* valuesIn(value, `${path}.`, depth + 1)
    else yield [path.slice(0, COLUMN_NAME_MAX), value]
  }
}

/** What a row has in a column, as a text to be shown; cut if it is long. */
export function shownValue(row: SentRow, columns: readonly string[], column: string): string {
  const value = row.record
    ? (valuesIn(row.record).find(([name]) => name === column)?.[1] ?? '')
    : shownText(cellText(row.cells, columns.indexOf(column)))
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

export const cut = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text)
