import { join } from 'node:path'
import type { Archive, DatabaseOptions, Engine } from './engine.ts'
import { hostsIn } from './postgres/address.ts'

export const embeddedFile = (dataFolder: string) => join(dataFolder, 'kontor.db')

const DEFAULTS: DatabaseOptions = { connections: 10, connectSeconds: 5, statementSeconds: 30, lockSeconds: 20 }

/** Of the two databases only the one that is used is loaded. */
const load = {
  sqlite: () => import('./sqlite/sqlite.ts'),
  sqliteLock: () => import('./sqlite/server-lock.ts'),
  sqliteBackup: () => import('./sqlite/backup.ts'),
  postgres: () => import('./postgres/postgres.ts'),
  postgresBackup: () => import('./postgres/backup.ts'),
}

/** The server named by an address, or else the embedded database in the data folder. */
export async function openEngine(
  databaseUrl: string | undefined,
  dataFolder: string,
  options = DEFAULTS,
): Promise<Engine> {
  if (databaseUrl !== undefined) return (await load.postgres()).openPostgres(databaseUrl, options)
  return (await load.sqlite()).openSqlite(embeddedFile(dataFolder))
}

/** The same database, to be copied as a whole. */
export async function archiveOf(databaseUrl: string | undefined, dataFolder: string): Promise<Archive> {
  if (databaseUrl !== undefined) return (await load.postgresBackup()).postgresArchive(databaseUrl)
  return (await load.sqliteBackup()).sqliteArchive(embeddedFile(dataFolder))
}

/** Held while a server runs. Undefined if another one has the data folder; a database server is shared by any number of them. */
export async function lockForServer(
  databaseUrl: string | undefined,
  dataFolder: string,
): Promise<Disposable | undefined> {
  if (databaseUrl !== undefined) return { [Symbol.dispose]() {} }
  return (await load.sqliteLock()).acquireServerLock(dataFolder)
}

/** Where the database is, for messages: of an address only the hosts, since the rest holds a password. */
export const placeOf = (databaseUrl: string | undefined, dataFolder: string): string =>
  databaseUrl === undefined ? dataFolder : (hostsIn(databaseUrl) ?? 'DATABASE_URL')
