import { everyResource } from '../app/every-resource.ts'
import { type Config, readConfig } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { rebuildIndex } from '../db/search/rebuild.ts'
import type { Command } from './command.ts'
import { openDatabase } from './open-database.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'Bring the database up to date.',
  help: 'The server does this by itself when it starts; use it to migrate before several nodes start.',
  options: {},
  async run() {
    const applied = await migrateDatabase(readConfig(process.env))
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
    return 0
  },
}

/** Returns the names of the migrations that were applied. */
export async function migrateDatabase(config: Config): Promise<readonly string[]> {
  const engine = await openDatabase(config)
  try {
    const applied = await migrate(engine, new Date().toISOString(), migrations)
    await rebuildIndex(engine, everyResource())
    return applied
  } finally {
    await engine.close()
  }
}
