import type { Engine } from '../db/engine.ts'
import { migrations } from '../db/migrations/index.ts'
import { refuseNewer } from '../db/newer-version.ts'

/** Only what has the tables of this version can be looked at by its declarations. */
export async function isUpToDate({ builder, describe, reader }: Engine): Promise<boolean> {
  const { columns } = await describe(reader, 'migrations')
  if (columns.length === 0) return false
  const rows = await reader.query(builder.selectFrom('migrations').select('name').compile())
  const applied = rows.map(([name]) => name as string)
  refuseNewer('The database', applied)
  return applied.length === migrations.length && migrations.every(({ name }) => applied.includes(name))
}
