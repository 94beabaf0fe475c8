import { sql } from 'kysely'
import type { AnyRecord } from '../../model/resource.ts'
import { cut, signatureOf, squeezed, wordsIn } from '../../model/search/words.ts'
import { compared, fold } from '../../model/text.ts'
import type { Connection, Engine } from '../engine.ts'
import { holes, piecesOf, rowsOfHoles } from '../shapes.ts'
import { SEARCH_SEPARATOR, type Table } from '../table.ts'

/** A whole name or code is kept as a term too; no word begins like this. */
const WHOLE_MARK = '='
/** An index does not take texts of any length. */
const WHOLE_MAX = 120

export const wholeTerm = (whole: string): string => WHOLE_MARK + cut(whole, WHOLE_MAX)
export const isWhole = (term: string): boolean => term.startsWith(WHOLE_MARK)

/** The terms under which a record can be found. */
export function termsOf({ resource: { hit }, searched }: Table, record: AnyRecord | undefined): Set<string> {
  if (!hit || !record) return new Set()
  const texts = searched.map((path) => textAt(record, path))
  const names = [hit.name, ...(hit.code ? [hit.code] : [])].map((path) => squeezed(textAt(record, path)))
  return new Set([
    ...wordsIn(fold(texts.join(SEARCH_SEPARATOR))),
    ...names.filter((name) => name !== '').map(wholeTerm),
  ])
}

/** The signature of all words of a record, kept with each of its postings. */
export const signatureOfTerms = (terms: ReadonlySet<string>): number =>
  signatureOf([...terms].filter((term) => !isWhole(term)))

const textAt = (record: AnyRecord, name: string): string => (record[name] as string | null) ?? ''

export interface Posting {
  readonly kind: string
  readonly term: string
  readonly record: string
  /** Of all words of the record. */
  readonly signature: number
}

/** Whether a record is to be found under each of these terms. */
interface Change {
  readonly kind: string
  readonly terms: Map<string, boolean>
  signature: number
}

/** Changes of the search index that are not written yet. */
export class Postings {
  readonly #changes = new Map<string, Change>()

  /** A record was added, removed or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    const record = (before ?? after)!.id as string
    const [old, fresh] = [termsOf(table, before), termsOf(table, after)]
    if (old.symmetricDifference(fresh).size === 0) return
    const posting = { kind: table.name, record, signature: signatureOfTerms(fresh) }
    for (const term of old.difference(fresh)) this.#set({ ...posting, term }, false)
    for (const term of fresh) this.#set({ ...posting, term }, true) // the kept ones too: their signature changes
  }

  /** Returns the words that can be found now, and perhaps could not before. */
  async write(engine: Engine, connection: Connection): Promise<Set<string>> {
    const [removed, added] = [this.#all(false), this.#all(true).sort(asKept)]
    this.#changes.clear()
    await removePostings(engine, connection, removed)
    for (const some of piecesOf(added)) await addPostings(engine, connection, some)
    return new Set(added.map(({ term }) => term).filter((term) => !isWhole(term)))
  }

  /** The last change of a posting wins. */
  #set({ kind, term, record, signature }: Posting, isFound: boolean): void {
    const change = this.#changes.get(record) ?? { kind, terms: new Map<string, boolean>(), signature }
    change.signature = signature
    this.#changes.set(record, change)
    change.terms.set(term, isFound)
  }

  #all(wanted: boolean): Posting[] {
    return [...this.#changes].flatMap(([record, { kind, terms, signature }]) =>
      [...terms].filter(([, isFound]) => isFound === wanted).map(([term]) => ({ kind, term, record, signature })),
    )
  }
}

const asKept = (a: Posting, b: Posting) => compared(a.kind, b.kind) || compared(a.term, b.term)

async function addPostings(
  { builder, shapes }: Engine,
  connection: Connection,
  added: readonly Posting[],
): Promise<void> {
  const values = added.flatMap(({ kind, term, record, signature }) => [kind, term, record, signature])
  const insert = shapes.fill(`add postings ${added.length}`, values, (hole) =>
    builder
      .insertInto('postings')
      .values(rowsOfHoles(hole, ['kind', 'term', 'record', 'signature'], added.length))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'term', 'record']).doUpdateSet({ signature: sql.ref('excluded.signature') }),
      ),
  )
  await connection.query({ ...insert, effect: 'write', table: 'postings' })
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
    await connection.query({ ...gone, effect: 'write', table: 'postings' })
  }
}
