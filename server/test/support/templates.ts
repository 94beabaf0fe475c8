import { copyFileSync, existsSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { embeddedFile, openEngine } from '../../src/db/open.ts'

// Migrating takes longer than most suites: a test run does it once for each kind of database, and suites get copies.

/** Set by the test command: where the template of the embedded database is kept during the run. */
const folder = process.env.KONTOR_TEST_TEMPLATES
const SERVED_TEMPLATE = 'kontor_template'

async function migrateAll(databaseUrl: string | undefined, dataFolder: string): Promise<void> {
  const engine = await openEngine(databaseUrl, dataFolder)
  await migrate(engine, new Date().toISOString(), migrations)
  await engine.close()
}

/** Puts a migrated database into the data folder. Without the test command the server migrates by itself. */
export async function copyEmbedded(dataFolder: string): Promise<void> {
  if (folder === undefined) return
  const template = join(folder, 'template.db')
  if (!existsSync(template)) {
    const fresh = mkdtempSync(join(folder, 'template-'))
    await migrateAll(undefined, fresh)
    renameSync(embeddedFile(fresh), template) // another process may have been faster; its file is the same
  }
  copyFileSync(template, embeddedFile(dataFolder))
}

/** Creates a migrated database on the server. */
export async function copyServed(admin: pg.Client, database: string, urlOf: (database: string) => string) {
  await admin.query('select pg_advisory_lock(1)') // until the connection ends: one process makes the template
  const known = await admin.query('select 1 from pg_database where datname = $1', [SERVED_TEMPLATE])
  if (known.rowCount === 0) {
    const fresh = `${SERVED_TEMPLATE}_new`
    await admin.query(`create database ${fresh}`)
    await migrateAll(urlOf(fresh), '')
    await admin.query(`alter database ${fresh} rename to ${SERVED_TEMPLATE}`)
  }
  await admin.query(`create database ${database} template ${SERVED_TEMPLATE}`)
}
