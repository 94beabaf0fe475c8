import { join } from 'node:path'
import type { Archive, Engine } from './engine.ts'

const embeddedFile = (dataFolder: string) => join(dataFolder, 'kontor.db')

/** The server named by an address, or else the embedded database in the data folder. Only what is needed is loaded. */
export const openEngine = async (databaseUrl: string | undefined, dataFolder: string): Promise<Engine> =>
  databaseUrl === undefined
    ? (await import('./engines/sqlite.ts')).openSqlite(embeddedFile(dataFolder))
    : (await import('./engines/postgres.ts')).openPostgres(databaseUrl)

/** The same database, to be copied as a whole. */
export const archiveOf = async (databaseUrl: string | undefined, dataFolder: string): Promise<Archive> =>
  databaseUrl === undefined
    ? (await import('./engines/sqlite-backup.ts')).sqliteArchive(embeddedFile(dataFolder))
    : (await import('./engines/postgres-backup.ts')).postgresArchive(databaseUrl)
