import type { Query, Values } from '../engine.ts'

interface Entry {
  readonly rows: readonly Values[]
  /** No other transaction can change them before this one ends. */
  readonly isLocked: boolean
}

interface Replaced {
  readonly table: string
  readonly key: string
  readonly before: Entry | undefined
}

/** Rows as one transaction sees them, with its own pending writes applied, by table and key. It ends with the transaction. */
export class RowCache {
  readonly #tables = new Map<string, Map<string, Entry>>()
  /** What the running request, and each attempt within it, has replaced, latest last. */
  readonly #replaced: Replaced[][] = []

  get(table: string, key: string): Entry | undefined {
    return this.#tables.get(table)?.get(key)
  }

  put(table: string, key: string, rows: readonly Values[], isLocked: boolean): void {
    const entries = this.#tables.get(table) ?? new Map<string, Entry>()
    this.#replaced.at(-1)?.push({ table, key, before: entries.get(key) })
    this.#tables.set(table, entries.set(key, { rows, isLocked }))
  }

  /** A write has changed these rows: they are what it says, or not known any more. */
  apply({ table, keys, rows }: Query): void {
    if (!keys) this.#tables.delete(table!)
    else if (Array.isArray(rows)) this.put(table!, keys[0]!, rows, true)
    else for (const key of keys) this.#tables.get(table!)?.delete(key)
  }

  /** Another transaction may have changed what was only read, and released the lock that has just been taken. */
  dropUnlocked(): void {
    for (const entries of this.#tables.values())
      for (const [key, { isLocked }] of entries) if (!isLocked) entries.delete(key)
  }

  clear(): void {
    this.#tables.clear()
    for (const replaced of this.#replaced) replaced.length = 0
  }

  /** A request begins, or an attempt within it. */
  begin(): void {
    this.#replaced.push([])
  }

  /** It has succeeded. What it is part of may still fail. */
  keep(): void {
    const kept = this.#replaced.pop() ?? []
    const outer = this.#replaced.at(-1)
    if (outer) for (const replaced of kept) outer.push(replaced)
  }

  /** It has failed: rows are again as they were before it. */
  restore(): void {
    for (const { table, key, before } of this.#replaced.pop()?.reverse() ?? []) {
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
