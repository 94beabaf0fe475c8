import type { Batch, BulkStore, NewcomerRecord } from '../../core/bulk.ts'
import { wholeScope } from '../../core/store.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { foldCase } from '../../model/text.ts'
import type { Connection, Engine, WriteConnection } from '../engine.ts'
import { hasExternalIds } from '../external-ids.ts'
import { createId } from '../ids.ts'
import { createLineId, lineRowsOf } from '../lines.ts'
import { pendingOf } from '../pending.ts'
import { readsOver } from '../records/reads.ts'
import { type Schema, schemaOf } from '../schema.ts'
import { NewcomersIndex } from '../search/index-newcomers.ts'
import { holes } from '../shapes.ts'
import { encodeRow, keyColumnOf, lineColumnsOf, type Table } from '../table.ts'
import { insertRows } from './insert-rows.ts'
import { layAside, takeUp } from './laid-aside.ts'

const KEYS_AT_ONCE = 1000

/** Brings in many records with few statements: rows, lines, kept totals and the search index, batch by batch. */
export function createBulkStore(engine: Engine, resources: readonly Resource[]): BulkStore {
  const schema = schemaOf(engine, resources)
  return {
    async prepare({ name }) {
      const tables = [name, ...schema.tables.get(name)!.lines.map((lines) => lines.name)]
      await engine.write(async (connection) => {
        if (await isEmpty(engine, connection, name))
          for (const table of tables) await layAside(engine, connection, table)
      })
      return () => engine.changeSchema((connection) => takeUp(engine, connection))
    },
    async write(work) {
      await schema.lexicon.catchUp(engine.reader) // words that it knows need not be written again
      return engine.write((connection) => work(batchOver(schema, connection)))
    },
  }
}

async function isEmpty({ builder }: Engine, connection: Connection, table: string): Promise<boolean> {
  return (await connection.query(builder.selectFrom(table).select('id').limit(1).compile())).length === 0
}

function batchOver(schema: Schema, connection: WriteConnection): Batch {
  const { engine, tables, lexicon } = schema
  const pending = pendingOf(engine, connection, lexicon)
  return {
    reads: readsOver(schema, connection, wholeScope('')),
    takeNumbers: async (series, count) => (await pending.numbers.take(series, count)) - count + 1,
    takenAmong: ({ name }, field, values) => takenAmong(engine, connection, name, field, values),
    async insert(resource, newcomers) {
      const table = tables.get(resource.name)!
      const records = newcomers.map((newcomer) => stamped(table, newcomer))
      for (const record of records) pending.counts.note(table, undefined, record)
      const index = new NewcomersIndex(table, records)
      await index.writeWords(engine, connection, pending.numbers, lexicon)
      await insertRecords(engine, connection, table, records)
      await index.writePostings(engine, connection)
    },
  }
}

function stamped(table: Table, newcomer: NewcomerRecord): AnyRecord {
  const { resource, lines } = table
  const { createdAt } = newcomer
  const id = createId(resource.idPrefix, createdAt)
  const empty = hasExternalIds(table) ? { [EXTERNAL_IDS]: {} } : {}
  const record: AnyRecord = { ...empty, ...newcomer, id, updatedAt: createdAt, createdBy: null, version: 1 }
  for (const { fieldName } of lines)
    record[fieldName] = (record[fieldName] as AnyRecord[]).map((line) => ({ ...line, id: createLineId(createdAt) }))
  return record
}

async function insertRecords(
  engine: Engine,
  connection: Connection,
  table: Table,
  records: readonly AnyRecord[],
): Promise<void> {
  const { columns, hidden } = table
  const names = [...columns, ...hidden].map(({ name }) => name)
  const values: unknown[] = []
  for (const record of records) {
    values.push(...encodeRow(columns, record))
    for (const { textOf } of hidden) values.push(textOf(record))
  }
  await insertRows(engine, connection, table.name, names, values)
  for (const lines of table.lines) {
    const lineValues = records.flatMap((record) => lineRowsOf(lines, record)).flat()
    await insertRows(engine, connection, lines.name, lineColumnsOf(lines), lineValues)
  }
}

async function takenAmong(
  { builder, shapes }: Engine,
  connection: Connection,
  table: string,
  field: string,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const column = keyColumnOf(field)
  const byKey = new Map(values.map((value) => [foldCase(value), value]))
  const keys = [...byKey.keys()]
  const taken = new Set<string>()
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const some = keys.slice(start, start + KEYS_AT_ONCE)
    const select = shapes.fill(`taken in ${table} ${column} ${some.length}`, some, (hole) =>
      builder.selectFrom(table).select(column).where(column, 'in', holes(hole, some.length)),
    )
    for (const [key] of await connection.query({ ...select, effect: 'read', table }))
      taken.add(byKey.get(key as string)!)
  }
  return taken
}
