// The populated databases of earlier versions, as make.ts has stored them.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DatabaseKind, TestDatabase } from '../support/databases.ts'

const folderOf = (version: string) => join(import.meta.dirname, version)
const unzipped = (version: string, file: string) => gunzipSync(readFileSync(join(folderOf(version), `${file}.gz`)))
const storedNameOf = (kind: DatabaseKind) => (kind.name === 'SQLite' ? 'sqlite' : 'postgres')

/** Each called by its newest migration, the oldest first. */
export const versions: readonly string[] = globSync('*/sqlite.db.gz', { cwd: import.meta.dirname })
  .map((file) => dirname(file))
  .toSorted()

/** A database of its own with the content of an earlier version. */
export async function createOlder(kind: DatabaseKind, version: string): Promise<TestDatabase> {
  const database = await kind.create()
  const { KONTOR_DATA, DATABASE_URL } = database.environment
  if (DATABASE_URL) restoreDump(join(folderOf(version), 'postgres.dump'), DATABASE_URL)
  else {
    writeFileSync(join(KONTOR_DATA, 'kontor.db'), unzipped(version, 'sqlite.db'))
    copyFileSync(join(folderOf(version), 'secret.key'), join(KONTOR_DATA, 'secret.key'))
  }
  return database
}

function restoreDump(file: string, url: string): void {
  execFileSync('pg_restore', ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${url}`, file])
}

/** Every record as the earlier version told it. */
export const recordsOf = (kind: DatabaseKind, version: string): Record<string, Record<string, unknown>> =>
  JSON.parse(unzipped(version, `${storedNameOf(kind)}.json`).toString())
