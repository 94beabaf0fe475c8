import type { Query, Values, WriteConnection } from '../../../src/db/engine.ts'
import { PendingCommit, PendingNumbers } from './pending.ts'
import type { Queries } from './queries.ts'

/** Why the simulated database refuses a statement for what it says. */
const REFUSALS: readonly unknown[] = ['duplicate', 'constraint']

/** A request refuses itself. */
export class Refused extends Error {}

/** What a request has done: which kind of thing, to what, and how much of it. */
export type Effect = readonly [kind: string, key: string, amount: number]

/** One run of a request. A request that runs again does so under another name: it must not be there twice. */
export class Run {
  readonly id: string
  readonly queries: Queries
  readonly effects: Effect[]
  /** What it saw that it should not have seen. It counts if the run is acknowledged. */
  readonly problems: string[] = []
  /** How often it has written something. */
  changes = 0
  readonly #connection: WriteConnection
  readonly #shared: PendingCommit
  readonly #numbers: PendingNumbers
  /** Rows as it has written them, by table and key. */
  readonly #written: Map<string, Values>
  readonly #head: string
  #terms = 0

  /** `outer` is the run that this one is an attempt of. */
  constructor(id: string, queries: Queries, connection: WriteConnection, head: string, outer?: Run) {
    this.id = id
    this.queries = queries
    this.#connection = connection
    this.#head = head
    this.#shared = connection.sharedInCommit('pending', (commit) => new PendingCommit(queries, commit, head))
    this.#numbers = new PendingNumbers(queries, connection, outer ? outer.#numbers : this.#shared.numbers)
    this.#written = new Map(outer ? outer.#written : [])
    this.effects = [...(outer?.effects ?? [])]
    connection.whenKept(() => (outer ? outer.#adopt(this) : this.#publish()))
  }

  /**
   * A part that may be refused, or is a trial: nothing of it stays. What the database refuses is known to be of this part only
   * if each is checked.
   */
  async attempt(work: (run: Run) => Promise<void>, isTrial: boolean): Promise<void> {
    const { isChecked } = this.#connection
    const run = async (connection: WriteConnection) => {
      const inner = new Run(this.id, this.queries, connection, this.#head, this)
      await work(inner).finally(() => this.problems.push(...inner.problems))
    }
    this.changes++
    await this.#connection.attempt(run, isTrial).catch((error) => {
      const isRefused = error instanceof Refused || (isChecked && REFUSALS.includes(error.kind))
      if (!isRefused) throw error
    })
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

  #adopt(inner: Run): void {
    inner.#numbers.publish()
    this.effects.splice(0, Infinity, ...inner.effects)
    for (const name of this.#written.keys()) if (!inner.#written.has(name)) this.#written.delete(name)
    for (const [name, row] of inner.#written) this.#written.set(name, row)
  }

  #publish(): void {
    this.#numbers.publish()
    this.#shared.terms += this.#terms
    this.#shared.runs.push(this.id)
    this.#shared.receipts++
  }
}
