import { PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely'
import type pg from 'pg'
import { DECIMAL_SCALE } from '../../model/decimal.ts'
import { createBuilder } from '../builder.ts'
import type { Engine, Refusal } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { pipelinedReads } from './pipelined-reads.ts'
import { connectionOver, createPool } from './pool.ts'
import { inReadTransaction, inSchemaChange, inSnapshot, inWriteTransaction } from './transactions.ts'

const CONNECTIONS_MAX = 10
const CONNECT_TIMEOUT_MS = 15_000
/** The probe gives up sooner: a host that does not answer must be noticed. */
const PROBE_TIMEOUT_MS = 5_000
/** One probe may fail by chance; after the second, every connection is taken for dead. */
const PROBE_FAILURES_MAX = 2
const TALLY_SLOTS = 16

const DUPLICATE = '23505'
const FOREIGN_KEY = '23503'
/** A check was violated, or a bigint overflowed. */
const TOO_LARGE = new Set(['23514', '22003'])
/** Connection lost, shutting down, out of disk or connections, lock or statement time-out. */
const UNAVAILABLE = /^(08|57P0|53|55P03|57014|25006|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN))/
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/

const FOREIGN_KEYS = `
  select child.relname, columns.attname, target.relname
  from pg_constraint pointing
  join pg_class child on child.oid = pointing.conrelid
  join pg_class target on target.oid = pointing.confrelid
  join pg_attribute columns on columns.attrelid = child.oid and columns.attnum = pointing.conkey[1]
  where pointing.contype = 'f' and pointing.connamespace = current_schema()::regnamespace`

/** A shared server: any number of Kontor processes may use it at once. */
export function openPostgres(connectionString: string): Engine {
  const pool = createPool(connectionString, { max: CONNECTIONS_MAX, connectTimeoutMs: CONNECT_TIMEOUT_MS })
  const probePool = createPool(connectionString, {
    max: 1,
    connectTimeoutMs: PROBE_TIMEOUT_MS,
    queryTimeoutMs: PROBE_TIMEOUT_MS,
  })
  let probeFailures = 0

  return {
    builder: createBuilder(
      () => new PostgresAdapter(),
      () => new PostgresQueryCompiler(),
    ),
    shapes: new Shapes(),
    columnTypes: {
      text: 'text collate "C"', // bytes decide the order, as in the embedded database
      integer: 'bigint',
      decimal: 'bigint',
      flag: 'boolean',
      json: 'text collate "C"',
    },
    indexOrder: 'asc nulls first',
    endOfKeyTable: '', // it keeps rows and key apart in any case
    searchesAtOnce: Infinity,
    reader: connectionOver(pool),
    write: (work) => inWriteTransaction(pool, work),
    changeSchema: (work) => inSchemaChange(pool, work),
    snapshot: (work) => inSnapshot(pool, work),
    read: pipelinedReads(pool, (work) => inReadTransaction(pool, work)),
    amongIds: (column) => sql`${sql.ref(column)} = any(${[]})`,
    locked: (select) => select.forNoKeyUpdate(), // it does not stand in the way of rows that merely point here
    anyOf: (column, list) => sql`${column} = any(${list})`,
    like(column, storage, pattern) {
      const name = sql.ref(column)
      const text =
        storage === 'decimal' ? sql`trim_scale(${name} / ${sql.lit(DECIMAL_SCALE)}.0)::text` : sql`${name}::text`
      return sql`translate(normalize(lower(${text} collate "und-x-icu")), 'ς', 'σ') like ${pattern} escape '\\'`
    },
    contains: (column, word) => sql`strpos(${sql.ref(column)}, ${word}) > 0`,
    async claim(connection, name) {
      const rows = await connection.query({
        sql: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0))',
        parameters: [name],
      })
      return rows[0]![0] === true
    },
    appendOnly: (table) => [
      `create function "refuse ${table}"() returns trigger language plpgsql
        as 'begin raise exception ''${table} can only be added to''; end'`,
      `create trigger "${table}_append_only" before update or delete or truncate on "${table}"
        for each statement execute function "refuse ${table}"()`,
    ],
    tallySlot: () => Math.floor(Math.random() * TALLY_SLOTS),
    async describe(connection, table) {
      const names = async (column: string, view: string, schema: string, name: string) => {
        const text = `select ${column} from ${view} where ${schema} = current_schema() and ${name} = $1`
        return (await connection.query({ sql: text, parameters: [table] })).map(([value]) => value as string)
      }
      return {
        columns: await names('column_name', 'information_schema.columns', 'table_schema', 'table_name'),
        indexes: await names('indexname', 'pg_indexes', 'schemaname', 'tablename'),
      }
    },
    async indexDefinitions(connection, table) {
      const text = `select indexname, indexdef from pg_indexes
        where schemaname = current_schema() and tablename = $1 and indexdef not like 'CREATE UNIQUE %'`
      const rows = (await connection.query({ sql: text, parameters: [table] })) as readonly [string, string][]
      return rows.map(([name, definition]) => ({ name, definition }))
    },
    async foreignKeys(connection) {
      const rows = (await connection.query({ sql: FOREIGN_KEYS, parameters: [] })) as readonly [
        string,
        string,
        string,
      ][]
      return rows.map(([table, column, target]) => ({ table, column, target }))
    },
    refusalOf,
    async probe() {
      try {
        await probePool.query('select 1')
        probeFailures = 0
      } catch (error) {
        // A host that is cut off closes nothing: requests would wait for it until their time-out.
        if (++probeFailures >= PROBE_FAILURES_MAX) pool.dropConnections()
        throw error
      }
    },
    async close() {
      await Promise.all([pool.end(), probePool.end()])
    },
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  const { code = '', detail = '', table = '', constraint = '', message = '', severity } = error as pg.DatabaseError
  if (code === DUPLICATE)
    return { kind: 'duplicate', table, column: /^Key \("?(\w+)"?\)/.exec(detail)?.[1] ?? constraint }
  if (code === FOREIGN_KEY) {
    const column = /^Key \("?(\w+)"?\)/.exec(detail)?.[1] ?? ''
    return detail.includes('still referenced') ? { kind: 'in-use' } : { kind: 'dangling', column }
  }
  if (TOO_LARGE.has(code)) return { kind: 'too-large' }
  const isGone = UNAVAILABLE.test(code) || LOST.test(message) || severity === 'FATAL'
  return isGone ? { kind: 'unavailable' } : undefined
}
