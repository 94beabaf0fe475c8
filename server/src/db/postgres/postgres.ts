import { PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely'
import { DECIMAL_SCALE } from '../../model/decimal.ts'
import { createBuilder } from '../builder.ts'
import type { Engine } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { WriteQueue } from '../write-queue/write-queue.ts'
import { refusalOf } from './errors.ts'
import { PostgresLane } from './lane.ts'
import { pipelinedReads } from './pipelined-reads.ts'
import { connectionOver, createPool } from './pool.ts'
import { inReadTransaction, inSchemaChange, inSnapshot } from './transactions.ts'

const CONNECT_TIMEOUT_MS = 15_000
/** The probe gives up sooner: a host that does not answer must be noticed. */
const PROBE_TIMEOUT_MS = 5_000
/** One probe may fail by chance; after the second, every connection is taken for dead. */
const PROBE_FAILURES_MAX = 2
const SLOTS = 16
/** One for each lane of the write queue, and one to learn what became of a lost commit. */
const WRITE_CONNECTIONS_MAX = 3
const WRITE_CONNECT_TIMEOUT_MS = 5_000

const FOREIGN_KEYS = `
  select child.relname, columns.attname, target.relname
  from pg_constraint pointing
  join pg_class child on child.oid = pointing.conrelid
  join pg_class target on target.oid = pointing.confrelid
  join pg_attribute columns on columns.attrelid = child.oid and columns.attnum = pointing.conkey[1]
  where pointing.contype = 'f' and pointing.connamespace = current_schema()::regnamespace`

const CLAIM_SQL =
  'select name, pg_try_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as names (name)'
const CLAIM = {
  sql: CLAIM_SQL,
  name: 'claim',
  many: { sql: CLAIM_SQL, name: 'claim' },
  effect: 'read',
  table: 'claims of names', // a lock that belongs to no table
  rows: 'all',
} as const

/** A shared server: any number of Kontor processes may use it at once. */
export function openPostgres(connectionString: string, connections: number): Engine {
  const pool = createPool(connectionString, { max: connections, connectTimeoutMs: CONNECT_TIMEOUT_MS })
  const writePool = createPool(connectionString, {
    max: WRITE_CONNECTIONS_MAX,
    connectTimeoutMs: WRITE_CONNECT_TIMEOUT_MS,
  })
  let newestMigration: string | undefined
  const lane = () => new PostgresLane(writePool, () => newestMigration)
  const queue = new WriteQueue(lane(), lane())
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
    write: (work, declared) => queue.write(work, declared),
    fenceSchema(newest) {
      newestMigration = newest
    },
    changeSchema: (work) => inSchemaChange(pool, work),
    snapshot: (work) => inSnapshot(pool, work),
    read: pipelinedReads(pool, (work) => inReadTransaction(pool, work)),
    amongIds: (column) => sql`${sql.ref(column)} = any(${[]})`,
    locked: (select) => select.forNoKeyUpdate(), // it does not stand in the way of rows that merely point here
    lockTexts,
    anyOf: (column, list) => sql`${column} = any(${list})`,
    like(column, storage, pattern) {
      const name = sql.ref(column)
      const text =
        storage === 'decimal' ? sql`trim_scale(${name} / ${sql.lit(DECIMAL_SCALE)}.0)::text` : sql`${name}::text`
      return sql`translate(normalize(lower(${text} collate "und-x-icu")), 'ς', 'σ') like ${pattern} escape '\\'`
    },
    contains: (column, word) => sql`strpos(${sql.ref(column)}, ${word}) > 0`,
    claim: (name) => ({ ...CLAIM, keys: [name], parameters: [[name]] }),
    appendOnly: (table) => [
      `create function "refuse ${table}"() returns trigger language plpgsql
        as 'begin raise exception ''${table} can only be added to''; end'`,
      `create trigger "${table}_append_only" before update or delete or truncate on "${table}"
        for each statement execute function "refuse ${table}"()`,
    ],
    slot: Math.floor(Math.random() * SLOTS),
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
        await probePool.query('select oid from pg_class limit 1')
        probeFailures = 0
      } catch (error) {
        // A host that is cut off closes nothing: requests would wait for it until their time-out.
        if (++probeFailures >= PROBE_FAILURES_MAX) for (const some of [pool, writePool]) some.dropConnections()
        throw error
      }
    },
    async close() {
      await queue.idle()
      await Promise.all([pool.end(), writePool.end(), probePool.end()])
    },
  }
}

/** SKIP LOCKED, not NOWAIT: an error would abort the transaction of all requests that share it. */
const lockTexts = (select: string, key = 'id') => ({
  ifFree: `with free as (${select} for no key update skip locked) select *, true from free
    union all select *, false from (${select}) as held where "${key}" not in (select "${key}" from free)`,
  waiting: `select *, true from (${select} order by "${key}" for no key update) as locked`,
})
