import type { AnyRecord } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import type { Table } from '../table.ts'
import { isWhole, termsOf } from './indexed.ts'
import type { Lexicon } from './lexicon.ts'
import { addTerms, chunksOf } from './terms.ts'

interface Posting {
  readonly kind: string
  readonly term: string
  readonly record: string
}

/** Gathers what one transaction changes in the search index, and writes it at its end. */
export class IndexBook {
  readonly #lexicon: Lexicon
  readonly #added = new Map<string, Posting>()
  readonly #removed = new Map<string, Posting>()

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /** A record came, went, or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (!table.resource.hit) return
    const record = (before ?? after)!.id as string
    const [old, fresh] = [termsOf(table, before), termsOf(table, after)]
    for (const term of old.difference(fresh)) this.#move(this.#added, this.#removed, { kind: table.name, term, record })
    for (const term of fresh.difference(old)) this.#move(this.#removed, this.#added, { kind: table.name, term, record })
  }

  #move(from: Map<string, Posting>, to: Map<string, Posting>, posting: Posting): void {
    const key = `${posting.record} ${posting.term}`
    if (!from.delete(key)) to.set(key, posting)
  }

  async write(engine: Engine, connection: Connection): Promise<void> {
    const [removed, added] = [[...this.#removed.values()], [...this.#added.values()]]
    this.#removed.clear()
    this.#added.clear()
    await removePostings(engine, connection, removed)
    for (const some of chunksOf(added)) {
      const insert = engine.builder.insertInto('postings').values(some)
      await connection.query(insert.onConflict((conflict) => conflict.doNothing()).compile())
    }
    const words = new Set(added.map(({ term }) => term).filter((term) => !isWhole(term) && !this.#lexicon.knows(term)))
    await addTerms(engine, connection, [...words])
  }
}

async function removePostings({ builder }: Engine, connection: Connection, removed: readonly Posting[]): Promise<void> {
  for (const [record, postings] of Map.groupBy(removed, (posting) => posting.record)) {
    const terms = postings.map(({ term }) => term)
    const gone = builder.deleteFrom('postings').where('kind', '=', postings[0]!.kind)
    await connection.query(gone.where('term', 'in', terms).where('record', '=', record).compile())
  }
}
