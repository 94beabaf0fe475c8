import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Archive, ArchiveError } from '../engine.ts'
import { writeWhole } from '../whole-file.ts'
import { isBusy } from './errors.ts'

const BUSY_TIMEOUT_MS = 5000
/** More pages than there can be: a copy in several steps begins again after every write in between. */
const ALL_PAGES = 1e9

export const sqliteArchive = (file: string): Archive => ({
  holdsData: async () => existsSync(file) && statSync(file).size > 0,
  async backup(target) {
    if (!existsSync(file)) throw new ArchiveError(`There is no database at ${file}.`)
    await writeWhole(target, async (partial) => {
      // One snapshot, read while the server goes on writing; the result needs no file beside it.
      using database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
      database.prepare('VACUUM INTO ?').run(partial)
      refuseDamaged(partial)
    })
  },
  async restore(source) {
    if (!existsSync(source)) throw new ArchiveError(`There is no file ${source}.`)
    refuseDamaged(source)
    mkdirSync(dirname(file), { recursive: true })
    if (existsSync(file)) takeOver(file)
    else for (const leftover of ['-wal', '-shm', '-journal']) rmSync(file + leftover, { force: true })
    // Inside one transaction of the target: if the machine stops half-way, the target is as it was.
    using database = new DatabaseSync(source, { readOnly: true })
    await backup(database, file, { rate: ALL_PAGES })
  },
})

function refuseDamaged(file: string): void {
  const fault = faultOf(file)
  if (fault) throw new ArchiveError(`${file} is not a whole backup of an embedded database: ${fault}.`)
}

function faultOf(file: string): string | undefined {
  try {
    using database = new DatabaseSync(file, { readOnly: true })
    const first = (text: string) => Object.values(database.prepare(text).get() ?? {})[0]
    const integrity = first('PRAGMA integrity_check')
    if (integrity !== 'ok') return String(integrity)
    if (first('PRAGMA foreign_key_check') !== undefined) return 'a record points to another that is missing'
    return first("select 1 from sqlite_schema where name = 'migrations'") ? undefined : 'it holds no data of Kontor'
  } catch (error) {
    return (error as Error).message
  }
}

/** Leaving the write-ahead mode succeeds only if no other connection is open. */
function takeOver(file: string): void {
  using database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode=DELETE')
  } catch (error) {
    const reason = isBusy(error)
      ? 'is in use. Stop the server first'
      : `cannot be opened (${(error as Error).message}). Move it away first`
    throw new ArchiveError(`The database at ${file} ${reason}.`)
  }
}
