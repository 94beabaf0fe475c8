import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely'
import { fromScaled } from '../../model/decimal.ts'
import { foldCase } from '../../model/fold.ts'
import type { Storage } from '../../model/kinds.ts'
import { createBuilder } from '../builder.ts'
import type { Connection, Engine, Query, Refusal, Values } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { GroupCommit } from './group-commit.ts'
import { StagedReads } from './staged-reads.ts'

/** Versions before this one can corrupt the file when the write-ahead log is reset. */
const OLDEST_SAFE_VERSION = '3.51.3'
const BUSY_TIMEOUT_MS = 5000
const STATEMENTS_KEPT = 400
// Extended result codes end in their primary code: the low byte.
const PRIMARY_CODE = 0xff
const UNAVAILABLE_CODES = new Set([5 /* busy */, 8 /* read-only */, 10 /* input or output */, 13 /* full */])
const CODE_UNIQUE = 2067
const CODE_PRIMARY_KEY = 1555
const CODE_FOREIGN_KEY = 787
const CODE_CHECK = 275

/** One file, one writer. Every commit reaches the disk before it is acknowledged. */
export function openSqlite(file: string): Engine {
  refuseOldVersion(process.versions.sqlite ?? '0')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600)) // it holds password digests: nobody else may read it
  const writer = new SqliteConnection(file, false)
  writer.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864')
  const reader = new SqliteConnection(file, true)
  const group = writer.grouped()
  const staged = new StagedReads(() => new SqliteConnection(file, true))

  return {
    builder: createBuilder(
      () => new SqliteAdapter(),
      () => new SqliteQueryCompiler(),
    ),
    shapes: new Shapes(),
    columnTypes: { text: 'text', integer: 'integer', decimal: 'integer', flag: 'integer', json: 'text' },
    indexOrder: 'asc', // they always do here
    endOfKeyTable: 'without rowid',
    reader,
    write: (work) => group.write(() => work(writer)),
    share(pen) {
      group.pen = pen
    },
    async snapshot(work) {
      const moment = new SqliteConnection(file, true) // of its own: the reader shall see what is written meanwhile
      try {
        moment.exec('BEGIN')
        return await work(moment)
      } finally {
        moment.close()
      }
    },
    read: (work) => staged.read(work),
    locked: (select) => select, // only one transaction writes at a time
    like: (column, storage, pattern) => sql`fold_case(${textOf(column, storage)}) like ${pattern} escape '\\'`,
    contains: (column, word) => sql`instr(${sql.ref(column)}, ${word}) > 0`,
    claim: async () => true, // requests of the same key already run one after the other
    lockMigrations: async () => {},
    tallySlot: () => 0,
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
    async foreignKeys(connection) {
      const text = `select child.name, pointing."from", pointing."table"
        from sqlite_schema child, pragma_foreign_key_list(child.name) pointing where child.type = 'table'`
      const rows = (await connection.query({ sql: text, parameters: [] })) as readonly [string, string, string][]
      return rows.map(([table, column, target]) => ({ table, column, target }))
    },
    refusalOf,
    async probe() {
      await reader.query({ sql: 'select 1', parameters: [] })
    },
    async close() {
      await group.idle()
      staged.close()
      reader.close()
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  }
}

class SqliteConnection implements Connection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string, readOnly: boolean) {
    this.#database = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS })
    this.#database.exec('PRAGMA trusted_schema=OFF; PRAGMA cache_size=-65536; PRAGMA temp_store=MEMORY')
    const options = { deterministic: true }
    this.#database.function('fold_case', options, (text) => (text === null ? null : foldCase(String(text))))
    this.#database.function('decimal_text', options, (value) =>
      value === null ? null : String(fromScaled(Number(value))),
    )
  }

  async query({ sql: text, parameters }: Query): Promise<readonly Values[]> {
    const statement = this.#statements.get(text) ?? this.#prepare(text)
    return statement.all(...parameters.map(toSqlite)) as unknown as readonly Values[]
  }

  /** Writes through this connection, as many at once as there are. */
  grouped(): GroupCommit {
    return new GroupCommit(this.#database)
  }

  exec(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(text: string): StatementSync {
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(text, statement)
    return statement
  }
}

function textOf(column: string, storage: Storage) {
  const name = sql.ref(column)
  if (storage === 'decimal') return sql`decimal_text(${name})`
  return storage === 'flag' ? sql`case ${name} when 1 then 'true' when 0 then 'false' end` : sql`cast(${name} as text)`
}

const toSqlite = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)

function refusalOf(error: unknown): Refusal | undefined {
  const { errcode, message } = error as { errcode?: number; message?: string }
  if (errcode === undefined) return undefined
  if (errcode === CODE_UNIQUE || errcode === CODE_PRIMARY_KEY) {
    const [, table = '', column = ''] = /constraint failed: ([^.]+)\.(\w+)/.exec(message ?? '') ?? []
    return { kind: 'duplicate', table, column }
  }
  if (errcode === CODE_CHECK) return { kind: 'too-large' }
  if (errcode === CODE_FOREIGN_KEY) return { kind: 'in-use' }
  return UNAVAILABLE_CODES.has(errcode & PRIMARY_CODE) ? { kind: 'unavailable' } : undefined
}

function refuseOldVersion(version: string): void {
  const parts = (text: string) => text.split('.').map(Number)
  const [wanted, given] = [parts(OLDEST_SAFE_VERSION), parts(version)]
  const differing = wanted.findIndex((part, index) => part !== (given[index] ?? 0))
  if (differing >= 0 && (given[differing] ?? 0) < wanted[differing]!) {
    throw new Error(`SQLite ${version} is too old; Kontor needs ${OLDEST_SAFE_VERSION} or newer.`)
  }
}
