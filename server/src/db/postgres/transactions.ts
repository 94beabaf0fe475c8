import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, OutcomeUnknown } from '../engine.ts'
import { isConflict, reportsRollback } from './errors.ts'
import { connectionOver, NO_TIMEOUT_MS, type PoolSession, type PostgresPool } from './pool.ts'

const MIGRATION_LOCK = 4_207_114_711

export const READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
const WITHOUT_TIMEOUT = ['SET LOCAL statement_timeout = 0', 'SET LOCAL idle_in_transaction_session_timeout = 0']

/** Waits as long as another process changes the schema, but never long for a table: queries would queue behind it. */
const SCHEMA_CHANGE = [
  'BEGIN ISOLATION LEVEL READ COMMITTED',
  ...WITHOUT_TIMEOUT,
  'SET LOCAL lock_timeout = 0',
  `select pg_advisory_xact_lock(${MIGRATION_LOCK})`,
  "SET LOCAL lock_timeout = '2s'",
]
const SCHEMA_ATTEMPTS_MAX = 60
const SCHEMA_PAUSE_MS = 1000

type Work<T> = (connection: Connection) => Promise<T>

export const inReadTransaction = <T>(pool: PostgresPool, work: Work<T>): Promise<T> =>
  inTransaction(pool, [READING], work)

export const inSnapshot = <T>(pool: PostgresPool, work: Work<T>): Promise<T> =>
  inTransaction(pool, [READING, ...WITHOUT_TIMEOUT], work, { timeoutMs: NO_TIMEOUT_MS })

/** May take as long as it needs. */
export const inLongTransaction = <T>(pool: PostgresPool, work: Work<T>): Promise<T> =>
  inTransaction(pool, ['BEGIN', ...WITHOUT_TIMEOUT], work, { timeoutMs: NO_TIMEOUT_MS })

export async function inSchemaChange<T>(pool: PostgresPool, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, SCHEMA_CHANGE, work, { commit: commitWrites, timeoutMs: NO_TIMEOUT_MS })
    } catch (error) {
      if (attempt === SCHEMA_ATTEMPTS_MAX || !isConflict(error)) throw error
      await sleep(SCHEMA_PAUSE_MS)
    }
  }
}

interface TransactionOptions {
  readonly commit?: (client: PoolSession) => Promise<unknown>
  readonly timeoutMs?: number
}

async function inTransaction<T>(
  pool: PostgresPool,
  [begin, ...others]: readonly string[],
  work: Work<T>,
  { commit = (client) => client.query('COMMIT'), timeoutMs }: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query({ text: client.begin(begin!, ...others), ...(timeoutMs && { query_timeout: timeoutMs }) })
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
async function commitWrites(client: PoolSession): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw reportsRollback(error) ? error : new OutcomeUnknown(error)
  })
  // After a failed statement the server answers COMMIT with ROLLBACK, without an error.
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}.`)
  if (client.isUnreplicated) throw new OutcomeUnknown(new Error('No standby has confirmed COMMIT.'))
}
