import type { Connection, Engine } from '../engine.ts'

export const LAID_ASIDE = 'laid-aside-indexes'

/**
 * While a table is filled, its indexes are laid aside: making one of all rows costs a fraction of adding to it row by row.
 * They are written down in the same transaction, so that whatever happens meanwhile, the next start takes them up again.
 */
export async function layAside(engine: Engine, connection: Connection, table: string): Promise<void> {
  const { builder } = engine
  for (const { name, definition } of await engine.indexDefinitions(connection, table)) {
    await connection.query(builder.insertInto(LAID_ASIDE).values({ name, definition }).compile())
    await connection.query(builder.schema.dropIndex(name).compile())
  }
}

/** Makes all indexes that were laid aside, within `engine.changeSchema`. */
export async function takeUp(engine: Engine, connection: Connection): Promise<void> {
  const { builder } = engine
  const { columns } = await engine.describe(connection, LAID_ASIDE)
  if (columns.length === 0) return // a database that is older than this
  const rows = await connection.query(builder.selectFrom(LAID_ASIDE).select('definition').compile())
  for (const [definition] of rows) await connection.query({ sql: definition as string, parameters: [] })
  await connection.query(builder.deleteFrom(LAID_ASIDE).compile())
}
