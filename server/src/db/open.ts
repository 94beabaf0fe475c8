import { join } from 'node:path'
import type { Rebuilt, Shipping } from './backup/continuous.ts'
import type { BackupSettings, RebuildChoices } from './backup/settings.ts'
import { openTarget } from './backup/target/open-target.ts'
import type { Target } from './backup/target/target.ts'
import type { Archive, DatabaseOptions, Engine } from './engine.ts'
import { hostsIn } from './postgres/address.ts'
import { explainFailure } from './whole-file.ts'

export const embeddedFile = (dataFolder: string) => join(dataFolder, 'kontor.db')

const DEFAULTS: DatabaseOptions = { connections: 10, connectSeconds: 5, statementSeconds: 30, lockSeconds: 20 }

/** Of the two databases only the one that is used is loaded. */
const load = {
  sqlite: () => import('./sqlite/sqlite.ts'),
  sqliteLock: () => import('./sqlite/server-lock.ts'),
  sqliteBackup: () => import('./sqlite/backup.ts'),
  sqliteRebuild: () => import('./backup/rebuild/rebuild.ts'),
  sqliteLineage: () => import('./backup/rebuild/lineage.ts'),
  sqliteShipping: () => import('./backup/shipping/start-shipping.ts'),
  postgres: () => import('./postgres/postgres.ts'),
  postgresBackup: () => import('./postgres/backup.ts'),
}

/** The server named by an address, or else the embedded database in the data folder. `isShipped`: it has a continuous backup. */
export async function openEngine(
  databaseUrl: string | undefined,
  dataFolder: string,
  options = DEFAULTS,
  isShipped = false,
): Promise<Engine> {
  if (databaseUrl !== undefined) return (await load.postgres()).openPostgres(databaseUrl, options)
  return (await load.sqlite()).openSqlite(embeddedFile(dataFolder), isShipped)
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

/** Begins to guard the embedded database, which exists already, for its continuous backup. */
export async function startShipping(settings: BackupSettings, dataFolder: string): Promise<Shipping> {
  const { startShipping: start } = await load.sqliteShipping()
  return start({ settings, dataFolder, file: embeddedFile(dataFolder) })
}

/** Writes a file with the embedded database as it was at a moment (the newest, if not set), from its continuous backup. */
export async function rebuildEmbedded(
  settings: BackupSettings,
  moment: number | undefined,
  file: string,
  choices: RebuildChoices = {},
): Promise<Rebuilt> {
  const { rebuild } = await load.sqliteRebuild()
  const { url, passphrase, secrets } = settings
  const target = openTarget(url, settings)
  return explainFailure('The backup cannot be restored', () =>
    rebuild({ ...choices, target, url, moment, passphrase, secrets, file }),
  )
}

/** What tells that two servers write, or have written at the same time, to the target of a continuous backup. */
export async function twoWritersAt(target: Target): Promise<readonly string[]> {
  return (await load.sqliteLineage()).twoWritersAt(target)
}
