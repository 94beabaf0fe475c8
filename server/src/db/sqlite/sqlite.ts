import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely'
import type { Storage } from '../../model/kinds/field-kind.ts'
import { createBuilder } from '../builder.ts'
import { type Engine, TooLong } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { WriteQueue } from '../write-queue/write-queue.ts'
import { SqliteConnection } from './connection.ts'
import { refusalOf } from './errors.ts'
import { SqliteLane } from './lane.ts'
import { inSchemaChange } from './schema-change.ts'
import { SlowReads } from './slow-reads.ts'
import { StagedReads } from './staged-reads.ts'

/** Versions before this one can corrupt the file when the write-ahead log is reset. */
const OLDEST_SAFE_VERSION = '3.51.3'

/** One file, one writer. Every commit reaches the disk before it is acknowledged. */
export function openSqlite(file: string): Engine {
  refuseOldVersion(process.versions.sqlite ?? '0')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // It holds password digests: only its owner may read it. Closing a file that is in use would drop this process's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const writer = SqliteConnection.forWriting(file)
  const reader = new SqliteConnection(file, true)
  const lane = new SqliteLane(writer)
  const queue = new WriteQueue(lane)
  const staged = new StagedReads(() => new SqliteConnection(file, true))
  const aside = new SlowReads(file)

  return {
    builder: createBuilder(
      () => new SqliteAdapter(),
      () => new SqliteQueryCompiler(),
    ),
    shapes: new Shapes(),
    columnTypes: { text: 'text', integer: 'integer', decimal: 'integer', flag: 'integer', json: 'text' },
    indexOrder: 'asc', // they always do here
    endOfKeyTable: 'without rowid',
    searchesAtOnce: 12,
    reader,
    write: (work) => queue.write(work),
    useLock(lock) {
      lane.lock = lock
    },
    changeSchema: (work) => inSchemaChange(file, lane.lock, work),
    async snapshot(work) {
      const moment = new SqliteConnection(file, true) // of its own: the reader shall see what is written meanwhile
      try {
        moment.exec('BEGIN')
        return await work(moment)
      } finally {
        moment.close()
      }
    },
    read: (work) =>
      staged.read(work).catch((error) => {
        if (error instanceof TooLong) return aside.read(work)
        throw error
      }),
    unled: (column) => sql`+${sql.ref(column)}`, // it does not know how many rows a value leaves
    locked: (select) => select, // only one transaction writes at a time
    like: (column, storage, pattern) =>
      sql`fold_case(${textOf(column, storage)}) like fold_case(${pattern}) escape '\\'`,
    contains: (column, word) => sql`instr(${sql.ref(column)}, ${word}) > 0`,
    slot: 0,
    appendOnly: (table) =>
      ['update', 'delete'].map(
        (verb) => `create trigger "${table}_no_${verb}" before ${verb} on "${table}"
          begin select raise(abort, '${table} can only be added to'); end`,
      ),
    async describe(connection, table) {
      const names = async (pragma: string) =>
        (await connection.query({ sql: `select name from ${pragma}(?)`, parameters: [table] })).map(
          ([name]) => name as string,
        )
      return { columns: await names('pragma_table_info'), indexes: await names('pragma_index_list') }
    },
    async indexDefinitions(connection, table) {
      const text = `select name, sql from sqlite_schema
        where type = 'index' and tbl_name = ? and sql not like 'create unique %'`
      const rows = (await connection.query({ sql: text, parameters: [table] })) as readonly [string, string][]
      return rows.map(([name, definition]) => ({ name, definition }))
    },
    async foreignKeys(connection) {
      const text = `select child.name, pointing."from", pointing."table"
        from sqlite_schema child, pragma_foreign_key_list(child.name) pointing where child.type = 'table'`
      const rows = (await connection.query({ sql: text, parameters: [] })) as readonly [string, string, string][]
      return rows.map(([table, column, target]) => ({ table, column, target }))
    },
    refusalOf,
    async probe() {
      await reader.query({ sql: 'select name from sqlite_schema limit 1', parameters: [] })
    },
    async close() {
      await queue.idle()
      staged.close()
      await aside.close()
      reader.close()
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  }
}

function textOf(column: string, storage: Storage) {
  const name = sql.ref(column)
  if (storage === 'decimal') return sql`decimal_text(${name})`
  return storage === 'flag' ? sql`case ${name} when 1 then 'true' when 0 then 'false' end` : sql`cast(${name} as text)`
}

function refuseOldVersion(version: string): void {
  const parts = (text: string) => text.split('.').map(Number)
  const [wanted, given] = [parts(OLDEST_SAFE_VERSION), parts(version)]
  const differing = wanted.findIndex((part, index) => part !== (given[index] ?? 0))
  if (differing >= 0 && (given[differing] ?? 0) < wanted[differing]!) {
    throw new Error(`SQLite ${version} is too old; Kontor needs ${OLDEST_SAFE_VERSION} or newer.`)
  }
}
