import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Query } from '../engine.ts'
import { effectOf, PendingWrites } from './pending-writes.ts'

/**
 * A statement that follows another directly costs a quarter of one that stands alone. The writes of a batch are therefore
 * buffered and carried out in one go: before the commit, or before a read that may see them.
 *
 * A request that fails while its writes are buffered has written nothing. Once they were carried out, it has a savepoint.
 */
export class WriteBuffer {
  readonly #database: DatabaseSync
  readonly #run: (query: Query) => unknown
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  /** Of requests of this batch that are done. */
  readonly #ready = new PendingWrites()
  /** Of the request that runs. */
  readonly #own = new PendingWrites()
  #isBuffering = false
  #hasSavepoint = false
  #hasFailed = false

  constructor(database: DatabaseSync, run: (query: Query) => unknown) {
    this.#database = database
    this.#run = run
    this.#savepoint = database.prepare('SAVEPOINT one')
    this.#release = database.prepare('RELEASE one')
  }

  /** A buffered statement failed, and the request that it belongs to is no longer known. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** A request begins. An unbuffered one writes at once, so that a failure is its own. */
  begin(isUnbuffered: boolean): void {
    if (isUnbuffered) this.#writeThrough()
    else this.#isBuffering = true
  }

  /** Whether the statement was buffered. If not, all that it may read has been carried out. */
  defer(query: Query): boolean {
    if (!this.#isBuffering) return false
    const effect = effectOf(query.sql)
    if (effect.kind === 'write') {
      this.#own.add(query, effect)
      return true
    }
    if (effect.kind === 'other' || this.#own.concerns(effect, query)) this.#writeThrough()
    else if (this.#ready.concerns(effect, query)) this.flush()
    return false
  }

  /** The request succeeded. */
  keep(): void {
    if (this.#hasFailed) throw new Error('A buffered statement of an earlier request failed.')
    if (this.#hasSavepoint) this.#release.run()
    else this.#own.moveTo(this.#ready)
    this.#end()
  }

  /** Rolls back what the request wrote. */
  drop(): void {
    if (this.#hasSavepoint) this.#database.exec('ROLLBACK TO one; RELEASE one')
    this.#end()
  }

  /** Carries out the writes of all requests that are done. */
  flush(): void {
    try {
      for (const query of this.#ready.take()) this.#run(query)
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  /** A new transaction begins. */
  clear(): void {
    this.#ready.clear()
    this.#end()
    this.#hasFailed = false
  }

  #end(): void {
    this.#own.clear()
    this.#isBuffering = false
    this.#hasSavepoint = false
  }

  #writeThrough(): void {
    this.flush()
    this.#savepoint.run()
    this.#hasSavepoint = true
    this.#isBuffering = false
    for (const query of this.#own.take()) this.#run(query)
  }
}
