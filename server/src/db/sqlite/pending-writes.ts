import { Bounded } from '../../model/memo/bounded.ts'
import type { Query } from '../engine.ts'

const EFFECTS_CACHED = 1000

/** What a statement does, as far as its text shows. */
export type Effect =
  /** `table`: the first that is named. */
  | { readonly kind: 'read'; readonly names: ReadonlySet<string>; readonly table: string; readonly id?: 'first' }
  /** Writes to one table and returns no rows. */
  | { readonly kind: 'write'; readonly table: string; readonly id?: 'first' | 'last' }
  | { readonly kind: 'other' }

/** The keys of the rows that a statement concerns, where they are known: `id` says which parameter is the id of a row. */
function keysOf(
  { id }: Exclude<Effect, { kind: 'other' }>,
  { keys, parameters }: Query,
): readonly unknown[] | undefined {
  return keys ?? (id && [parameters.at(id === 'first' ? 0 : -1)])
}

/** Buffered statements, and the rows that they change. */
export class PendingWrites {
  #queries: Query[] = []
  readonly #tables = new Set<string>()
  /** Tables in which rows with unknown keys change. */
  readonly #vague = new Set<string>()
  readonly #keys = new Set<unknown>()

  add(query: Query, effect: Effect & { kind: 'write' }): void {
    const keys = keysOf(effect, query)
    this.#queries.push(query)
    this.#tables.add(effect.table)
    if (!keys) this.#vague.add(effect.table)
    for (const key of keys ?? []) this.#keys.add(key)
  }

  concerns(effect: Effect & { kind: 'read' }, query: Query): boolean {
    const keys = keysOf(effect, query)
    if (!keys || this.#vague.has(effect.table)) return !this.#tables.isDisjointFrom(effect.names)
    return this.#tables.has(effect.table) && keys.some((key) => this.#keys.has(key))
  }

  moveTo(other: PendingWrites): void {
    for (const query of this.#queries) other.#queries.push(query)
    for (const table of this.#tables) other.#tables.add(table)
    for (const table of this.#vague) other.#vague.add(table)
    for (const key of this.#keys) other.#keys.add(key)
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
    for (const known of [this.#tables, this.#vague, this.#keys]) known.clear()
  }
}

const WRITE = /^\s*(?:insert into|update|delete from) (?:"([^"]+)"|(\w+))/i
const READ = /^\s*select\b/i
const READ_FROM = /\bfrom "([^"]+)"/
const NAMES = /"([^"]+)"|\w+/g
/** Written and read as all records are. */
const READ_OF_ONE = /^select (?:"\w+", )*"\w+" from "[^"]+" where "id" = \?(?: order by "id" limit \?)?$/
const INSERT_OF_ONE = /^insert into "[^"]+" \("id", [^()]+\) values \([^()]+\)$/
const CHANGE_OF_ONE = /^(?:update|delete from) [^()]+ where "id" = \?$/

const effects = new Bounded<Effect>(EFFECTS_CACHED)

export const effectOf = (text: string): Effect => effects.get(text) ?? effects.keep(text, readEffect(text))

function readEffect(text: string): Effect {
  if (READ.test(text)) {
    const names = new Set([...text.matchAll(NAMES)].map(([word, name]) => name ?? word))
    const [, table = ''] = READ_FROM.exec(text) ?? []
    return { kind: 'read', names, table, ...(READ_OF_ONE.test(text) && { id: 'first' }) }
  }
  const [, quoted, bare] = WRITE.exec(text) ?? []
  const table = quoted ?? bare
  if (!table || /\breturning\b/i.test(text)) return { kind: 'other' }
  const id = INSERT_OF_ONE.test(text) ? 'first' : CHANGE_OF_ONE.test(text) ? 'last' : undefined
  return { kind: 'write', table, ...(id && { id }) }
}
