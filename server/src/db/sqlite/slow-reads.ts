import { Worker } from 'node:worker_threads'
import { Semaphore } from '../../core/semaphore.ts'
import type { Connection, Query, Values } from '../engine.ts'
import { DatabaseUnavailable } from './errors.ts'

/** More concurrent reads would only wait for each other. */
const TRANSACTIONS_MAX = 4
/** An idle thread would hold tens of megabytes, most of them pages of the mapped file. */
const KEPT_MS = 10_000

/** A message to the thread. All queries with the same `transaction` see one snapshot. */
export type Request = { readonly id: number; readonly transaction: number } & (
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'query'; readonly query: Query }
)

export type Answer = { readonly id: number } & (
  | { readonly rows: readonly Values[] }
  /** An error as plain data: structured cloning would lose its code. */
  | { readonly error: { readonly message: string; readonly errcode?: number } }
)

type Question = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never

interface Waiting {
  resolve(rows: readonly Values[]): void
  reject(error: Error): void
}

/**
 * Runs slow reads in a separate thread, so that a page of a million records in an order without an index delays no
 * other request. The thread is started on demand and ends when it is idle.
 */
export class SlowReads {
  readonly #file: string
  readonly #keptMs: number
  readonly #transactions = new Semaphore(TRANSACTIONS_MAX)
  #thread: Worker | undefined
  /** For answers of this thread. */
  #waiting = new Map<number, Waiting>()
  #ending: NodeJS.Timeout | undefined
  #lastId = 0
  /** How often the thread has ended by itself. */
  failures = 0

  constructor(file: string, keptMs = KEPT_MS) {
    this.#file = file
    this.#keptMs = keptMs
  }

  get isUp(): boolean {
    return this.#thread !== undefined
  }

  read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    clearTimeout(this.#ending)
    return this.#transactions
      .run(async () => {
        const transaction = ++this.#lastId
        try {
          await this.#ask({ kind: 'begin', transaction })
          return await work({ query: (query) => this.#ask({ kind: 'query', transaction, query }) })
        } finally {
          // If the thread has ended, so has its transaction.
          if (this.isUp) await this.#ask({ kind: 'end', transaction }).catch(() => {})
        }
      })
      .finally(() => {
        if (this.#transactions.running === 0) this.#ending = setTimeout(() => this.close(), this.#keptMs).unref()
      })
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #ask(question: Question): Promise<readonly Values[]> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      thread.ref() // the process must not exit while a read is pending
      thread.postMessage({ ...question, id } satisfies Request)
    })
  }

  #start(): Worker {
    const thread = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: this.#file })
    const waiting = new Map<number, Waiting>()
    this.#waiting = waiting
    thread.on('message', (answer: Answer) => {
      const { resolve, reject } = waiting.get(answer.id)!
      waiting.delete(answer.id)
      if (waiting.size === 0) thread.unref()
      if ('rows' in answer) resolve(answer.rows)
      else reject(Object.assign(new Error(answer.error.message), answer.error))
    })
    let cause: unknown
    thread.on('error', (error) => {
      cause = error
    })
    thread.on('exit', () => {
      if (this.#thread === thread) {
        this.#thread = undefined
        this.failures++
      }
      for (const { reject } of waiting.values())
        reject(new DatabaseUnavailable('The thread that reads has ended.', { cause }))
    })
    return thread
  }
}
