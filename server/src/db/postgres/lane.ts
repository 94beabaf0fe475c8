import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isOutage, OutcomeUnknown, type Query, type Values } from '../engine.ts'
import { createCommitId } from '../ids.ts'
import { type Lane, RolledBack } from '../write-queue/lane.ts'
import { isConflict, refusalOf, reportsRollback } from './errors.ts'
import { mergeInserts } from './merge-inserts.ts'
import { type PoolSession, type PostgresPool, send, sendBatched } from './pool.ts'

/** A batch is committed within milliseconds; a longer one lets others have their turn. */
const MAX_HOLD_MS = 1000
const OUTCOME_DEADLINE_MS = 10_000
const OUTCOME_PAUSE_MS = 200
/** The connection that is asked may be dead as well; then another one is asked. */
const OUTCOME_TIMEOUT_MS = 3000
/**
 * The second row says that the first is of this statement: its reply may be lost, and then it is repeated. The third makes
 * the statement wait for a synchronous standby, and with it for all that was committed before.
 */
const FENCE = `with fence as (insert into "commits" ("id") values ($1) on conflict do nothing returning "id")
  insert into "commits" ("id") select "id" || ' lost' from fence union all select $1 || ' ' || gen_random_uuid()`
const IS_LOST = `select from "commits" where "id" = $1 || ' lost'`
const SAVEPOINT = { set: 'SAVEPOINT own', release: 'RELEASE own', undo: 'ROLLBACK TO own; RELEASE own' }

/** Transactions on one connection. Statements are sent without waiting for the replies to those before them. */
export class PostgresLane implements Lane {
  readonly maxHoldMs = MAX_HOLD_MS
  readonly hasRivals = true
  readonly #pool: PostgresPool
  #client: PoolSession | undefined
  #begun: Promise<unknown> = Promise.resolve()
  #isBegun = false
  /** Statements that wait for the reply to BEGIN. */
  #waiting = 0
  #isBroken = false
  readonly #newestMigration: () => string | undefined

  /** Once a later migration has been applied than the newest that this process knows, it commits nothing any more. */
  constructor(pool: PostgresPool, newestMigration: () => string | undefined) {
    this.#pool = pool
    this.#newestMigration = newestMigration
  }

  async begin(): Promise<void> {
    this.#isBroken = false
    this.#client = await this.#pool.connect()
    this.#isBegun = false
    this.#waiting = 0
    const begun = this.#send(this.#client.begin('BEGIN ISOLATION LEVEL READ COMMITTED')) // travels with the first reads
    this.#begun = handled(
      begun.then(() => {
        this.#isBegun = true
      }),
    )
  }

  run(query: Query): Promise<readonly Values[]> {
    const { effect } = query
    return this.#inOrder(effect === 'read' || effect === 'lock', () => {
      sendBatched(this.#client!)
      return send(this.#client!, query)
    })
  }

  flush(writes: readonly Query[]): Promise<void> {
    return this.#inOrder(writes.length === 0, () => this.#sendWrites(writes))
  }

  /**
   * If BEGIN had failed, each write would commit by itself: a write waits for its reply, and so does everything that comes after
   * the write.
   */
  #inOrder<T>(isHarmless: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0 && (this.#isBegun || isHarmless)) return handled(work())
    this.#waiting++
    return handled(
      this.#begun.then(() => {
        this.#waiting--
        return work()
      }),
    )
  }

  async #sendWrites(writes: readonly Query[]): Promise<void> {
    if (writes.length === 0) return
    sendBatched(this.#client!)
    await Promise.all(mergeInserts(writes).map((query) => handled(send(this.#client!, query))))
  }

  async savepoint(action: keyof typeof SAVEPOINT): Promise<void> {
    await this.#inOrder(true, () => this.#send(SAVEPOINT[action]))
  }

  /** The last writes and COMMIT share one round trip, so that contended rows are locked no longer than that. */
  async commit(writes: readonly Query[]): Promise<void> {
    await this.#begun
    const id = createCommitId()
    const flushed = this.#sendWrites([...writes, markOf(id, this.#newestMigration())])
    const [flush, commit] = await Promise.allSettled([flushed, this.#send('COMMIT')])
    if (commit.status === 'rejected') {
      if (reportsRollback(commit.reason)) throw commit.reason
      this.#isBroken = true
      return this.#learnOutcome(id, commit.reason)
    }
    // After a failed statement the server answers COMMIT with ROLLBACK, without an error.
    const isCommitted = commit.value.command === 'COMMIT'
    if (flush.status === 'rejected') throw isCommitted ? new OutcomeUnknown(flush.reason) : flush.reason
    if (!isCommitted) throw new RolledBack(`COMMIT was answered with ${commit.value.command}.`)
    if (!this.#client!.isUnreplicated) return
    this.#isBroken = true
    return this.#learnOutcome(id, new Error('No standby has confirmed COMMIT.'))
  }

  async rollback(): Promise<void> {
    if (!this.#client || this.#isBroken) return
    await this.#inOrder(true, () => this.#send('ROLLBACK')).catch(() => {
      this.#isBroken = true
    })
  }

  release(): void {
    this.#client?.release(this.#isBroken)
    this.#client = undefined
  }

  verdictOn(error: unknown): 'conflict' | 'unavailable' | undefined {
    if (isConflict(error)) return 'conflict'
    return isOutage(refusalOf(error)) ? 'unavailable' : undefined
  }

  /**
   * Inserts the row of the lost transaction once more, on another connection. This waits while that transaction is in
   * progress. If the insert succeeds, the lost transaction was not committed and can no longer be.
   */
  async #learnOutcome(id: string, cause: unknown): Promise<void> {
    this.release()
    for (const end = performance.now() + OUTCOME_DEADLINE_MS; performance.now() < end; await sleep(OUTCOME_PAUSE_MS)) {
      const isLost = await this.#fence(id, Math.min(end - performance.now(), OUTCOME_TIMEOUT_MS))
      if (isLost === false) return
      if (isLost) throw new RolledBack(cause)
    }
    throw new OutcomeUnknown(cause)
  }

  /** Whether the transaction was not committed; undefined where the server does not answer in time. */
  async #fence(id: string, timeoutMs: number): Promise<boolean | undefined> {
    const client = await this.#pool.connect().catch(() => undefined)
    const ask = (text: string) => client!.query({ text, values: [id], query_timeout: timeoutMs } as pg.QueryConfig)
    let isLost: boolean | undefined
    try {
      await ask(FENCE)
      const { rowCount } = await ask(IS_LOST) // a statement of its own, which sees what the first one waited for
      if (!client!.isUnreplicated) isLost = rowCount === 1
    } catch {}
    client?.release(isLost === undefined)
    return isLost
  }

  #send(text: string): Promise<pg.QueryResult> {
    if (!this.#client) return Promise.reject(new Error('Connection terminated'))
    return handled(this.#client.query(text))
  }
}

/** The id must not be null, so that a node of an older version fails here. */
const MARK = `insert into "commits" ("id")
  select case when not exists (select 1 from "migrations" where "name" > $2) then $1 end`

const markOf = (id: string, newestMigration: string | undefined): Query =>
  newestMigration === undefined
    ? { sql: 'insert into "commits" ("id") values ($1)', name: 'mark', parameters: [id] }
    : { sql: MARK, name: 'mark if up to date', parameters: [id, newestMigration] }

/** A rejection that nothing awaits any more must not end the process. */
function handled<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}
