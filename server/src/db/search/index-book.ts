import type { AnyRecord } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import type { Table } from '../table.ts'
import { termsOf } from './indexed.ts'
import type { Lexicon } from './lexicon.ts'
import { Postings } from './postings.ts'
import { addTerms } from './terms.ts'

const COMMON = 'search index'

/** Gathers what one transaction changes in the search index, and writes it at its end. */
export class IndexBook {
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #lexicon: Lexicon
  readonly #postings = new Postings()
  /** Of all who share the commit. */
  readonly #common: Postings | undefined

  constructor(engine: Engine, connection: Connection, lexicon: Lexicon) {
    this.#engine = engine
    this.#connection = connection
    this.#lexicon = lexicon
    this.#common = connection.sharedInCommit?.(COMMON, () => {
      const postings = new Postings()
      return { content: postings, write: async () => lexicon.meet(await this.#write(postings)) }
    })
  }

  /** A record came, went, or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (!table.resource.hit) return
    const record = (before ?? after)!.id as string
    const [old, fresh] = [termsOf(table, before), termsOf(table, after)]
    for (const term of old.difference(fresh)) this.#postings.remove({ kind: table.name, term, record })
    for (const term of fresh.difference(old)) this.#postings.add({ kind: table.name, term, record })
  }

  /** Whatever others might wait for is written before anything else is locked. */
  async settle(): Promise<void> {
    if (!this.#common) await this.#write(this.#postings)
  }

  /** The last that a transaction does, when nothing can fail any more: its words belong to all who share the commit. */
  handOver(): void {
    if (this.#common) this.#postings.moveTo(this.#common)
  }

  /** Returns the words that were in the database already. */
  async #write(postings: Postings): Promise<readonly string[]> {
    const words = await postings.write(this.#engine, this.#connection)
    return addTerms(
      this.#engine,
      this.#connection,
      [...words].filter((word) => !this.#lexicon.knows(word)),
    )
  }
}
