import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { whenFree } from '../../sqlite/lane.ts'
import { isNextSalt, type LogPosition } from '../objects.ts'
import { LogDiscontinuous, LogFile } from './log-file.ts'

/** A longer file is truncated when the log is reset; as for connections that write requests. */
const LOG_BYTES_MAX = 67_108_864
const GUARD_ATTEMPTS = 50
/** How often a checkpoint is tried again while others wait. */
const CHECKPOINT_PAUSE_MS = 2
const LENGTH_ATTEMPTS = 10_000

interface LogLength {
  /** Frames of committed transactions. */
  readonly log: number
  /** Frames that are in the database as well. */
  readonly checkpointed: number
}

/** Where copying stands. */
export interface CopiedLog {
  readonly position: LogPosition
  /** Everything up to the position is in the database, so the log may be reset after it. */
  readonly isComplete: boolean
}

/**
 * The write-ahead log, which is not reset before it is copied. A read transaction that needs the log (the guard) prevents
 * that, whichever program writes or checkpoints. Only `reset` gives it up, while no other connection can write.
 */
export class GuardedLog {
  readonly #file: LogFile
  readonly #locking: DatabaseSync
  readonly #probe: DatabaseSync
  /** One holds the guard; the other takes over from it further on in the log. */
  #guards: readonly [DatabaseSync, DatabaseSync]
  #isGuarded = false

  constructor(database: string) {
    const open = () => {
      const connection = new DatabaseSync(database, { timeout: 0 })
      connection.exec(
        `PRAGMA wal_autocheckpoint=0; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=${LOG_BYTES_MAX}`,
      )
      return connection
    }
    this.#locking = open()
    this.#probe = open()
    this.#guards = [open(), open()]
    const { page_size } = this.#probe.prepare('PRAGMA page_size').get() as { page_size: number }
    this.pageSize = page_size
    this.#file = new LogFile(database, page_size)
  }

  readonly pageSize: number

  /** Of the log as it is now. */
  get salt(): string {
    return this.#file.salt()
  }

  get frames(): number {
    return this.#length().log
  }

  get bytes(): number {
    return this.frames * this.#file.frameBytes
  }

  /** The size of a copy of the database. */
  get databaseBytes(): number {
    const { page_count } = this.#probe.prepare('PRAGMA page_count').get() as { page_count: number }
    return page_count * this.pageSize
  }

