import { compared } from '../../model/compared.ts'
import type { Connection, Engine } from '../engine.ts'
import { holes, piecesOf, rowsOfHoles } from '../shapes.ts'
import { isWhole } from './indexed.ts'

export interface Posting {
  readonly kind: string
  readonly term: string
  readonly record: string
}

/** What is to be changed in the search index, and is not written yet. */
export class Postings {
  readonly #added = new Map<string, Posting>()
  readonly #removed = new Map<string, Posting>()

  add(posting: Posting): void {
    move(this.#removed, this.#added, posting)
  }

  remove(posting: Posting): void {
    move(this.#added, this.#removed, posting)
  }

  moveTo(other: Postings): void {
    for (const posting of this.#removed.values()) other.remove(posting)
    for (const posting of this.#added.values()) other.add(posting)
    this.#clear()
  }

  /** Returns the words under which something can be found now, and perhaps could not before. */
  async write(engine: Engine, connection: Connection): Promise<Set<string>> {
    const [removed, added] = [[...this.#removed.values()], [...this.#added.values()].sort(asKept)]
    this.#clear()
    await removePostings(engine, connection, removed)
    for (const some of piecesOf(added)) await addPostings(engine, connection, some)
    return new Set(added.map(({ term }) => term).filter((term) => !isWhole(term)))
  }

  #clear(): void {
    this.#removed.clear()
    this.#added.clear()
  }
}

/** What comes after it went, or goes after it came, has not changed. */
function move(from: Map<string, Posting>, to: Map<string, Posting>, posting: Posting): void {
  const key = `${posting.record} ${posting.term}`
  if (!from.delete(key)) to.set(key, posting)
}

const asKept = (a: Posting, b: Posting) => compared(a.kind, b.kind) || compared(a.term, b.term)

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
