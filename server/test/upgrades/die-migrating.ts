// Migrates a database and kills its own process (kill -9) on the way.
//   node die-migrating.ts <place>
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { openEngine } from '../../src/db/open.ts'
import { type Migration, SchemaChange } from '../../src/db/schema-change.ts'

/** How the place to die is named: `0024-write-queue` after this migration, `0024-write-queue:3` after its third statement. */
const [place] = process.argv.slice(2) as [string]
const [name, statement] = place.split(':') as [string, string | undefined]
const die = () => process.kill(process.pid, 'SIGKILL')

const original = SchemaChange.prototype.run
let isWithin = false
let count = 0
SchemaChange.prototype.run = async function (this: SchemaChange, ...words: Parameters<typeof original>) {
  await original.apply(this, words)
  if (isWithin && statement !== undefined && ++count === Number(statement)) die()
}

const deadly = (migration: Migration): Migration => ({
  name: migration.name,
  async up(schema) {
    isWithin = migration.name === name
    await migration.up(schema)
    if (isWithin) die() // also if it has fewer statements
  },
})

const { DATABASE_URL, KONTOR_DATA } = process.env
const engine = await openEngine(DATABASE_URL, KONTOR_DATA!)
await migrate(engine, new Date().toISOString(), migrations.map(deadly))
