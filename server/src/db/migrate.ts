import { takeUp } from './bulk/laid-aside.ts'
import type { Connection, Engine } from './engine.ts'
import { refuseNewer } from './newer-version.ts'
import { type Migration, required, SchemaChange } from './schema-change.ts'

/** Brings the database up to date in one transaction; returns the names of what was applied. */
export function migrate(engine: Engine, now: string, migrations: readonly Migration[]): Promise<string[]> {
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

async function appliedNames(engine: Engine, connection: Connection): Promise<string[]> {
  const rows = await connection.query(engine.builder.selectFrom(TABLE).select('name').compile())
  return rows.map(([name]) => name as string)
}
