import { chmodSync, existsSync, linkSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Archive, ArchiveError } from '../engine.ts'
import { refuseNewer } from '../newer-version.ts'
import { explainFailure, OWNER_ONLY, replaceWhole, writeWhole } from '../whole-file.ts'
import { isBusy } from './errors.ts'
import { acquireServerLock } from './server-lock.ts'

const BUSY_TIMEOUT_MS = 5000

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
    refuseNewer(`The backup ${source}`, migrationsIn(source))
    using lock = acquireServerLock(dirname(file))
    if (!lock) throw new ArchiveError(`The database at ${file} is in use. Stop the server first.`)
    if (existsSync(file)) takeOver(file)
    else for (const leftover of ['-wal', '-shm', '-journal']) rmSync(file + leftover, { force: true })
    let kept: string | undefined
    const write = async (partial: string) => {
      using database = new DatabaseSync(source, { readOnly: true })
      await backup(database, partial)
      kept = keep(file)
    }
    await explainFailure(`The database at ${file} cannot be written`, () => replaceWhole(file, write))
    return kept && `The replaced database is kept as ${kept}. Delete that file when you no longer need it.`
  },
  async forTrial() {
    const dataFolder = mkdtempSync(join(tmpdir(), 'kontor-trial-'))
    return {
      databaseUrl: undefined,
      dataFolder,
      drop: async () => rmSync(dataFolder, { recursive: true, force: true }),
    }
  },
})

/** A second name for the database: it lives on when the first name is given to another file. */
function keep(file: string): string | undefined {
  if (!existsSync(file) || statSync(file).size === 0) return undefined
  const kept = `${file}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  linkSync(file, kept)
  chmodSync(kept, OWNER_ONLY)
  return kept
}

function migrationsIn(file: string): string[] {
  using database = new DatabaseSync(file, { readOnly: true })
  return database
    .prepare('select "name" from "migrations"')
    .all()
    .map(({ name }) => String(name))
}

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
