import { PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import { DECIMAL_SCALE } from '../../model/decimal.ts'
import { createBuilder } from '../builder.ts'
import type { Connection, Engine, Refusal } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { pipelinedReads, READING, send } from './pipelined-reads.ts'

const CONNECTIONS_MAX = 10
/** Also how long a request waits for its turn when all connections are busy. */
const CONNECT_TIMEOUT_MS = 15_000
const ATTEMPTS_MAX = 6
const TALLY_SLOTS = 16
const BIGINT_OID = 20
const MIGRATION_LOCK = 4_207_114_711

const DUPLICATE = '23505'
const FOREIGN_KEY = '23503'
/** A check was violated, or a bigint overflowed. */
const TOO_LARGE = new Set(['23514', '22003'])
/** Serialisation failure, deadlock: the same work succeeds when it is done again. */
const RETRYABLE = new Set(['40001', '40P01'])
/** Connection lost, shutting down, out of disk or connections, lock or statement time-out. */
const UNAVAILABLE = /^(08|57P0|53|55P03|57014|25006|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN))/
const LOST = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

const SESSION = [
  'synchronous_commit=on',
  'default_transaction_isolation=read\\ committed',
  'timezone=UTC',
  'statement_timeout=30s',
  'lock_timeout=20s',
  'idle_in_transaction_session_timeout=60s',
]

const SNAPSHOT =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0'

const FOREIGN_KEYS = `
  select child.relname, columns.attname, target.relname
  from pg_constraint pointing
  join pg_class child on child.oid = pointing.conrelid
  join pg_class target on target.oid = pointing.confrelid
  join pg_attribute columns on columns.attrelid = child.oid and columns.attnum = pointing.conkey[1]
  where pointing.contype = 'f' and pointing.connamespace = current_schema()::regnamespace`

/** A shared server: any number of Kontor processes may use it at once. */
export function openPostgres(connectionString: string): Engine {
  const createPool = (max: number) =>
    quiet(
      new pg.Pool({
        connectionString,
        max,
        pipeline: true, // what is asked together is sent together
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: 'kontor',
        options: SESSION.map((setting) => `-c ${setting}`).join(' '),
        types: {
          // A count comes as a bigint; none of ours exceeds what a number holds exactly.
          getTypeParser: ((oid: number, format: 'text') =>
            oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
        },
      }),
    )
  const pool = createPool(CONNECTIONS_MAX)
  const probePool = createPool(1)

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
    write: (work) => retrying(() => inTransaction(pool, 'BEGIN', work)),
    snapshot: (work) => inTransaction(pool, SNAPSHOT, work),
    read: pipelinedReads(pool, (work) => inTransaction(pool, READING, work)),
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
    async lockMigrations(connection) {
      await connection.query({ sql: `select pg_advisory_xact_lock(${MIGRATION_LOCK})`, parameters: [] })
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
      await probePool.query('select 1')
    },
    async close() {
      await Promise.all([pool.end(), probePool.end()])
    },
  }
}

/** Without a listener, a connection that the server closes would end the whole process. */
function quiet(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const connectionOver = (client: pg.Pool | pg.PoolClient): Connection => ({ query: (query) => send(client, query) })

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(begin)
    const result = await work(connectionOver(client))
    await client.query('COMMIT')
    return result
  } catch (error) {
    broken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count === ATTEMPTS_MAX || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** count))
    }
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
