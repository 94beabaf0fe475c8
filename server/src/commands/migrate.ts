import { everyResource } from '../app/every-resource.ts'
import { readConfig } from '../config/config.ts'
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
    const config = readConfig(process.env)
    const engine = await openDatabase(config)
    try {
      const applied = await migrate(engine, new Date().toISOString(), migrations)
      await rebuildIndex(engine, everyResource())
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
      return 0
    } finally {
      await engine.close()
    }
  },
}
