import { catalog } from './catalog.ts'
import type { PostgresPool } from './pool.ts'
import { inLongTransaction } from './transactions.ts'

/**
 * PostgreSQL analyses tables by itself, but only some minutes after they were filled. A table that another session analyses
 * or changes at the moment is skipped.
 */
export const analyze = (pool: PostgresPool): Promise<void> =>
  inLongTransaction(pool, async (connection) => {
    const tables = await catalog.tables(connection)
    await connection.query({ sql: `analyze (skip_locked) ${tables.map(quoted)}`, parameters: [] })
  })

const quoted = (table: string): string => `"${table.replaceAll('"', '""')}"`
