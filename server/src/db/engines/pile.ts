import { Bounded } from '../../model/memo/bounded.ts'
import type { Query } from '../engine.ts'

const KINDS_KEPT = 1000

/** What a statement does, as far as its text tells. */
export type Kind =
  /** `table`: the first that is named. */
  | { readonly does: 'read'; readonly names: ReadonlySet<string>; readonly table: string; readonly id?: 'first' }
  /** Writes to one table, and whoever asks for it learns nothing by it. */
  | { readonly does: 'write'; readonly table: string; readonly id?: 'first' | 'last' }
  | { readonly does: 'other' }

/** The rows of its table with which a statement has to do, where they are known: `id` says which parameter is the id of one. */
function keysOf({ id }: Exclude<Kind, { does: 'other' }>, { keys, parameters }: Query): readonly unknown[] | undefined {
  return keys ?? (id && [parameters.at(id === 'first' ? 0 : -1)])
}

/** Statements that wait, and what they change. */
export class Pile {
  #queries: Query[] = []
  readonly #tables = new Set<string>()
  /** In these, more than rows whose keys are known. */
  readonly #vague = new Set<string>()
  readonly #keys = new Set<unknown>()

  add(query: Query, kind: Kind & { does: 'write' }): void {
    const keys = keysOf(kind, query)
    this.#queries.push(query)
    this.#tables.add(kind.table)
    if (!keys) this.#vague.add(kind.table)
    for (const key of keys ?? []) this.#keys.add(key)
  }

  concerns(kind: Kind & { does: 'read' }, query: Query): boolean {
    const keys = keysOf(kind, query)
    if (!keys || this.#vague.has(kind.table)) return !this.#tables.isDisjointFrom(kind.names)
    return this.#tables.has(kind.table) && keys.some((key) => this.#keys.has(key))
  }

  moveTo(other: Pile): void {
    for (const query of this.#queries) other.#queries.push(query)
    for (const table of this.#tables) other.#tables.add(table)
    for (const table of this.#vague) other.#vague.add(table)
    for (const key of this.#keys) other.#keys.add(key)
    this.clear()
  }

  /** All of them, in the order in which they came. What they change stays known. */
  handOut(): readonly Query[] {
    const queries = this.#queries
    this.#queries = []
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

const kinds = new Bounded<Kind>(KINDS_KEPT)

export const kindOf = (text: string): Kind => kinds.get(text) ?? kinds.keep(text, readKind(text))

function readKind(text: string): Kind {
  if (READ.test(text)) {
    const names = new Set([...text.matchAll(NAMES)].map(([word, name]) => name ?? word))
    const [, table = ''] = READ_FROM.exec(text) ?? []
    return { does: 'read', names, table, ...(READ_OF_ONE.test(text) && { id: 'first' }) }
  }
  const [, quoted, bare] = WRITE.exec(text) ?? []
  const table = quoted ?? bare
  if (!table || /\breturning\b/i.test(text)) return { does: 'other' }
  const id = INSERT_OF_ONE.test(text) ? 'first' : CHANGE_OF_ONE.test(text) ? 'last' : undefined
  return { does: 'write', table, ...(id && { id }) }
}
