import type { Query, Values, WriteConnection } from '../../../src/db/engine.ts'
import { PendingCommit, PendingNumbers } from './pending.ts'
import type { Queries } from './queries.ts'

/** A request refuses itself. */
export class Refused extends Error {}

/** What a request has done: which kind of thing, to what, and how much of it. */
export type Effect = readonly [kind: string, key: string, amount: number]

/** One run of a request. A request that runs again does so under another name: it must not be there twice. */
export class Run {
  readonly id: string
  readonly queries: Queries
  readonly effects: Effect[] = []
  /** What it saw that it should not have seen. It counts if the run is acknowledged. */
  readonly problems: string[] = []
  /** How often it has written something. */
  changes = 0
  readonly #connection: WriteConnection
  readonly #shared: PendingCommit
  readonly #numbers: PendingNumbers
  /** Rows as it has written them, by table and key. */
  readonly #written = new Map<string, Values>()
  #terms = 0

  constructor(id: string, queries: Queries, connection: WriteConnection, head: string) {
    this.id = id
    this.queries = queries
    this.#connection = connection
    this.#shared = connection.sharedInCommit('pending', (commit) => new PendingCommit(queries, commit, head))
    this.#numbers = new PendingNumbers(queries, connection, this.#shared.numbers)
    connection.whenKept(() => this.#publish())
  }

  get isCommitted(): boolean {
    return this.#shared.isCommitted
  }

  query(query: Query): Promise<readonly Values[]> {
    return this.#connection.query(query)
  }

  async write(query: Query, row: Values): Promise<void> {
    this.wrote(query.table!, row)
    await this.#connection.query(query)
  }

  wrote(table: string, row: Values): void {
    this.changes++
    this.#written.set(`${table} ${row[0]}`, row)
  }

  forget(table: string, key: string): void {
    this.changes++
    this.#written.delete(`${table} ${key}`)
  }

  /** All rows of a table become larger by one. */
  raised(table: string): void {
    for (const [name, [key, value]] of this.#written)
      if (name.startsWith(`${table} `)) this.wrote(table, [key, (value as number) + 1])
  }

  /** Reads, and compares the rows with what the run itself has written before. */
  async read(query: Query): Promise<readonly Values[]> {
    const changes = this.changes
    const rows = await this.#connection.query(query)
    if (changes !== this.changes) return rows // another step has written meanwhile
    const found = new Map(rows.map((row) => [`${query.table} ${row[0]}`, row]))
    const prefix = `${query.table} ${query.keys?.[0] ?? ''}`
    for (const [name, written] of this.#written) {
      const row = found.get(name)
      if (name.startsWith(prefix) && written.some((value, index) => row?.[index] !== value))
        this.problems.push(`${this.id} wrote ${name} ${JSON.stringify(written)} and reads ${JSON.stringify(row)}`)
    }
    return rows
  }

  takeNumber(series: string): Promise<number> {
    return this.#numbers.take(series)
  }

  addTerm(): void {
    this.#terms++
    this.effects.push(['terms', '', 1])
  }

  setAside(): never {
    return this.#connection.setAside()
  }

  async finish(): Promise<void> {
    await this.#connection.query(this.queries.insert('receipts', [this.id, [...this.effects]]))
  }

  #publish(): void {
    this.#numbers.publish()
    this.#shared.terms += this.#terms
    this.#shared.runs.push(this.id)
    this.#shared.receipts++
  }
}
