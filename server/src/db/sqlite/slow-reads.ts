import { Semaphore } from '../../core/semaphore.ts'
import type { Cancellation } from '../../core/store.ts'
import type { Connection } from '../engine.ts'
import { DatabaseUnavailable } from './errors.ts'
import type { SlowReader } from './slow-reader.ts'

/** Each has a process. More of them would only wait for each other. */
const READS_MAX = 4
/** An idle process would hold tens of megabytes, most of them pages of the mapped file. */
const KEPT_MS = 10_000

/**
 * Runs each slow read in a process of its own, so that a page of a million records in an order without an index delays no
 * other request. SQLite cannot be interrupted from outside its thread by `node:sqlite`, but a process can be killed: this
 * ends a read whose client has disconnected. A process is started on demand, serves one read after the other, and ends
 * when it is idle.
 */
export class SlowReads {
  readonly #start: () => SlowReader
  readonly #keptMs: number
  readonly #reads = new Semaphore(READS_MAX)
  readonly #processes = new Set<SlowReader>()
  /** Processes without a read, and when they end. The one that was used last is used next, so that spare ones can end. */
  readonly #idle = new Map<SlowReader, NodeJS.Timeout>()
  #isClosed = false
  /** How many processes have ended by themselves. */
  failures = 0

  constructor(start: () => SlowReader, keptMs = KEPT_MS) {
    this.#start = start
    this.#keptMs = keptMs
  }

  get processes(): number {
    return this.#processes.size
  }

  read<T>(work: (connection: Connection) => Promise<T>, onCancel?: Cancellation): Promise<T> {
    let isCancelled = false
    let reader: SlowReader | undefined
    onCancel?.(() => {
      isCancelled = true
      if (reader) this.#end(reader, disconnected())
    })
    return this.#reads.run(async () => {
      if (isCancelled) throw disconnected()
      if (this.#isClosed) throw closed()
      reader = this.#acquire()
      try {
        return await inTransaction(reader, work)
      } finally {
        this.#release(reader)
        reader = undefined
      }
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#processes].map((reader) => this.#end(reader, closed())))
  }

  #acquire(): SlowReader {
    const idle = [...this.#idle.keys()].at(-1)
    if (!idle) return this.#started()
    clearTimeout(this.#idle.get(idle))
    this.#idle.delete(idle)
    return idle
  }

  #release(reader: SlowReader): void {
    if (!this.#processes.has(reader)) return
    const ending = setTimeout(() => this.#end(reader, closed()), this.#keptMs).unref()
    this.#idle.set(reader, ending)
  }

  #started(): SlowReader {
    const reader = this.#start()
    this.#processes.add(reader)
    reader.exited.then(() => {
      if (this.#processes.has(reader)) this.failures++
      this.#forget(reader)
    })
    return reader
  }

  #end(reader: SlowReader, reason: Error): Promise<void> {
    this.#forget(reader)
    return reader.kill(reason)
  }

  #forget(reader: SlowReader): void {
    this.#processes.delete(reader)
    clearTimeout(this.#idle.get(reader))
    this.#idle.delete(reader)
  }
}

const disconnected = () => new DatabaseUnavailable('The client has disconnected.')
const closed = () => new DatabaseUnavailable('The process that reads has ended.')

/** All queries of the read see one snapshot. */
async function inTransaction<T>(reader: SlowReader, work: (connection: Connection) => Promise<T>): Promise<T> {
  let isOver = false
  try {
    await reader.begin()
    return await work({
      async query(query) {
        if (isOver) throw new Error('The read has ended.') // the process may serve another one
        return reader.query(query)
      },
    })
  } finally {
    isOver = true
    await reader.end().catch(() => {}) // if the process has ended, so has its transaction
  }
}
