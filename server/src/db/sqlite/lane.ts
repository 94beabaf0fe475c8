import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage, OutcomeUnknown, type Query, type Values, type WriteLock } from '../engine.ts'
import { createCommitId } from '../ids.ts'
import { type Lane, RolledBack } from '../write-queue/lane.ts'
import type { SqliteConnection } from './connection.ts'
import { isBusy, isRolledBack, refusalOf } from './errors.ts'

const BUSY_TIMEOUT_MS = 5000
const BUSY_PAUSE_MS = 5
const OUTCOME_DEADLINE_MS = 2000
const OUTCOME_PAUSE_MS = 200
const SAVEPOINT = { set: 'SAVEPOINT own', release: 'RELEASE own', undo: 'ROLLBACK TO own; RELEASE own' }

/** On the HTTP thread a batch may hold the lock for 15 ms at most, so that reads are not starved. */
const noOtherWriter: WriteLock = { maxHoldMs: 15, acquire: async () => {}, release: () => {} }

/** The clock by which something is tried again. A simulation has its own. */
export interface Timing {
  now(): number
  sleep(ms: number): Promise<unknown>
}
// Not the clock of the day, which may be set back meanwhile.
const REAL: Timing = { now: () => performance.now(), sleep }

type WriteConnection = Pick<SqliteConnection, 'exec' | 'run' | 'reopen' | 'ensureOpen'>

/** One connection that writes to the file. All statements are carried out at once, on this thread. */
export class SqliteLane implements Lane {
  readonly hasRivals = false
  readonly #connection: WriteConnection
  readonly #timing: Timing
  /** Replaced where another thread or process writes to the same file. */
  lock: WriteLock = noOtherWriter

  constructor(connection: WriteConnection, timing = REAL) {
    this.#connection = connection
    this.#timing = timing
  }

  get maxHoldMs(): number {
    return this.lock.maxHoldMs
  }

  async begin(): Promise<void> {
    await this.lock.acquire()
    await whenFree(() => {
      this.#connection.ensureOpen()
      this.#connection.exec('BEGIN IMMEDIATE') // a lock taken later could be refused half-way
    }, this.#timing)
  }

  async run(query: Query): Promise<readonly Values[]> {
    return this.#connection.run(query)
  }

  async flush(writes: readonly Query[]): Promise<void> {
    for (const query of writes) this.#connection.run(query)
  }

  async savepoint(action: keyof typeof SAVEPOINT): Promise<void> {
    this.#connection.exec(SAVEPOINT[action])
  }

  async commit(writes: readonly Query[]): Promise<void> {
    for (const query of writes) this.#connection.run(query)
    const id = createCommitId()
    this.#connection.run(markOf(id))
    try {
      this.#connection.exec('COMMIT')
    } catch (error) {
      if (isRolledBack(error)) throw error
      await this.#learnOutcome(id, error)
    }
  }

  async rollback(): Promise<void> {
    try {
      this.#connection.exec('ROLLBACK')
    } catch {
      // The error that ended the transaction has rolled it back already.
    }
  }

  release(): void {
    this.lock.release()
  }

  verdictOn(error: unknown): 'unavailable' | undefined {
    return isOutage(refusalOf(error)) ? 'unavailable' : undefined
  }

  /**
   * After a failed fsync the commit may be in the log or not; a new connection reads what is there. It inserts the row of
   * the lost transaction once more: if that succeeds, the transaction is gone.
   */
  async #learnOutcome(id: string, cause: unknown): Promise<void> {
    const { now, sleep } = this.#timing
    for (const end = now() + OUTCOME_DEADLINE_MS; now() < end; await sleep(OUTCOME_PAUSE_MS)) {
      try {
        this.#connection.reopen()
        if (!this.#fence(id)) return
      } catch {
        continue
      }
      throw new RolledBack(cause)
    }
    throw new OutcomeUnknown(cause)
  }

  /** Whether the transaction was not committed. The second row says so if this has to be repeated. */
  #fence(id: string): boolean {
    this.#connection.exec('BEGIN IMMEDIATE')
    const isFenced = this.#connection.run(markOf(id)).length > 0
    if (isFenced) this.#connection.run(markOf(`${id} lost`))
    this.#connection.exec('COMMIT')
    return isFenced || this.#connection.run(lostOf(id)).length > 0
  }
}

const lostOf = (id: string): Query => ({ sql: 'select "id" from "commits" where "id" = ?', parameters: [`${id} lost`] })

const markOf = (id: string): Query => ({
  sql: 'insert into "commits" ("id") values (?) on conflict do nothing returning "id"',
  parameters: [id],
})

/** Every transaction has a row, by which a restore finds its time. The table itself is made by a migration. */
export function markCommit(connection: SqliteConnection): void {
  const table = connection.run({ sql: "select 1 from sqlite_schema where name = 'commits'", parameters: [] })
  if (table.length > 0) connection.run(markOf(createCommitId()))
}

/** Tries again while another connection writes, and serves other requests meanwhile. */
export async function whenFree(begin: () => void, { now, sleep } = REAL): Promise<void> {
  for (const end = now() + BUSY_TIMEOUT_MS; ; await sleep(BUSY_PAUSE_MS)) {
    try {
      return begin()
    } catch (error) {
      if (!isBusy(error) || now() >= end) throw error
    }
  }
}
