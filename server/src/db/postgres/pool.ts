import pg from 'pg'
import type { Connection, PoolStats, Query, Values } from '../engine.ts'
import { urlsOf } from './address.ts'
import { type Host, type Hosts, isSame } from './hosts.ts'
import { Session, settingsOf, streamOf, type Timeouts } from './session.ts'

const BIGINT_OID = 20
/** After this time without a reply the host is considered dead: the server itself gives up a few seconds earlier. */
const QUERY_GRACE_MS = 5000
/** For statements that may take as long as they need; the largest delay that a timer takes. */
export const NO_TIMEOUT_MS = 2_147_483_647
/** An idle connection is checked after this time, so that a firewall or a dead host does not go unnoticed. */
const KEEP_ALIVE_MS = 10_000

export interface Target {
  readonly connectionString: string
  /** Undefined where there is only one. */
  readonly hosts: Hosts | undefined
  readonly timeouts: Timeouts
}

export interface PoolOptions {
  readonly max: number
  /** How long a request waits for a connection when all are busy. */
  readonly waitMs: number
  readonly queryTimeoutMs?: number
}

export interface PostgresPool extends pg.Pool {
  connect(): Promise<PoolSession>
  connect(callback: (error: Error | undefined, client: pg.PoolClient | undefined) => void): void
  /** Destroys every connection, also those in use: their statements fail at once. With a host: those to other hosts. */
  dropConnections(except?: Host): void
  /** Returns a function that destroys the connections on which nothing has arrived in between. */
  watchSilence(): () => void
}

export type PoolSession = pg.PoolClient & Session

export function createPool({ connectionString, hosts, timeouts }: Target, options: PoolOptions): PostgresPool {
  const settings = settingsOf(timeouts)
  class PoolMember extends Session {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: timeouts.connectMs }, hosts)
    }
  }
  const pool = new pg.Pool({
    connectionString: urlsOf(connectionString)[0]!,
    Client: PoolMember as unknown as new () => pg.ClientBase,
    max: options.max,
    pipeline: true, // statements that are sent together share a round trip
    connectionTimeoutMillis: Math.max(options.waitMs, timeouts.connectMs),
    query_timeout: options.queryTimeoutMs ?? timeouts.statementMs + QUERY_GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'kontor',
    onConnect: (client) => (client as PoolSession).prepare(settings),
    types: {
      // A count comes as a bigint; none of ours exceeds what a number holds exactly.
      getTypeParser: ((oid: number, format: 'text') =>
        oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  const clients = new Set<PoolSession>()
  // Without a listener for errors, a connection that the server closes would end the whole process.
  pool.on('error', () => {})
  pool.on('connect', (client) => clients.add(client as PoolSession))
  pool.on('remove', (client) => clients.delete(client as PoolSession))
  function dropConnections(except?: Host): void {
    for (const client of clients) if (!except || !isSame(client, except)) streamOf(client).destroy()
  }
  function watchSilence(): () => void {
    const received = [...clients].map((client) => [streamOf(client), streamOf(client).bytesRead] as const)
    return () => {
      for (const [stream, bytes] of received) if (stream.bytesRead === bytes) stream.destroy()
    }
  }
  hosts?.onFound(dropConnections)
  return Object.assign(pool, { dropConnections, watchSilence }) as PostgresPool
}

export const statsOf = ({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolStats => ({
  max: options.max,
  inUse: totalCount - idleCount,
  waiting: waitingCount,
})

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
