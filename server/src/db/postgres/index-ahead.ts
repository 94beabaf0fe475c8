import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { IndexAhead } from '../engine.ts'
import { NO_TIMEOUT_MS, type PostgresPool } from './pool.ts'

const INDEX_LOCK = 4_207_114_712
const PAUSE_MS = 500
const IS_INVALID = 'select 1 from pg_index where indexrelid = to_regclass(quote_ident($1)) and not indisvalid'

/**
 * Builds indexes while others go on writing, one process at a time. `create index concurrently` waits for every snapshot that
 * is older than itself, so no process may wait for the lock within a statement: each asks again.
 */
export async function buildIndexesAhead(pool: PostgresPool, indexes: readonly IndexAhead[]): Promise<void> {
  const holder = await pool.connect()
  const builder = await pool.connect()
  try {
    while (!(await isLocked(holder))) await sleep(PAUSE_MS)
    // A session of a connection pooler has no timeouts of Kontor, and would keep these settings for other clients.
    if (!builder.isPooled) await builder.query('set statement_timeout = 0; set lock_timeout = 0')
    for (const { name, sql } of indexes) {
      // A build that was killed leaves its index behind, which no query uses.
      const { rowCount } = await builder.query(IS_INVALID, [name])
      if (rowCount) await runForLong(builder, `drop index concurrently if exists ${JSON.stringify(name)}`)
      await runForLong(builder, sql.replace(/^create index/, 'create index concurrently'))
    }
  } finally {
    // Closes both connections: one holds the lock, the other has settings of its own.
    for (const client of [builder, holder]) client.release(true)
  }
}

const runForLong = (client: pg.PoolClient, text: string) =>
  client.query({ text, query_timeout: NO_TIMEOUT_MS } as pg.QueryConfig)

/** Between its statements a transaction has no snapshot, so the builder does not wait for it. */
async function isLocked(client: pg.PoolClient): Promise<boolean> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${INDEX_LOCK}) as "isLocked"`)
  if (!rows[0].isLocked) await client.query('rollback')
  return rows[0].isLocked
}
