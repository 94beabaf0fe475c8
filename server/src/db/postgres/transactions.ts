import type pg from 'pg'
import { type Connection, OutcomeUnknown } from '../engine.ts'
import { connectionOver, NO_TIMEOUT_MS } from './pool.ts'

const ATTEMPTS_MAX = 6
const MIGRATION_LOCK = 4_207_114_711
/** Serialisation failure, deadlock: the same work succeeds when it is repeated. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01'])
const LOCK_TIMEOUT = '55P03'

const SNAPSHOT =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0'
export const READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Waits as long as another process changes the schema, but never long for a table: queries would queue behind it. */
const SCHEMA_CHANGE = [
  'BEGIN',
  'SET LOCAL statement_timeout = 0',
  'SET LOCAL idle_in_transaction_session_timeout = 0',
  'SET LOCAL lock_timeout = 0',
  `select pg_advisory_xact_lock(${MIGRATION_LOCK})`,
  "SET LOCAL lock_timeout = '2s'",
].join('; ')
const SCHEMA_ATTEMPTS_MAX = 60
const SCHEMA_PAUSE_MS = 1000

type Work<T> = (connection: Connection) => Promise<T>

export const inWriteTransaction = <T>(pool: pg.Pool, work: Work<T>): Promise<T> =>
  retrying(CONFLICTS, ATTEMPTS_MAX, backOff, () => inTransaction(pool, 'BEGIN', work, { commit: commitWrites }))

export const inReadTransaction = <T>(pool: pg.Pool, work: Work<T>): Promise<T> => inTransaction(pool, READING, work)

export const inSnapshot = <T>(pool: pg.Pool, work: Work<T>): Promise<T> =>
  inTransaction(pool, SNAPSHOT, work, { timeoutMs: NO_TIMEOUT_MS })

export const inSchemaChange = <T>(pool: pg.Pool, work: Work<T>): Promise<T> =>
  retrying(
    new Set([...CONFLICTS, LOCK_TIMEOUT]),
    SCHEMA_ATTEMPTS_MAX,
    () => SCHEMA_PAUSE_MS,
    () => inTransaction(pool, SCHEMA_CHANGE, work, { commit: commitWrites, timeoutMs: NO_TIMEOUT_MS }),
  )

interface TransactionOptions {
  readonly commit?: (client: pg.PoolClient) => Promise<unknown>
  readonly timeoutMs?: number
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: Work<T>,
  { commit = (client) => client.query('COMMIT'), timeoutMs }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query({ text: begin, ...(timeoutMs && { query_timeout: timeoutMs }) })
    const result = await work(connectionOver(client, timeoutMs))
    await commit(client)
    return result
  } catch (error) {
    isBroken = error instanceof OutcomeUnknown || !(await isRolledBack(client))
    throw error
  } finally {
    client.release(isBroken)
  }
}

const isRolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  )

/** Only an answer of the server tells what became of a COMMIT: an error says that it was rolled back. */
async function commitWrites(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: pg.DatabaseError) => {
    throw error.severity === 'ERROR' ? error : new OutcomeUnknown(error)
  })
  // After a failed statement the server answers COMMIT with ROLLBACK, without an error.
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}.`)
}

const backOff = (attempt: number) => Math.random() * 10 * 2 ** attempt

async function retrying<T>(
  codes: ReadonlySet<string>,
  attemptsMax: number,
  pauseMs: (attempt: number) => number,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count === attemptsMax || !codes.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs(count)))
    }
  }
}
