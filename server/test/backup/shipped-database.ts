import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { Shipper, type ShipperOptions } from '../../src/db/backup/shipping/shipper.ts'
import type { BackupStatus } from '../../src/db/backup/status.ts'
import type { Environment } from '../support/process.ts'

export interface ShippedDatabase extends AsyncDisposable {
  readonly folder: string
  /** The folder of the backup, if no other target is given. */
  readonly target: string
  readonly database: DatabaseSync
  readonly status: Partial<BackupStatus>
  /** Warnings and errors. */
  readonly logged: readonly string[]
  /** A transaction with a row of this many bytes. */
  write(bytes: number): void
}

export interface ShippedOptions extends Pick<ShipperOptions, 'measure'> {
  readonly environment?: Environment
  readonly url?: string
}

/** A database of one table with a continuous backup, in this thread. */
export async function shipDatabase({ environment = {}, url, ...options }: ShippedOptions): Promise<ShippedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-shipped-'))
  const [dataFolder, target] = [join(folder, 'data'), join(folder, 'target')]
  for (const one of [dataFolder, target]) mkdirSync(one)
  const file = join(dataFolder, 'kontor.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; create table "rows" ("content" blob)')
  const insert = database.prepare('insert into "rows" values (?)')
  const status: Partial<BackupStatus> = {}
  const logged: string[] = []
  const settings = backupSettings(readConfig(environment), url ?? pathToFileURL(target).href)
  const shipper = new Shipper({
    ...options,
    settings: { ...settings, everySeconds: 0.02 },
    file,
    dataFolder,
    onStatus: (changed) => Object.assign(status, changed),
    log: (level, text) => level !== 'info' && logged.push(text),
  })
  await shipper.open()
  const stopping = new AbortController()
  const ended = shipper.run(stopping.signal)
  return {
    folder,
    target,
    database,
    status,
    logged,
    write: (bytes) => void insert.run(randomBytes(bytes)),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await ended
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
