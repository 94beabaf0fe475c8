import type { Engine } from '../../src/db/engine.ts'

/** The tables, among these, of which PostgreSQL has statistics. Written with the transaction, unlike `last_analyze`. */
export async function analyzedAmong({ reader }: Engine, tables: readonly string[]): Promise<string[]> {
  const sql = 'select distinct tablename::text from pg_stats where tablename = any ($1) order by 1'
  return (await reader.query({ sql, parameters: [tables] })).map(([table]) => table as string)
}
