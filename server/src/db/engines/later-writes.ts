import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Bounded } from '../../model/memo/bounded.ts'
import type { Query } from '../engine.ts'

const KINDS_KEPT = 1000

/** What a statement does, as far as its text tells. */
type Kind =
  /** `one`: looks at nothing but the record of one table whose id is the first parameter. */
  | { readonly does: 'read'; readonly names: ReadonlySet<string>; readonly one?: string }
  /** Writes to one table, and whoever asks for it learns nothing by it. */
  | { readonly does: 'write'; readonly table: string; readonly id?: 'first' | 'last' }
  | { readonly does: 'other' }

/** Statements that wait, and what they change. */
class Pile {
  #queries: Query[] = []
  readonly #tables = new Set<string>()
  /** In these, more than records whose ids are known. */
  readonly #vague = new Set<string>()
  readonly #ids = new Set<unknown>()

  add(query: Query, { table, id }: Kind & { does: 'write' }): void {
    this.#queries.push(query)
    this.#tables.add(table)
    if (id) this.#ids.add(query.parameters.at(id === 'first' ? 0 : -1))
    else this.#vague.add(table)
  }

  concerns({ names, one }: Kind & { does: 'read' }, { parameters }: Query): boolean {
    if (one !== undefined && !this.#vague.has(one)) return this.#tables.has(one) && this.#ids.has(parameters[0])
    return !this.#tables.isDisjointFrom(names)
  }

  moveTo(other: Pile): void {
    for (const query of this.#queries) other.#queries.push(query)
    for (const table of this.#tables) other.#tables.add(table)
    for (const table of this.#vague) other.#vague.add(table)
    for (const id of this.#ids) other.#ids.add(id)
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
    for (const known of [this.#tables, this.#vague, this.#ids]) known.clear()
  }
}

/**
 * A statement that follows others costs a quarter of one between all that a request does besides. So what is written
 * waits, and is carried out for all who share a commit in one go. Nobody can tell: whoever reads from a table finds
 * everything in it that was written before.
 *
 * One who fails while his writes still wait has written nothing. Once they had to be carried out, he has a savepoint.
 */
export class LaterWrites {
  readonly #database: DatabaseSync
  readonly #run: (query: Query) => unknown
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #kinds = new Bounded<Kind>(KINDS_KEPT)
  /** Of those who are done. */
  readonly #ready = new Pile()
  /** Of the one whose turn it is. */
  readonly #own = new Pile()
  #isWaiting = false
  #hasSavepoint = false
  #isLost = false

  constructor(database: DatabaseSync, run: (query: Query) => unknown) {
    this.#database = database
    this.#run = run
    this.#savepoint = database.prepare('SAVEPOINT one')
    this.#release = database.prepare('RELEASE one')
  }

  /** Something that waited was refused, and it cannot be told any more whose it was. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** Somebody's turn begins. A careful one writes at once, so that he is told himself what is wrong with it. */
  begin(isCareful: boolean): void {
    if (isCareful) this.#writeAtOnce()
    else this.#isWaiting = true
  }

  /** Whether this can wait. If not, all that it might miss has been carried out. */
  canWait(query: Query): boolean {
    if (!this.#isWaiting) return false
    const kind = this.#kindOf(query.sql)
    if (kind.does === 'write') {
      this.#own.add(query, kind)
      return true
    }
    if (kind.does === 'other' || this.#own.concerns(kind, query)) this.#writeAtOnce()
    else if (this.#ready.concerns(kind, query)) this.carryOut()
    return false
  }

  /** The turn went well. */
  keep(): void {
    if (this.#isLost) throw new Error('What others had written before was refused.')
    if (this.#hasSavepoint) this.#release.run()
    else this.#own.moveTo(this.#ready)
    this.#end()
  }

  /** Takes back what was done in this turn. */
  drop(): void {
    if (this.#hasSavepoint) this.#database.exec('ROLLBACK TO one; RELEASE one')
    this.#end()
  }

  /** Carries out all that waits of those who are done. */
  carryOut(): void {
    try {
      for (const query of this.#ready.take()) this.#run(query)
    } catch (error) {
      this.#isLost = true
      throw error
    }
  }

  /** A new transaction: nothing of an earlier one counts. */
  clear(): void {
    this.#ready.clear()
    this.#end()
    this.#isLost = false
  }

  #end(): void {
    this.#own.clear()
    this.#isWaiting = false
    this.#hasSavepoint = false
  }

  #writeAtOnce(): void {
    this.carryOut()
    this.#savepoint.run()
    this.#hasSavepoint = true
    this.#isWaiting = false
    for (const query of this.#own.take()) this.#run(query)
  }

  #kindOf(text: string): Kind {
    return this.#kinds.get(text) ?? this.#kinds.keep(text, kindOf(text))
  }
}

const WRITE = /^\s*(?:insert into|update|delete from) (?:"([^"]+)"|(\w+))/i
const READ = /^\s*select\b/i
const NAMES = /"([^"]+)"|\w+/g
/** Written and read as all records are. */
const READ_OF_ONE = /^select (?:"\w+", )*"\w+" from "([^"]+)" where "id" = \?(?: order by "id" limit \?)?$/
const INSERT_OF_ONE = /^insert into "[^"]+" \("id", [^()]+\) values \([^()]+\)$/
const CHANGE_OF_ONE = /^(?:update|delete from) [^()]+ where "id" = \?$/

function kindOf(text: string): Kind {
  if (READ.test(text)) {
    const names = new Set([...text.matchAll(NAMES)].map(([word, name]) => name ?? word))
    const one = READ_OF_ONE.exec(text)?.[1]
    return { does: 'read', names, ...(one !== undefined && { one }) }
  }
  const [, quoted, bare] = WRITE.exec(text) ?? []
  const table = quoted ?? bare
  if (!table || /\breturning\b/i.test(text)) return { does: 'other' }
  const id = INSERT_OF_ONE.test(text) ? 'first' : CHANGE_OF_ONE.test(text) ? 'last' : undefined
  return { does: 'write', table, ...(id && { id }) }
}
