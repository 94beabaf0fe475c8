import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Connection, PoolStats, Query, Values } from '../engine.ts'

const BIGINT_OID = 20
const STATEMENT_TIMEOUT_S = 30
/** After this time without a reply the host is considered dead: the server itself gives up a few seconds earlier. */
const QUERY_TIMEOUT_MS = (STATEMENT_TIMEOUT_S + 5) * 1000
/** For statements that may take as long as they need; the largest delay that a timer takes. */
export const NO_TIMEOUT_MS = 2_147_483_647
/** An idle connection is checked after this time, so that a firewall or a dead host does not go unnoticed. */
const KEEP_ALIVE_MS = 10_000

const SESSION = {
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  TimeZone: 'UTC',
  statement_timeout: `${STATEMENT_TIMEOUT_S}s`,
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '60s',
}
/**
 * Sent as a statement, since a connection pooler such as PgBouncer refuses `options` of its clients. What DATABASE_URL says
 * in its own `options` has the source `client` and stays.
 */
const SET_SESSION = `select set_config(name, wanted.value, false)
  from (values ${Object.entries(SESSION).map(([name, value]) => `('${name}', '${value}')`)}) as wanted (name, value)
  join pg_settings using (name) where source <> 'client'`

export interface PoolOptions {
  readonly max: number
  /** Also how long a request waits for its turn when all connections are busy. */
  readonly connectTimeoutMs: number
  readonly queryTimeoutMs?: number
}

export interface PostgresPool extends pg.Pool {
  /** Destroys every connection, also those in use: their statements fail at once. */
  dropConnections(): void
}

export function createPool(
  connectionString: string,
  { max, connectTimeoutMs, queryTimeoutMs = QUERY_TIMEOUT_MS }: PoolOptions,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString,
    max,
    pipeline: true, // statements that are sent together share a round trip
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'kontor',
    onConnect: (client) => client.query(SET_SESSION).then(() => {}),
    types: {
      // A count comes as a bigint; none of ours exceeds what a number holds exactly.
      getTypeParser: ((oid: number, format: 'text') =>
        oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  const clients = new Set<pg.PoolClient>()
  // Without a listener for errors, a connection that the server closes would end the whole process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  return Object.assign(pool, {
    dropConnections() {
      for (const client of clients) streamOf(client).destroy()
    },
  })
}

export const statsOf = ({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolStats => ({
  max: options.max,
  inUse: totalCount - idleCount,
  waiting: waitingCount,
})

/** The library has no public name for the socket of a connection. */
const streamOf = (client: pg.PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream

/** Sends the statements of one event loop tick in one packet. */
export function sendBatched(client: pg.PoolClient): void {
  const stream = streamOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}

export async function send(
  client: pg.Pool | pg.PoolClient,
  { sql: text, parameters, name }: Query,
  timeoutMs?: number,
): Promise<readonly Values[]> {
  const { rows } = await client.query({
    text,
    values: [...parameters],
    rowMode: 'array',
    ...(name && { name }),
    ...(timeoutMs && { query_timeout: timeoutMs }),
  })
  return rows
}

export const connectionOver = (client: pg.Pool | pg.PoolClient, timeoutMs?: number): Connection => ({
  query: (query) => send(client, query, timeoutMs),
})
