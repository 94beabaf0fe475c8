import type { SharedInCommit, WriteConnection } from '../../../src/db/engine.ts'
import type { Queries } from './queries.ts'

export const TERMS = 'terms'

/** What all requests of a transaction add to; written once, before the commit. */
export class PendingCommit implements SharedInCommit<PendingCommit> {
  readonly content = this
  readonly numbers = new Map<string, number>()
  readonly runs: string[] = []
  readonly #queries: Queries
  readonly #connection: WriteConnection
  readonly #head: string
  terms = 0
  receipts = 0
  isCommitted = false

  constructor(queries: Queries, connection: WriteConnection, head: string) {
    this.#queries = queries
    this.#connection = connection
    this.#head = head
  }

  async write(): Promise<void> {
    const [queries, connection] = [this.#queries, this.#connection]
    const numbers = new PendingNumbers(queries, connection, this.numbers)
    const taken = this.terms > 0 ? numbers.take(TERMS, this.terms) : undefined
    await Promise.all([taken, this.runs.length > 0 ? this.#append() : undefined])
    numbers.publish()
    for (const [series, last] of this.numbers) await connection.query(queries.setLast(series, last))
    if (this.receipts !== 0) await connection.query(queries.add('receipts', this.receipts))
  }

  committed(): void {
    this.isCommitted = true
  }

  /** Each entry names the one before. The head of the chain stays locked until the commit. */
  async #append(): Promise<void> {
    const [head] = await this.#connection.query(this.#queries.lock('heads', this.#head))
    let [, length, last] = head as unknown as [string, number, string]
    for (const run of this.runs) {
      length++
      await this.#connection.query(this.#queries.insert('audit', [`${this.#head}/${length}`, run, last]))
      last = run
    }
    await this.#connection.query(this.#queries.update('heads', [this.#head, length, last]))
  }
}

/** The last number of each series. */
export interface Numbers {
  get(series: string): number | undefined
  set(series: string, last: number): void
}

/** The numbers that a request takes. The series stays locked until the transaction ends. */
export class PendingNumbers {
  readonly #queries: Queries
  readonly #connection: WriteConnection
  readonly #below: Numbers
  readonly #taken = new Map<string, number>()

  /** `below` are those of the transaction, or of the request of an attempt. */
  constructor(queries: Queries, connection: WriteConnection, below: Numbers) {
    this.#queries = queries
    this.#connection = connection
    this.#below = below
  }

  get(series: string): number | undefined {
    return this.#taken.get(series) ?? this.#below.get(series)
  }

  set(series: string, last: number): void {
    this.#taken.set(series, last)
  }

  async take(series: string, count = 1): Promise<number> {
    const stored = await this.#lock(series)
    const last = (this.get(series) ?? stored) + count
    this.#taken.set(series, last)
    return last
  }

  publish(): void {
    for (const [series, last] of this.#taken) this.#below.set(series, last)
  }

  async #lock(series: string): Promise<number> {
    const lock = this.#queries.lockSeries(series)
    const [row] = await this.#connection.query(lock)
    if (row || lock.effect !== 'lock') return (row?.[1] as number | undefined) ?? 0
    await this.#connection.query(this.#queries.addSeries(series))
    const [added] = await this.#connection.query(lock)
    return added ? (added[1] as number) : this.#connection.setAside()
  }
}
