import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { traced } from '../../core/tracing.ts'
import { type Engine, type EngineStats, RowBudgetExceeded } from '../engine.ts'
import { Shapes } from '../shapes.ts'
import { WriteQueue } from '../write-queue/write-queue.ts'
import { catalog } from './catalog.ts'
import { SqliteConnection } from './connection.ts'
import { dialect } from './dialect.ts'
import { refusalOf } from './errors.ts'
import { SqliteLane } from './lane.ts'
import { inSchemaChange } from './schema-change.ts'
import { ReaderProcess } from './slow-reader.ts'
import { SlowReads } from './slow-reads.ts'
import { StagedReads } from './staged-reads.ts'

/** Versions before this one can corrupt the file when the write-ahead log is reset. */
const OLDEST_SAFE_VERSION = '3.51.3'

/** One file, one writer. Every commit reaches the disk before it is acknowledged. `isShipped`: its log goes to a backup. */
export function openSqlite(file: string, isShipped = false): Engine {
  refuseOldVersion(process.versions.sqlite ?? '0')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // It holds password digests: only its owner may read it. Closing a file that is in use would drop this process's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const writer = SqliteConnection.forWriting(file, isShipped)
  const reader = new SqliteConnection(file, true)
  const lane = new SqliteLane(writer)
  const queue = new WriteQueue(lane)
  const staged = new StagedReads(() => new SqliteConnection(file, true))
  const slowReads = new SlowReads(() => new ReaderProcess(file))

  return {
    ...dialect,
    ...catalog,
    shapes: new Shapes(),
    searchesAtOnce: 12,
    reader,
    write: (work) => queue.write(work),
    useLock(lock) {
      lane.lock = lock
    },
    changeSchema: (work) => inSchemaChange(file, lane.lock, work),
    async snapshot(work) {
      const snapshot = new SqliteConnection(file, true) // of its own: `reader` must go on seeing what is written meanwhile
      try {
        snapshot.exec('BEGIN')
        return await work(snapshot)
      } finally {
        snapshot.close()
      }
    },
    read: (work, onCancel) =>
      staged.read(work).catch((error) => {
        if (error instanceof RowBudgetExceeded) return traced('slow read', () => slowReads.read(work, onCancel))
        throw error
      }),
    slot: 0,
    refusalOf,
    async probe() {
      await reader.query({ sql: 'select name from sqlite_schema limit 1', parameters: [] })
    },
    stats: () => ({
      database: 'sqlite',
      writes: queue.stats,
      ...logOf(file, reader),
      threadFailures: slowReads.failures,
    }),
    async close() {
      await queue.idle()
      staged.close()
      await slowReads.close()
      reader.close()
      closeWriter(writer)
    },
  }
}

function closeWriter(writer: SqliteConnection): void {
  try {
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // The disk fails, but the log has everything: the next start reads it.
  }
  writer.close()
}

function logOf(file: string, reader: SqliteConnection): Pick<EngineStats, 'log'> {
  try {
    const [, frames, inFile] = reader.run({ sql: 'PRAGMA wal_checkpoint(NOOP)', parameters: [] })[0] as number[]
    return { log: { bytes: statSync(`${file}-wal`).size, framesBehind: Math.max(0, frames! - inFile!) } }
  } catch {
    return {} // a checkpoint is under way
  }
}

function refuseOldVersion(version: string): void {
  const parts = (text: string) => text.split('.').map(Number)
  const [wanted, given] = [parts(OLDEST_SAFE_VERSION), parts(version)]
  const differing = wanted.findIndex((part, index) => part !== (given[index] ?? 0))
  if (differing >= 0 && (given[differing] ?? 0) < wanted[differing]!) {
    throw new Error(`SQLite ${version} is too old; Kontor needs ${OLDEST_SAFE_VERSION} or newer.`)
  }
}
