import { type SqlBool, sql } from 'kysely'
import type { Resource } from '../../model/resource.ts'
import { setLastNumber } from '../counts/series.ts'
import type { Connection, Engine, Select, WriteConnection } from '../engine.ts'
import { pendingOf } from '../pending.ts'
import { decodeRow, REMOVED_COLUMN, SEARCH_COLUMN, type Table, tableOf } from '../table.ts'
import { Lexicon } from './lexicon.ts'

/** Raised whenever records are indexed in another way than before. */
const VERSION = 6
/** Being built: nothing of an earlier form is left. */
const UNFINISHED = 0
const SERIES = 'search index version'
const PAGE_SIZE = 500

/**
 * Indexes what was there before the index, or before its present form. Does nothing when it is up to date. May be
 * interrupted, and done by several at once: indexing a record once more changes nothing.
 */
export async function rebuildIndex(engine: Engine, resources: readonly Resource[]): Promise<void> {
  if ((await versionOf(engine, engine.reader)) === VERSION) return
  await engine.changeSchema((connection) => clearEarlier(engine, connection)) // deleting all of them may take long
  for (const table of resources.filter(({ hit }) => hit).map(tableOf)) await indexTable(engine, table)
  await engine.write((connection) => mark(engine, connection, VERSION))
}

async function versionOf({ builder }: Engine, connection: Connection): Promise<number | undefined> {
  const current = builder.selectFrom('series').select('last').where('name', '=', SERIES)
  const [row] = await connection.query(current.compile())
  return row?.[0] as number | undefined
}

const mark = (engine: Engine, connection: Connection, version: number): Promise<void> =>
  setLastNumber(engine, connection, SERIES, { last: version, date: null })

/** Exactly once, or concurrent index changes would be lost: the marker row stays locked meanwhile. */
async function clearEarlier(engine: Engine, connection: Connection): Promise<void> {
  const select: Select = engine.builder.selectFrom('series').select('last').where('name', '=', SERIES)
  const [row] = await connection.query(engine.locked(select).compile())
  if (!row || row[0] === UNFINISHED || row[0] === VERSION) return
  await connection.query(engine.builder.deleteFrom('postings').compile())
  await mark(engine, connection, UNFINISHED)
}

async function indexTable(engine: Engine, table: Table): Promise<void> {
  const lexicon = new Lexicon(engine)
  for (let last: string | undefined = ''; last !== undefined; ) {
    await lexicon.catchUp(engine.reader)
    last = await engine.write((connection) => indexPage(engine, connection, table, lexicon, last!))
  }
}

/** The rows stay locked meanwhile: a later change of a row updates its index entry itself. Returns the last id. */
async function indexPage(engine: Engine, connection: WriteConnection, table: Table, lexicon: Lexicon, after: string) {
  const select: Select = engine.builder
    .selectFrom(table.name)
    .select(table.columns.map(({ name }) => name))
    .where('id', '>', after)
    .where(table.resource.retained ? sql<SqlBool>`${sql.ref(REMOVED_COLUMN)} is null` : sql<SqlBool>`1 = 1`)
    .orderBy('id')
    .limit(PAGE_SIZE)
  const records = (await connection.query(engine.locked(select).compile())).map((row) => decodeRow(table.columns, row))
  const pending = pendingOf(engine, connection, lexicon)
  const text = table.hidden.find(({ name }) => name === SEARCH_COLUMN)!
  for (const record of records) {
    pending.index(table, undefined, record)
    const update = engine.builder.updateTable(table.name).set(SEARCH_COLUMN, text.textOf(record))
    const id = record.id as string
    await connection.query({ ...update.where('id', '=', id).compile(), effect: 'write', table: table.name, keys: [id] })
  }
  return records.at(-1)?.id as string | undefined
}
