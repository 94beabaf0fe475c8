import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OWNER_ONLY } from '../whole-file.ts'
import { isBusy } from './errors.ts'

/**
 * Held by the server of a data folder while it runs; undefined if another process holds it. It is a lock of the operating
 * system on an empty file, through SQLite because Node has no other way to lock one: it ends with the process, also after
 * kill -9, and the file may stay.
 */
export function acquireServerLock(dataFolder: string): Disposable | undefined {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const file = join(dataFolder, 'server.lock')
  if (!existsSync(file)) closeSync(openSync(file, 'a', OWNER_ONLY))
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
