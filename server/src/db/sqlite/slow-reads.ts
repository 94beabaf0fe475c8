import { Semaphore } from '../../core/semaphore.ts'
import type { Cancellation } from '../../core/store.ts'
import type { Connection } from '../engine.ts'
import { DatabaseUnavailable } from './errors.ts'
import type { SlowReader } from './slow-reader.ts'

/** More concurrent reads would only wait for each other. */
const TRANSACTIONS_MAX = 4
/** An idle process would hold tens of megabytes, most of them pages of the mapped file. */
const KEPT_MS = 10_000

/** The process was killed to end the read of another request. */
class Interrupted extends Error {}

/**
 * Runs slow reads in a separate process, so that a page of a million records in an order without an index delays no
 * other request. SQLite cannot be interrupted from outside its thread by `node:sqlite`, but a process can be killed: this
 * ends a read whose client has disconnected. The process is started on demand and ends when it is idle.
 */
export class SlowReads {
  readonly #start: () => SlowReader
  readonly #keptMs: number
  readonly #transactions = new Semaphore(TRANSACTIONS_MAX)
  #process: SlowReader | undefined
  #ending: NodeJS.Timeout | undefined
  #lastTransaction = 0
  /** How often the process has ended by itself. */
  failures = 0

  constructor(start: () => SlowReader, keptMs = KEPT_MS) {
    this.#start = start
    this.#keptMs = keptMs
  }

  get isUp(): boolean {
    return this.#process !== undefined
  }

  read<T>(work: (connection: Connection) => Promise<T>, onCancel?: Cancellation): Promise<T> {
    clearTimeout(this.#ending)
    let isCancelled = false
    let running: SlowReader | undefined
    onCancel?.(() => {
      isCancelled = true
      if (running) this.#end(running, new Interrupted())
    })
    const attempt = async (): Promise<T> => {
      if (isCancelled) throw new DatabaseUnavailable('The client has disconnected.')
      running = this.#started()
      try {
        return await this.#transaction(running, work)
      } catch (error) {
        if (error instanceof Interrupted) return attempt() // a read can be repeated
        throw error
      } finally {
        running = undefined
      }
    }
    return this.#transactions.run(attempt).finally(() => {
      if (this.#transactions.running === 0) this.#ending = setTimeout(() => this.close(), this.#keptMs).unref()
    })
  }

  async close(): Promise<void> {
    if (this.#process) await this.#end(this.#process, new DatabaseUnavailable('The process that reads has ended.'))
  }

  async #transaction<T>(reader: SlowReader, work: (connection: Connection) => Promise<T>): Promise<T> {
    const transaction = ++this.#lastTransaction
    try {
      await reader.ask({ kind: 'begin', transaction })
      return await work({ query: (query) => reader.ask({ kind: 'query', transaction, query }) })
    } finally {
      await reader.ask({ kind: 'end', transaction }).catch(() => {}) // if the process has ended, so has its transaction
    }
  }

  #started(): SlowReader {
    if (this.#process) return this.#process
    const reader = this.#start()
    this.#process = reader
    reader.exited.then(() => {
      if (this.#process === reader) this.failures++
      this.#forget(reader)
    })
    return reader
  }

  #end(reader: SlowReader, reason: Error): Promise<void> {
    this.#forget(reader)
    return reader.kill(reason)
  }

  #forget(reader: SlowReader): void {
    if (this.#process === reader) this.#process = undefined
  }
}
