import { OutcomeUnknown, type Query, type Values } from '../../src/db/engine.ts'
import { mergeInserts } from '../../src/db/postgres/merge-inserts.ts'
import { type Lane, RolledBack } from '../../src/db/write-queue/lane.ts'
import type { ServerConnection } from './database/connection.ts'
import { DatabaseError } from './database/database.ts'
import type { Reply, Statement } from './database/session.ts'

const OUTCOME_ATTEMPTS_MAX = 4
const SAVEPOINTS = { set: 'set', release: 'release', undo: 'undo' } as const

/** What a lane needs of the node to which it belongs. */
export interface LaneHost {
  readonly hasRivals: boolean
  readonly maxHoldMs: number
  /** Throws where the server cannot be reached. */
  connect(): Promise<ServerConnection>
  pause(): Promise<void>
  createCommitId(): string
  /** Whether the client gives up waiting for the result of a lost commit. */
  isImpatient(): boolean
  /** How many microtasks an answer takes inside the lane: this differs from lane to lane, and nothing may depend on it. */
  readonly hops: { readonly run: number; readonly flush: number; readonly savepoint: number }
}

/** A lane over the simulated server. Methods are replaced where a bug is planted. */
export class SimLane implements Lane {
  readonly #host: LaneHost
  readonly hasRivals: boolean
  readonly maxHoldMs: number
  connection: ServerConnection | undefined
  #begun: Promise<unknown> = Promise.resolve()

  constructor(host: LaneHost) {
    this.#host = host
    this.hasRivals = host.hasRivals
    this.maxHoldMs = host.maxHoldMs
  }

  async begin(): Promise<void> {
    if (!this.connection || this.connection.isCut) this.connection = await this.connectAnew()
    this.#begun = this.send('BEGIN')
    if (!this.hasRivals) await this.#begun
  }

  run(query: Query): Promise<readonly Values[]> {
    return delayed(this.send(query) as Promise<readonly Values[]>, this.#host.hops.run)
  }

  async flush(writes: readonly Query[]): Promise<void> {
    if (writes.length === 0) return
    const statements = this.hasRivals ? mergeInserts(writes) : writes
    await delayed(Promise.all(statements.map((query) => this.send(query))), this.#host.hops.flush)
  }

  async savepoint(action: keyof typeof SAVEPOINTS): Promise<void> {
    await delayed(this.send(SAVEPOINTS[action]), this.#host.hops.savepoint)
  }

  async commit(writes: readonly Query[]): Promise<void> {
    await this.#begun
    const id = this.#host.createCommitId()
    const flushed = this.flush([...writes, markOf(id)])
    if (!this.hasRivals) await flushed // a failed statement would not keep COMMIT from succeeding
    const [flush, commit] = await Promise.allSettled([flushed, this.send('COMMIT')])
    if (commit.status === 'rejected') {
      if (!isLost(commit.reason)) throw commit.reason
      return this.learnOutcome(id, commit.reason)
    }
    if (flush.status === 'rejected') throw flush.reason
    this.checkTag(commit.value)
  }

  async rollback(): Promise<void> {
    await this.send('ROLLBACK').catch(() => this.connection?.cut())
  }

  release(): void {}

  verdictOn(error: unknown): 'conflict' | 'unavailable' | undefined {
    const kind = error instanceof DatabaseError ? error.kind : undefined
    return kind === 'conflict' || kind === 'unavailable' ? kind : undefined
  }

  /** After a failed statement the server answers COMMIT with ROLLBACK, without an error. */
  checkTag(tag: Reply): void {
    if (tag !== 'COMMIT') throw new RolledBack(`COMMIT was answered with ${tag}.`)
  }

  async learnOutcome(id: string, cause: unknown): Promise<void> {
    for (let attempt = 0; attempt < OUTCOME_ATTEMPTS_MAX; attempt++) {
      const outcome = await this.fence(id)
      if (outcome === 'committed') return
      if (outcome !== undefined) throw new RolledBack(cause)
      await this.#host.pause()
    }
    throw new OutcomeUnknown(cause)
  }

  /** Inserts the row of a lost transaction once more, on another connection. Undefined where there is no answer. */
  async fence(id: string): Promise<Reply | undefined> {
    try {
      const connection = await this.connectAnew()
      const answer = connection.send({ fence: id })
      if (this.#host.isImpatient()) void this.#host.pause().then(() => connection.cut())
      return await answer
    } catch {
      return undefined
    }
  }

  connectAnew(): Promise<ServerConnection> {
    return this.#host.connect()
  }

  send(statement: Statement): Promise<Reply> {
    if (!this.connection) return Promise.reject(new DatabaseError('unavailable', 'There is no connection.'))
    return handled(this.connection.send(statement))
  }
}

function delayed<T>(answer: Promise<T>, hops: number): Promise<T> {
  let later = answer
  for (let count = 0; count < hops; count++) later = later.then((value) => value)
  return handled(later)
}

/** A rejection that nothing awaits any more must not count as unhandled. */
function handled<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

const isLost = (error: unknown) => error instanceof DatabaseError && error.kind === 'unavailable'

export const markOf = (id: string): Query => ({
  sql: 'insert',
  name: 'insert commits',
  effect: 'insert',
  table: 'commits',
  columns: ['id'],
  parameters: [id],
})
