import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './databases.ts'

/** Another program keeps the database from committing anything; returns how to let it go. */
export async function stopWrites({ environment }: TestDatabase): Promise<() => Promise<void>> {
  if (environment.DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(environment.KONTOR_DATA, 'kontor.db'))
    database.exec('BEGIN IMMEDIATE')
    return async () => database.close()
  }
  const client = new pg.Client({ connectionString: environment.DATABASE_URL })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE commits IN EXCLUSIVE MODE')
  return () => client.end()
}
