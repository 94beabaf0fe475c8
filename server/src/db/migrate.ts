import { takeUp } from './bulk/laid-aside.ts'
import type { Connection, Engine } from './engine.ts'
import { refuseNewer } from './newer-version.ts'
import { indexNameOf, indexOf, type Migration, required, SchemaChange } from './schema-change.ts'

/** Brings the database up to date in one transaction; returns the names of what was applied. */
export async function migrate(engine: Engine, now: string, migrations: readonly Migration[]): Promise<string[]> {
  await buildAhead(engine, migrations)
  return engine.changeSchema(async (connection) => {
    const schema = new SchemaChange(engine, connection)
    const { columns } = await engine.describe(connection, TABLE)
    if (columns.length === 0)
      await schema.createTable(TABLE, { name: required.text, appliedAt: required.text }, ['name'])
    const applied = await appliedNames(engine, connection)
    refuseNewer('The database', applied, migrations)
    await takeUp(engine, connection) // an interrupted `kontor seed` leaves indexes laid aside
    const pending = migrations.filter(({ name }) => !applied.includes(name))
    for (const { name, up } of pending) {
      await up(schema)
      await schema.run(engine.builder.insertInto(TABLE).values({ name, appliedAt: now }))
    }
    return pending.map(({ name }) => name)
  })
}

const TABLE = 'migrations'

/** Nothing is lost if this is interrupted: the migration is still pending. */
async function buildAhead(engine: Engine, migrations: readonly Migration[]): Promise<void> {
  const { columns } = await engine.describe(engine.reader, TABLE)
  if (!engine.buildIndexesAhead || columns.length === 0) return
  const applied = await appliedNames(engine, engine.reader)
  const pending = migrations.filter(({ name }) => !applied.includes(name)).flatMap((some) => some.indexesAhead ?? [])
  const indexes = pending.map((index) => ({
    name: indexNameOf(index.table, ...index.columns),
    sql: indexOf(engine, index.table, index.columns).compile().sql,
  }))
  if (indexes.length > 0) await engine.buildIndexesAhead(indexes)
}

async function appliedNames(engine: Engine, connection: Connection): Promise<string[]> {
  const rows = await connection.query(engine.builder.selectFrom(TABLE).select('name').compile())
  return rows.map(([name]) => name as string)
}
