import { join } from 'node:path'
import type { Archive, Engine } from './engine.ts'
import { openPostgres } from './engines/postgres.ts'
import { postgresArchive } from './engines/postgres-backup.ts'
import { openSqlite } from './engines/sqlite.ts'
import { sqliteArchive } from './engines/sqlite-backup.ts'

const embeddedFile = (dataFolder: string) => join(dataFolder, 'kontor.db')

/** The server named by an address, or else the embedded database in the data folder. */
export const openEngine = (databaseUrl: string | undefined, dataFolder: string): Engine =>
  databaseUrl === undefined ? openSqlite(embeddedFile(dataFolder)) : openPostgres(databaseUrl)

/** The same database, to be copied as a whole. */
export const archiveOf = (databaseUrl: string | undefined, dataFolder: string): Archive =>
  databaseUrl === undefined ? sqliteArchive(embeddedFile(dataFolder)) : postgresArchive(databaseUrl)
