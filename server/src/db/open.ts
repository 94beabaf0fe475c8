import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { openPostgres } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'

/** The server named by an address, or else the embedded database in the data folder. */
export const openEngine = (databaseUrl: string | undefined, dataFolder: string): Engine =>
  databaseUrl === undefined ? openSqlite(join(dataFolder, 'kontor.db')) : openPostgres(databaseUrl)
