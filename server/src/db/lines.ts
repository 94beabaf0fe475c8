import { sql } from 'kysely'
import { makerOf } from '../core/literal.ts'
import { onceFor } from '../model/memo.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { Connection, Engine, Query } from './engine.ts'
import { createId } from './ids.ts'
import { among, composed } from './lists/conditions.ts'
import type { Schema } from './schema.ts'
import { type Column, decodeRow, encodeRow, type LineTable, lineColumnsOf, type Table } from './table.ts'

/** Fills in the lines of many records with one query for each lines field. */
export async function attachLines(
  { engine, statements }: Schema,
  connection: Connection,
  table: Table,
  records: readonly AnyRecord[],
): Promise<void> {
  for (const lines of records.length > 0 ? table.lines : []) {
    const [only] = records
    const ids = records.map(({ id }) => id as string)
    const query = records.length === 1 ? statements.lines(lines, only!.id as string) : linesOfMany(engine, lines, ids)
    const byParent = Map.groupBy(await connection.query(query), ([parent]) => parent)
    for (const record of records) {
      record[lines.fieldName] = (byParent.get(record.id) ?? []).map((row) => ({
        id: row[2],
        ...decodeRow(lines.columns, row, 3),
      }))
    }
  }
}

function linesOfMany(engine: Engine, lines: LineTable, ids: readonly string[]): Query {
  const parents = among(engine, 'parent', sql.ref('parent'), ids)
  const select = composed(engine, `lines of ${lines.name}`, [parents], [], (where) =>
    engine.builder
      .selectFrom(lines.name)
      .select(lineColumnsOf(lines))
      .where(where)
      .orderBy('parent')
      .orderBy('position'),
  )
  return { ...select, table: lines.name, keys: ids }
}

export const createLineId = (now: string): string => createId('lin', now)

/**
 * Gives every line an id; one that the record had before keeps its own. So does a line that comes without an id and says what
 * the line in its place said: lines that are sent again as they are change nothing.
 */
export function withLineIds(table: Table, before: AnyRecord | undefined, after: AnyRecord, now: string): AnyRecord {
  const result = { ...after }
  for (const { fieldName, columns } of table.lines) {
    const stored = (before?.[fieldName] ?? []) as AnyRecord[]
    const sent = after[fieldName] as AnyRecord[]
    const make = lineMakerOf(columns)
    const known = new Set(stored.map(({ id }) => id))
    const named = sent.map(({ id }) => known.delete(id))
    result[fieldName] = sent.map((line, index) => {
      if (named[index]) return make(line.id, line)
      const inPlace = stored[index]
      const isRepeated = inPlace && known.has(inPlace.id) && isSameLine(make, line, inPlace)
      return make(isRepeated ? inPlace.id : createLineId(now), line)
    })
  }
  return result
}

const isSameLine = (make: LineMaker, line: AnyRecord, stored: AnyRecord): boolean =>
  JSON.stringify(make(stored.id, line)) === JSON.stringify(make(stored.id, stored))

type LineMaker = (id: unknown, line: AnyRecord) => AnyRecord

/** Makes a line with all that it has a column for, and nothing else. */
const lineMakerOf = onceFor((columns: readonly Column[]) => {
  const parts = columns.map(({ name }) => [name, `line[${JSON.stringify(name)}] ?? null`])
  return makerOf<LineMaker>(['id', 'line'], { id: 'id', ...Object.fromEntries(parts) })
})

/** The values of its lines, in the order of these columns. */
export const lineRowsOf = ({ fieldName, columns }: LineTable, record: AnyRecord): unknown[][] =>
  (record[fieldName] as AnyRecord[]).map((line, position) => [
    record.id,
    position,
    line.id,
    ...encodeRow(columns, line),
  ])

export const haveSameLines = ({ fieldName }: LineTable, before: AnyRecord, after: AnyRecord): boolean =>
  JSON.stringify(before[fieldName]) === JSON.stringify(after[fieldName])

/** Whether the lines differ at most in parts that no client knows. */
export function haveSameToldLines({ fieldName, columns }: LineTable, before: AnyRecord, after: AnyRecord): boolean {
  if (!columns.some(isInternal)) return false
  const make = lineMakerOf(toldOf(columns))
  const told = (record: AnyRecord) =>
    JSON.stringify((record[fieldName] as AnyRecord[]).map((line) => make(line.id, line)))
  return told(before) === told(after)
}

const isInternal = ({ field }: Column): boolean => field.options.internal === true
const toldOf = onceFor((columns: readonly Column[]) => columns.filter((column) => !isInternal(column)))

export async function writeLines(
  { statements }: Schema,
  connection: Connection,
  changed: readonly LineTable[],
  before: AnyRecord | undefined,
  after: AnyRecord,
): Promise<void> {
  for (const lines of changed) {
    if (before) await connection.query(statements.removeLines(lines, before.id as string))
    const rows = lineRowsOf(lines, after)
    for (const row of rows) await connection.query(statements.insertLine(lines, row, rows))
  }
}
