import { sql } from 'kysely'
import type { AnyRecord } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import type { Table } from '../table.ts'
import { isWhole, termsOf } from './indexed.ts'
import type { Lexicon } from './lexicon.ts'

const SERIES = 'search terms'

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
    const { builder } = engine
    for (const [record, postings] of Map.groupBy(this.#removed.values(), (posting) => posting.record)) {
      const terms = postings.map(({ term }) => term)
      const gone = builder.deleteFrom('postings').where('kind', '=', postings[0]!.kind)
      await connection.query(gone.where('term', 'in', terms).where('record', '=', record).compile())
    }
    const added = [...this.#added.values()]
    if (added.length === 0) return
    const insert = builder.insertInto('postings').values(added)
    await connection.query(insert.onConflict((conflict) => conflict.doNothing()).compile())
    const words = new Set(added.map(({ term }) => term).filter((term) => !isWhole(term)))
    await addTerms(
      engine,
      connection,
      [...words].filter((word) => !this.#lexicon.knows(word)),
    )
  }
}

/**
 * The number of a new term is taken while its series is locked, so that numbers become visible in their order: whoever
 * reads on from the last number that he has seen misses nothing.
 */
async function addTerms({ builder }: Engine, connection: Connection, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const locked = builder
    .insertInto('series')
    .values({ name: SERIES, last: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: sql`${sql.ref('series.last')}` }))
    .returning('last')
  const [row] = await connection.query(locked.compile())
  const known = await connection.query(builder.selectFrom('terms').select('term').where('term', 'in', words).compile())
  const fresh = new Set(words).difference(new Set(known.map(([term]) => term as string)))
  if (fresh.size === 0) return
  const last = row![0] as number
  const rows = [...fresh].map((term, index) => ({ term, sequence: last + index + 1 }))
  await connection.query(builder.insertInto('terms').values(rows).compile())
  const moved = builder
    .updateTable('series')
    .set({ last: last + fresh.size })
    .where('name', '=', SERIES)
  await connection.query(moved.compile())
}
