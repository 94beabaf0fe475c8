import type { Query } from '../engine.ts'

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
