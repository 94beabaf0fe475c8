import type { AnyRecord } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import { holes, rowsOfHoles } from '../shapes.ts'
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
    for (const some of chunksOf(added)) await addPostings(engine, connection, some)
    const words = new Set(added.map(({ term }) => term).filter((term) => !isWhole(term) && !this.#lexicon.knows(term)))
    await addTerms(engine, connection, [...words])
  }
}

async function addPostings(
  { builder, shapes }: Engine,
  connection: Connection,
  added: readonly Posting[],
): Promise<void> {
  const values = added.flatMap(({ kind, term, record }) => [kind, term, record])
  const insert = shapes.fill(`add postings ${added.length}`, values, (hole) =>
    builder
      .insertInto('postings')
      .values(rowsOfHoles(hole, ['kind', 'term', 'record'], added.length))
      .onConflict((conflict) => conflict.doNothing()),
  )
  await connection.query(insert)
}

async function removePostings(
  { builder, shapes }: Engine,
  connection: Connection,
  removed: readonly Posting[],
): Promise<void> {
  for (const [record, postings] of Map.groupBy(removed, (posting) => posting.record)) {
    const values = [postings[0]!.kind, record, ...postings.map(({ term }) => term)]
    const gone = shapes.fill(`remove postings ${postings.length}`, values, (hole) =>
      builder
        .deleteFrom('postings')
        .where('kind', '=', hole(0))
        .where('record', '=', hole(1))
        .where('term', 'in', holes(hole, postings.length, 2)),
    )
    await connection.query(gone)
  }
}
