import type { Field } from '../../model/fields.ts'
import type { Detail } from '../../model/input.ts'
import { isObject } from '../../model/input.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import type { CellFormat } from '../../model/kinds/field-kind.ts'
import { msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { withoutMark } from '../export/csv.ts'
import { errorIn } from '../xlsx/error-cell.ts'
import type { ImportColumn, ImportColumns } from './columns.ts'
import type { Mapping } from './mapping.ts'
import { ID } from './target.ts'

/** Rows that together are one record: the first says all of it, each a line of it. */
export interface TableRecord {
  readonly id: string | undefined
  /** Values that find the record and are not written. */
  readonly keys: AnyRecord
  readonly body: AnyRecord
  /** For each line of the body, by the name of the lines: its row. */
  readonly rowOfLine: Readonly<Record<string, readonly number[]>>
  /** Cells that cannot be read. */
  readonly faults: readonly Detail[]
}

/** How the cells of a table are read. */
export interface TableReading {
  readonly columns: readonly string[]
  readonly mapping: Mapping
  readonly fields: ImportColumns
  readonly format: CellFormat
}

export const cellText = (cells: readonly string[], index: number): string => withoutMark(cells[index] ?? '').trim()

/** Rows as the body of a request. An empty cell sets nothing. */
export function recordIn(rows: readonly (readonly string[])[], reading: TableReading): TableRecord {
  const { columns, mapping, fields, format } = reading
  let id: string | undefined
  const keys: AnyRecord = {}
  const body: AnyRecord = {}
  const rowOfLine: Record<string, number[]> = {}
  const faults: Detail[] = []
  for (const [row, cells] of rows.entries()) {
    const lines: AnyRecord = {}
    for (const [index, column] of columns.entries()) {
      const path = mapping[column]
      const text = cellText(cells, index)
      if (path === undefined || text === '') continue
      const error = errorIn(text)
      const found = path === ID ? undefined : fields.at(path)!
      if (error !== undefined) {
        const line = found?.lines
        if (line !== undefined) lines[line] ??= {}
        const field = line === undefined ? path : `${line}[${rowOfLine[line]?.length ?? 0}]`
        faults.push({ field, message: msg`The cell contains the error ${error}. Correct it.` })
        continue
      }
      if (!found) {
        id ??= text
        continue
      }
      const value = readCell(found.field, text, format)
      if (found.lines !== undefined) place(lines, [found.lines, ...found.place], value)
      else if (row === 0) place(found.isKeyOnly ? keys : body, found.place, value)
    }
    for (const [name, line] of Object.entries(lines)) {
      body[name] = [...((body[name] as AnyRecord[] | undefined) ?? []), line]
      rowOfLine[name] = [...(rowOfLine[name] ?? []), row]
    }
  }
  return { id, keys, body, rowOfLine, faults }
}

/** A reference that is given by its id needs no other name. */
function place(body: AnyRecord, [name = '', ...inner]: ImportColumn['place'], value: unknown): void {
  if (inner.length === 0) body[name] = value
  else {
    body[name] ??= {}
    if (isObject(body[name])) place(body[name], inner, value)
  }
}

/** Ids in other systems that the table does not know stay as they are. */
export function withKnownIds(body: AnyRecord, before: AnyRecord | undefined): AnyRecord {
  const ids = body[EXTERNAL_IDS]
  return before && isObject(ids) ? { ...body, [EXTERNAL_IDS]: { ...(before[EXTERNAL_IDS] as object), ...ids } } : body
}

/** An invalid value stays a text, to be refused with a message that gives the valid form. */
const readCell = ({ kind, options }: Field, text: string, format: CellFormat): unknown =>
  kind.fromCell(text, options, format) ?? text
