import type { Query, Values } from '../engine.ts'

interface Entry {
  readonly rows: readonly Values[]
  /** No other transaction can change them before this one ends. */
  readonly isLocked: boolean
}

/** An entry as it was before the cache was changed. */
export interface Replaced {
  readonly table: string
  readonly key: string
  readonly before: Entry | undefined
}

/** Rows as one transaction sees them, with its own pending writes applied, by table and key. It ends with the transaction. */
export class RowCache {
  readonly #tables = new Map<string, Map<string, Entry>>()

  get(table: string, key: string): Entry | undefined {
    return this.#tables.get(table)?.get(key)
  }

  /** Returns what is to be restored if the rows turn out not to be so. */
  put(table: string, key: string, rows: readonly Values[], isLocked: boolean): Replaced {
    const entries = this.#tables.get(table) ?? new Map<string, Entry>()
    const replaced = { table, key, before: entries.get(key) }
    this.#tables.set(table, entries.set(key, { rows, isLocked }))
    return replaced
  }

  /** A write has changed these rows: they are what it says, or not known any more. */
  apply({ table, keys, rows }: Query): Replaced | undefined {
    if (keys && Array.isArray(rows)) return this.put(table!, keys[0]!, rows, true)
    if (!keys) this.#tables.delete(table!)
    else for (const key of keys) this.#tables.get(table!)?.delete(key)
    return undefined
  }

  /** Another transaction may have changed what was only read, and released the lock that has just been taken. */
  dropUnlocked(): void {
    for (const entries of this.#tables.values())
      for (const [key, { isLocked }] of entries) if (!isLocked) entries.delete(key)
  }

  clear(): void {
    this.#tables.clear()
  }

  /** A request has failed, or an attempt within it: rows are again as they were before it. Latest last. */
  restore(all: readonly Replaced[]): void {
    for (const { table, key, before } of all.toReversed()) {
      if (before?.isLocked) this.#tables.get(table)?.set(key, before)
      else this.#tables.get(table)?.delete(key)
    }
  }
}

/** Writes that are buffered, and which rows they change. */
export class PendingWrites {
  #queries: Query[] = []
  /** By table, the keys of the rows that change; undefined where any row may change. */
  readonly #keys = new Map<string, Set<string> | undefined>()

  get size(): number {
    return this.#queries.length
  }

  add(query: Query): void {
    this.#queries.push(query)
    this.#note(query.table!, query.keys)
  }

  /** Whether a read may see what is pending. */
  concerns({ table, keys }: Query): boolean {
    if (table === undefined) return this.size > 0
    if (!this.#keys.has(table)) return false
    const pending = this.#keys.get(table)
    return !keys || !pending || keys.some((key) => pending.has(key))
  }

  moveTo(other: PendingWrites): void {
    for (const query of this.#queries) other.#queries.push(query)
    for (const [table, keys] of this.#keys) other.#note(table, keys)
    this.clear()
  }

  /** All of them, in the order in which they came. */
  take(): readonly Query[] {
    const queries = this.#queries
    this.clear()
    return queries
  }

  clear(): void {
    this.#queries = []
    this.#keys.clear()
  }

  #note(table: string, keys: Iterable<string> | undefined): void {
    const pending = this.#keys.has(table) ? this.#keys.get(table) : new Set<string>()
    for (const key of keys ?? []) pending?.add(key)
    this.#keys.set(table, keys && pending)
  }
}
