import { DatabaseSync } from 'node:sqlite'

const BUSY_TIMEOUT_MS = 5000

/** Opens the file and its write-ahead log, or throws and leaves neither open. */
export function openFile(file: string, readOnly: boolean, settings = ''): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS })
  try {
    database.exec('PRAGMA trusted_schema=OFF; PRAGMA cache_size=-8192; PRAGMA temp_store=MEMORY')
    database.exec(settings)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
