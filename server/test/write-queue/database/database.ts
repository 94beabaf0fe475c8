import type { Values } from '../../../src/db/engine.ts'

/** Why the simulated database refuses something. */
export class DatabaseError extends Error {
  readonly kind: 'constraint' | 'duplicate' | 'conflict' | 'aborted' | 'unavailable'

  constructor(kind: DatabaseError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A statement that goes on when the lock is free. */
export class Blocked {
  readonly lock: string

  constructor(lock: string) {
    this.lock = lock
  }
}

type Table = Map<string, Values>

const NO_TABLE: Table = new Map()

/** What is committed, and which rows are locked. */
export class Database {
  readonly #tables = new Map<string, Table>()
  readonly owners = new Map<string, Transaction>()
  readonly #waiting = new Map<string, (() => void)[]>()

  table(name: string): ReadonlyMap<string, Values> {
    return this.#tables.get(name) ?? NO_TABLE
  }

  set(table: string, key: string, row: Values | undefined): void {
    const rows = this.#tables.get(table) ?? new Map<string, Values>()
    this.#tables.set(table, rows)
    if (row) rows.set(key, row)
    else rows.delete(key)
  }

  whenFree(lock: string, resume: () => void): void {
    const waiting = this.#waiting.get(lock)
    if (waiting) waiting.push(resume)
    else this.#waiting.set(lock, [resume])
  }

  free(lock: string): void {
    this.owners.delete(lock)
    const waiting = this.#waiting.get(lock)
    if (!waiting) return
    this.#waiting.delete(lock)
    for (const resume of waiting) resume()
  }
}

/** READ COMMITTED: each statement sees what is committed at its time, and what the transaction has written itself. */
export class Transaction {
  readonly #database: Database
  readonly #written = new Map<string, Map<string, Values | undefined>>()
  readonly #undo: (() => void)[] = []
  readonly #locks: string[] = []
  /** The latest last. */
  readonly #savepoints: { readonly undo: number; readonly locks: number }[] = []
  /** The lock that it waits for. */
  waitsFor: string | undefined

  constructor(database: Database) {
    this.#database = database
  }

  get(table: string, key: string): Values | undefined {
    const written = this.#written.get(table)
    return written?.has(key) ? written.get(key) : this.#database.table(table).get(key)
  }

  rows(table: string): Values[] {
    const written = this.#written.get(table)
    if (!written) return [...this.#database.table(table).values()]
    return [...new Map([...this.#database.table(table), ...written]).values()].filter((row) => row !== undefined)
  }

  put(table: string, key: string, row: Values | undefined): void {
    const written = this.#written.get(table) ?? new Map<string, Values | undefined>()
    this.#written.set(table, written)
    const [had, before] = [written.has(key), written.get(key)]
    this.#undo.push(() => (had ? written.set(key, before) : written.delete(key)))
    written.set(key, row)
  }

  /** False if another transaction holds it. */
  lock(name: string): boolean {
    const owner = this.#database.owners.get(name)
    if (owner) return owner === this
    this.#database.owners.set(name, this)
    this.#locks.push(name)
    return true
  }

  /** Whether waiting for the lock would never end. */
  wouldDeadlock(lock: string): boolean {
    let owner = this.#database.owners.get(lock)
    while (owner && owner !== this) owner = this.#database.owners.get(owner.waitsFor ?? '')
    return owner === this
  }

  savepoint(action: 'set' | 'release' | 'undo'): void {
    if (action === 'set') {
      this.#savepoints.push({ undo: this.#undo.length, locks: this.#locks.length })
      return
    }
    const latest = this.#savepoints.pop()
    if (!latest) throw new DatabaseError('constraint', 'There is no such savepoint.')
    if (action === 'release') return
    while (this.#undo.length > latest.undo) this.#undo.pop()!()
    this.#freeDownTo(latest.locks)
  }

  get hasSavepoint(): boolean {
    return this.#savepoints.length > 0
  }

  /** How many rows of a table it adds or changes. */
  count(table: string): number {
    return this.#written.get(table)?.size ?? 0
  }

  end(isCommitted: boolean): void {
    if (isCommitted)
      for (const [table, rows] of this.#written) for (const [key, row] of rows) this.#database.set(table, key, row)
    this.#freeDownTo(0)
  }

  #freeDownTo(count: number): void {
    while (this.#locks.length > count) this.#database.free(this.#locks.pop()!)
  }
}
