import { performance } from 'node:perf_hooks'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { OutcomeUnknown, type Query, type SharedInCommit, type WriteLock } from '../engine.ts'
import type { Memory } from '../known/memory.ts'
import { isRolledBack } from './errors.ts'
import { WriteBuffer } from './write-buffer.ts'

const BATCH_MAX = 128
/** On the HTTP thread a batch may hold the lock for 15 ms at most, so that reads are not starved. */
const noOtherWriter: WriteLock = { maxHoldMs: 15, acquire: async () => {}, release: () => {} }

interface WriteRequest {
  work(): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** How a request is answered once the commit is on disk. */
interface Answer {
  readonly isRefusal: boolean
  give(): void
}

const refusing = ({ reject }: WriteRequest, error: unknown): Answer => ({ isRefusal: true, give: () => reject(error) })

/**
 * A request that was refused has written nothing, whatever became of the commit. The reason of its refusal may have been a
 * write of the same batch, so it does not count either: the request can be repeated.
 */
const causeOf = (error: unknown): unknown => (error instanceof OutcomeUnknown ? error.cause : error)

export interface GroupCommitParts {
  readonly database: DatabaseSync
  readonly run: (query: Query) => unknown
  /** What the requests of one batch add to together. */
  readonly sharedInCommit: Map<string, SharedInCommit<unknown>>
  /** Holds records as they are in the database; cleared after a rollback and after a write of another process. */
  readonly cache: Memory
}

/**
 * Waiting for the disk is the most expensive part of a write. Requests that arrive together therefore share one
 * transaction. A request that fails is rolled back alone, and all are answered after the commit is on disk.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #buffer: WriteBuffer
  readonly #sharedInCommit: Map<string, SharedInCommit<unknown>>
  readonly #cache: Memory
  readonly #version: StatementSync
  #knownVersion: unknown
  readonly #waiting: WriteRequest[] = []
  #running: Promise<void> | undefined
  /** Set after a buffered statement failed: the batch runs again without buffering, to find the request at fault. */
  #isUnbuffered = false
  /** Replaced where another thread or process writes to the same file. */
  lock: WriteLock = noOtherWriter

  constructor({ database, run, sharedInCommit, cache }: GroupCommitParts) {
    this.#database = database
    this.#buffer = new WriteBuffer(database, run)
    this.#sharedInCommit = sharedInCommit
    this.#cache = cache
    this.#version = database.prepare('PRAGMA data_version')
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  /** Whether a statement was taken into the buffer. If not, all that it may read has been carried out. */
  defer(query: Query): boolean {
    return this.#buffer.defer(query)
  }

  /** Resolves when no write is left. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      try {
        await this.lock.acquire()
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error)
        continue
      }
      const answers = await this.#transact()
      this.lock.release()
      for (const { give } of answers) give()
    }
    this.#running = undefined
  }

  /** While each turn of the event loop brings more requests, waiting for them costs less than another commit. */
  async #gather(): Promise<void> {
    let count: number
    do {
      count = this.#waiting.length
      await new Promise<void>((resolve) => setImmediate(resolve))
    } while (this.#waiting.length > count && count < BATCH_MAX)
  }

  /** One transaction. Returns how to answer every request that took part. */
  async #transact(): Promise<readonly Answer[]> {
    const end = performance.now() + this.lock.maxHoldMs
    const isUnbuffered = this.#isUnbuffered
    this.#isUnbuffered = false
    this.#sharedInCommit.clear()
    this.#buffer.clear()
    try {
      this.#database.exec('BEGIN IMMEDIATE') // a lock taken later could be refused half-way
      this.#clearCacheIfOthersWrote()
    } catch (error) {
      return this.#waiting.splice(0, BATCH_MAX).map((request) => refusing(request, error))
    }
    const batch: WriteRequest[] = []
    const answers: Answer[] = []
    try {
      while (this.#waiting.length > 0 && batch.length < BATCH_MAX && performance.now() < end) {
        batch.push(this.#waiting.shift()!)
        answers.push(await this.#runOne(batch.at(-1)!, isUnbuffered))
      }
      this.#buffer.flush()
      for (const shared of this.#sharedInCommit.values()) await shared.write()
      this.#commit()
      return answers
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#cache.forgetAll()
      if (isUnbuffered || !this.#buffer.hasFailed)
        return batch.map((request, index) => refusing(request, answers[index]?.isRefusal ? causeOf(error) : error))
      this.#waiting.unshift(...batch)
      this.#isUnbuffered = true
      return []
    }
  }

  /** Throws only when the whole transaction is lost, as on a full disk. */
  async #runOne(request: WriteRequest, isUnbuffered: boolean): Promise<Answer> {
    this.#buffer.begin(isUnbuffered)
    try {
      const result = await request.work()
      this.#buffer.keep()
      return { isRefusal: false, give: () => request.resolve(result) }
    } catch (error) {
      this.#cache.forgetAll()
      if (this.#buffer.hasFailed || !this.#database.isTransaction) throw error
      this.#buffer.drop()
      return refusing(request, error)
    }
  }

  #commit(): void {
    try {
      this.#database.exec('COMMIT')
    } catch (error) {
      throw isRolledBack(error) ? error : new OutcomeUnknown(error)
    }
  }

  #clearCacheIfOthersWrote(): void {
    const { data_version: version } = this.#version.get() as { data_version: number }
    if (version !== this.#knownVersion) this.#cache.forgetAll()
    this.#knownVersion = version
  }
}