  /** The end of the log; nothing before it counts as copied. */
  end(): LogPosition {
    const { log } = this.#length()
    return { salt: this.#file.salt(), frame: log, checksum: this.#file.checksumOf(log) }
  }

  /** Whether the log goes on where copying has stopped. */
  continues(copied: CopiedLog): boolean {
    try {
      const { salt, frame, checksum } = this.#next(copied)
      return frame === 0 || (salt !== '' && frame <= this.#length().log && this.#file.checksumOf(frame) === checksum)
    } catch (error) {
      if (error instanceof LogDiscontinuous) return false
      throw error
    }
  }

  /** The next segment; undefined if everything is copied. */
  transactionsAfter(copied: CopiedLog): (ReturnType<LogFile['transactionsAfter']> & { from: LogPosition }) | undefined {
    const from = this.#next(copied)
    const { log } = this.#length()
    if (log < from.frame) throw new LogDiscontinuous('The log is shorter than what was copied of it.')
    return log === from.frame ? undefined : { from, ...this.#file.transactionsAfter(from, log) }
  }

  /** Guards the log as it is now, unless it is guarded already. */
  async guard(): Promise<void> {
    if (this.#isGuarded) return
    for (let attempt = 0; attempt < GUARD_ATTEMPTS; attempt++) {
      await this.whileNoneWrites(async () => this.#tryGuard())
      if (this.#isGuarded) return
      await this.#touch()
    }
    throw new Error('The log cannot be guarded: another program checkpoints the database all the time.')
  }

  release(): void {
    for (const guard of this.#guards) if (guard.isTransaction) guard.exec('ROLLBACK')
    this.#isGuarded = false
  }

  /** No other connection writes meanwhile: the work must be short. */
  async whileNoneWrites<T>(work: () => Promise<T>): Promise<T> {
    await whenFree(() => this.#locking.exec('BEGIN IMMEDIATE'))
    try {
      return await work()
    } finally {
      this.#locking.exec('ROLLBACK')
    }
  }

  /** Writes what is in the log into the database, as far as readers allow it. */
  checkpoint(): LogLength {
    return this.#ask('PASSIVE') ?? this.#length()
  }

  /**
   * Resets the log, unless a reader needs it. `copyPresent` copies what is not copied yet while others write, `copyRest` the
   * rest while they wait. `onComplete` records that the log may be reset after that. Writers wait `patienceMs`
   * longer: as soon as all is in the database, new readers do not read the log, and those that do end. Returns whether it
   * was reset.
   */
  async reset(
    copyPresent: () => Promise<void>,
    copyRest: () => Promise<void>,
    onComplete: () => Promise<void>,
    patienceMs = 0,
  ): Promise<boolean> {
    const before = this.#length().log
    const salt = this.#file.salt()
    this.#advance()
    // Most of the work, while others write. If a reader is in the way, it makes no sense to stop them.
    if (this.checkpoint().checkpointed < before && patienceMs === 0) return false
    await copyPresent()
    await this.#settle(copyRest, onComplete, patienceMs)
    if (!this.#isGuarded) {
      await this.#touch() // the first transaction of the new log, which can be guarded
      await this.guard()
    }
    return this.#file.salt() !== salt
  }

  /** The server stops: all that was copied is in the database, unless a reader of another program is in the way. */
  async finish(copyRest: () => Promise<void>, onComplete: () => Promise<void>, patienceMs: number): Promise<void> {
    this.#advance()
    this.checkpoint()
    await this.#settle(copyRest, onComplete, patienceMs)
  }

  async #settle(copyRest: () => Promise<void>, onComplete: () => Promise<void>, patienceMs: number): Promise<void> {
    await this.whileNoneWrites(async () => {
      await copyRest()
      this.release()
      const end = performance.now() + patienceMs
      let { log, checkpointed } = this.checkpoint()
      while (checkpointed < log && performance.now() < end) {
        await sleep(CHECKPOINT_PAUSE_MS)
        checkpointed = this.checkpoint().checkpointed
      }
      if (checkpointed < log) return this.#tryGuard()
      await onComplete()
      if (patienceMs > 0) await sleep(Math.min(patienceMs, Math.max(CHECKPOINT_PAUSE_MS, end - performance.now())))
    })
  }

  close(): void {
    this.release()
    for (const connection of [...this.#guards, this.#probe, this.#locking]) connection.close()
  }

  #tryGuard(): void {
    this.#isGuarded = this.#hold(this.#guards[0])
  }

  /** The other connection takes over, unless it would not need the log: then the guard is at its end already. */
  #advance(): void {
    const [current, next] = this.#guards
    if (!this.#hold(next)) return
    current.exec('ROLLBACK')
    this.#guards = [next, current]
  }

  /**
   * A reader keeps the log only if it needs a frame of it: if all is in the database, it reads only that. So something must
   * be missing there, still after its transaction has begun.
   */
  #hold(connection: DatabaseSync): boolean {
    const { log } = this.#length()
    let isHeld = false
    connection.exec('BEGIN')
    try {
      connection.prepare('select 1 from sqlite_schema').get()
      isHeld = this.#length().checkpointed < log
    } finally {
      if (!isHeld) connection.exec('ROLLBACK')
    }
    return isHeld
  }

  /** A transaction that changes nothing of Kontor. */
  async #touch(): Promise<void> {
    await whenFree(() => this.#locking.exec('BEGIN IMMEDIATE'))
    const { user_version } = this.#locking.prepare('PRAGMA user_version').get() as { user_version: number }
    this.#locking.exec(`PRAGMA user_version=${user_version}; COMMIT`)
  }

  /** While a transaction is being committed, its length cannot be read for an instant. */
  #length(): LogLength {
    for (let attempt = 0; attempt < LENGTH_ATTEMPTS; attempt++) {
      const length = this.#ask('NOOP')
      if (length) return length
    }
    throw new Error('The length of the log cannot be read.')
  }

  /** Undefined if another connection is in the way. */
  #ask(mode: 'NOOP' | 'PASSIVE'): LogLength | undefined {
    const row = this.#probe.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as unknown as LogLength & { busy: number }
    return row.busy === 0 && row.log >= 0 ? row : undefined
  }

  /** Where the frame after the copied ones is: behind them, or first in a log that was reset. */
  #next({ position, isComplete }: CopiedLog): LogPosition {
    const salt = this.#file.salt()
    if (salt === position.salt) return position
    if (isComplete && isNextSalt(position.salt, salt)) return { salt, frame: 0, checksum: '' }
    throw new LogDiscontinuous('The log was reset before all of it was copied.')
  }
}
