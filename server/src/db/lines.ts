import { sql } from 'kysely'
import { makerOf } from '../model/literal.ts'
import { onceFor } from '../model/memo/once-for.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { Connection, Engine } from './engine.ts'
import { createId } from './ids.ts'
import { among, composed } from './lists/conditions.ts'
import { rowsOfHoles } from './shapes.ts'
import { type Column, decodeRow, encodeRow, type LineTable, type Table } from './table.ts'

/** Fills in the lines of many records with one query for each lines field. */
export async function attachLines(
  engine: Engine,
  connection: Connection,
  table: Table,
  records: readonly AnyRecord[],
): Promise<void> {
  if (records.length === 0 || table.lines.length === 0) return
  const parents = among(
    engine,
    'parent',
    sql.ref('parent'),
    records.map(({ id }) => id),
  )
  for (const lines of table.lines) {
    const select = composed(engine, `lines of ${lines.name}`, [parents], [], (where) =>
      engine.builder
        .selectFrom(lines.name)
        .select(['parent', 'id', ...lines.columns.map(({ name }) => name)])
        .where(where)
        .orderBy('parent')
        .orderBy('position'),
    )
    const rows = await connection.query(select)
    const byParent = Map.groupBy(rows, ([parent]) => parent)
    for (const record of records) {
      record[lines.fieldName] = (byParent.get(record.id) ?? []).map((row) => ({
        id: row[1],
        ...decodeRow(lines.columns, row, 2),
      }))
    }
  }
}

export const createLineId = (now: string): string => createId('lin', now)

/** Gives every line an id; one that the record had before keeps its own. */
export function withLineIds(table: Table, before: AnyRecord | undefined, after: AnyRecord, now: string): AnyRecord {
  const result = { ...after }
  for (const { fieldName, columns } of table.lines) {
    const known = new Set((before?.[fieldName] as AnyRecord[] | undefined)?.map(({ id }) => id))
    result[fieldName] = (after[fieldName] as AnyRecord[]).map((line) => {
      const id = known.delete(line.id) ? line.id : createLineId(now)
      return lineMakerOf(columns)(id, line)
    })
  }
  return result
}

type LineMaker = (id: unknown, line: AnyRecord) => AnyRecord

/** Makes a line with all that it has a column for, and nothing else. */
const lineMakerOf = onceFor((columns: readonly Column[]) => {
  const parts = columns.map(({ name }) => [name, `line[${JSON.stringify(name)}] ?? null`])
  return makerOf<LineMaker>(['id', 'line'], { id: 'id', ...Object.fromEntries(parts) })
})

export const lineColumnsOf = ({ columns }: LineTable): string[] => [
  'parent',
  'position',
  'id',
  ...columns.map(({ name }) => name),
]

/** The values of its lines, in the order of these columns. */
export const lineRowsOf = ({ fieldName, columns }: LineTable, record: AnyRecord): unknown[][] =>
  (record[fieldName] as AnyRecord[]).map((line, position) => [
    record.id,
    position,
    line.id,
    ...encodeRow(columns, line),
  ])

export async function writeLines(
  engine: Engine,
  connection: Connection,
  table: Table,
  before: AnyRecord | undefined,
  after: AnyRecord,
): Promise<void> {
  for (const lines of table.lines) {
    const unchanged = before && JSON.stringify(before[lines.fieldName]) === JSON.stringify(after[lines.fieldName])
    if (unchanged) continue
    if (before) await removeLines(engine, connection, lines, before.id as string)
    const rows = lineRowsOf(lines, after)
    if (rows.length === 0) continue
    const columns = lineColumnsOf(lines)
    const insert = engine.shapes.fill(`insert ${lines.name} ${rows.length}`, rows.flat(), (hole) =>
      engine.builder.insertInto(lines.name).values(rowsOfHoles(hole, columns, rows.length)),
    )
    await connection.query(insert)
  }
}

export async function removeLines(
  engine: Engine,
  connection: Connection,
  lines: LineTable,
  parent: string,
): Promise<void> {
  const gone = engine.shapes.fill(`delete ${lines.name}`, [parent], (hole) =>
    engine.builder.deleteFrom(lines.name).where('parent', '=', hole(0)),
  )
  await connection.query(gone)
}
