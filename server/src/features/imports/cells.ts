import type { Field } from '../../model/fields.ts'
import type { Detail } from '../../model/input.ts'
import { isObject } from '../../model/input.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import { own } from '../../model/keys/own.ts'
import type { CellFormat } from '../../model/kinds/field-kind.ts'
import { msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { errorIn } from '../xlsx/error-cell.ts'
import type { ImportColumn, ImportColumns } from './columns.ts'
import type { Mapping } from './mapping.ts'
import { type Cell, cellText, type SentRow, valuesIn } from './sent-rows.ts'
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
  /** Of columns that are not mapped, those that are named like a field whose value must be that of the record. */
  readonly mustMatch: ReadonlyMap<string, readonly [name: string, field: Field]>
  /** Whether records have a field of this name, which a body may carry. */
  isField(name: string): boolean
}

/** Rows as the body of a request. */
export const recordIn = (rows: readonly SentRow[], reading: TableReading): TableRecord =>
  rows[0]?.record ? recordInBodies(rows, reading) : recordInCells(rows, reading)

/** An empty cell sets nothing. */
function recordInCells(rows: readonly SentRow[], reading: TableReading): TableRecord {
  const { columns, mapping, fields, format, mustMatch } = reading
  let id: string | undefined
  const keys: AnyRecord = {}
  const body: AnyRecord = {}
  const rowOfLine: Record<string, number[]> = {}
  const faults: Detail[] = []
  for (const [row, { cells }] of rows.entries()) {
    const lines: AnyRecord = {}
    for (const [index, column] of columns.entries()) {
      const path = own(mapping, column)
      const text = cellText(cells, index)
      if (text === '') continue
      if (path === undefined) {
        const [name, field] = (row === 0 && mustMatch.get(column)) || []
        if (name !== undefined) body[name] = readCell(field!, cells[index]!, text, format)
        continue
      }
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
      const value = readCell(found.field, cells[index]!, text, format)
      if (found.lines !== undefined) place(lines, [found.lines, ...found.place], value)
      else if (row === 0) place(found.isKeyOnly ? keys : body, found.place, value)
    }
    addLines(body, rowOfLine, lines, row)
  }
  return { id, keys, body, rowOfLine, faults }
}

/**
 * Records of NDJSON are bodies: what they say of a field is taken as the API takes it, nested lines and groups included, and
 * an unknown name is refused. Columns that are mapped to another field, and parts of lines that are named by their path
 * (`items.quantity`), are read as in a table; rows with the same key are then lines of one record.
 */
function recordInBodies(rows: readonly SentRow[], { mapping, fields, format, isField }: TableReading): TableRecord {
  // Without a prototype: a name such as __proto__ is refused like every other that is no field.
  const [keys, body]: AnyRecord[] = [Object.create(null), Object.create(null)]
  const rowOfLine: Record<string, number[]> = {}
  for (const [row, { record }] of rows.entries()) {
    const lines: AnyRecord = {}
    for (const [name, sent] of Object.entries(record!)) {
      const values = [...valuesIn({ [name]: sent })]
      const isOwn = isField(name) && !(isReference(fields, name) && isObject(sent))
      if (isOwn && values.every(([column]) => own(mapping, column) === column)) {
        if (row === 0) body![name] = sent
        if (row === 0 && fields.at(name)?.isKeyOnly) keys![name] = sent
        continue
      }
      for (const [column, value] of values) {
        const path = own(mapping, column)
        const found = path === undefined ? undefined : fields.at(path)
        const read = typeof value === 'string' && found ? readCell(found.field, value, value.trim(), format) : value
        if (path === undefined) continue
        if (!found) body![path] = value
        else if (found.lines !== undefined) place(lines, [found.lines, ...found.place], read)
        else if (row === 0) place(found.isKeyOnly ? keys! : body!, found.place, read)
      }
    }
    addLines(body!, rowOfLine, lines, row)
  }
  const { [ID]: id, ...rest } = body!
  return { id: typeof id === 'string' && id !== '' ? id : undefined, keys: keys!, body: rest, rowOfLine, faults: [] }
}

const isReference = (fields: ImportColumns, name: string): boolean =>
  fields.at(name)?.field.options.target !== undefined

function addLines(body: AnyRecord, rowOfLine: Record<string, number[]>, lines: AnyRecord, row: number): void {
  for (const [name, line] of Object.entries(lines)) {
    body[name] = [...((body[name] as AnyRecord[] | undefined) ?? []), line]
    rowOfLine[name] = [...(rowOfLine[name] ?? []), row]
  }
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
export const readCell = ({ kind, options }: Field, cell: Cell, text: string, format: CellFormat): unknown =>
  kind.fromCell(text, options, typeof cell === 'number' ? { ...format, hasDecimalCommas: false } : format) ?? text
