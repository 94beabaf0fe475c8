import { sql } from 'kysely'
import type { Connection, Engine, Values } from '../db/engine.ts'
import { isWhole, signatureOfTerms, termsOf } from '../db/search/postings.ts'
import type { Table } from '../db/table.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Check } from './check.ts'
import type { Snapshot } from './snapshot.ts'

/** Below the number of parameters that either database takes. */
const POSTINGS_AT_ONCE = 2000

/** A posting that the index must contain. */
interface Wanted {
  readonly record: string
  readonly term: string
  /** Of all words of the record. */
  readonly signature: number
}

export const searching: Check = {
  name: 'search',
  promise: 'Every record is found under its words, and nothing else is.',
  async run(snapshot, protocol) {
    const { engine, connection, tables, pages } = snapshot
    for (const table of tables) {
      if (!table.resource.hit) continue
      let count = 0
      for await (const records of pages(table.resource as Resource)) {
        const present = records.filter(({ removedAt }) => removedAt === null)
        protocol.looked(present.length)
        const wanted = present.flatMap((record) => wantedOf(table, record as AnyRecord))
        count += wanted.length
        const missing = Map.groupBy(await missingOf(snapshot, table, wanted), ({ record }) => record)
        for (const [record, [first]] of missing) protocol.fault(record, `It is not found under "${first!.term}".`)
      }
      protocol.expect(
        table.name,
        'the number of words that lead to it',
        await countOf(engine, connection, table),
        count,
      )
    }
  },
}

function wantedOf(table: Table, record: AnyRecord): Wanted[] {
  const terms = termsOf(table, record)
  const signature = signatureOfTerms(terms)
  return [...terms].map((term) => ({ record: record.id as string, term, signature }))
}

/**
 * Those postings that are not kept, or whose signature lacks a word of the record. A word must be in the dictionary too.
 * Asked for many records at once: on a database server each statement costs a round trip.
 */
async function missingOf({ engine, connection }: Snapshot, { name }: Table, all: readonly Wanted[]): Promise<Wanted[]> {
  const missing: Wanted[] = []
  for (let start = 0; start < all.length; start += POSTINGS_AT_ONCE) {
    const wanted = all.slice(start, start + POSTINGS_AT_ONCE)
    const signatures = new Map(
      (await keptPostings(engine, connection, name, wanted)).map(([record, term, signature]) => [
        keyOf(record, term),
        BigInt(signature as number),
      ]),
    )
    const known = await knownWords(engine, connection, wanted)
    for (const posting of wanted) {
      const kept = signatures.get(keyOf(posting.record, posting.term))
      const signature = BigInt(posting.signature)
      const isKept = kept !== undefined && (kept & signature) === signature
      if (!isKept || !(isWhole(posting.term) || known.has(posting.term))) missing.push(posting)
    }
  }
  return missing
}

const keyOf = (record: unknown, term: unknown) => `${record} ${term}`

function keptPostings(
  { builder }: Engine,
  connection: Connection,
  kind: string,
  wanted: readonly Wanted[],
): Promise<readonly Values[]> {
  const pairs = sql.join(wanted.map(({ record, term }) => sql`(${record}, ${term})`))
  const select = sql`with "wanted" ("record", "term") as (values ${pairs})
    select "postings"."record", "postings"."term", "postings"."signature" from "wanted" join "postings"
    on "postings"."kind" = ${kind} and "postings"."term" = "wanted"."term" and "postings"."record" = "wanted"."record"`
  return connection.query(select.compile(builder))
}

async function knownWords({ builder }: Engine, connection: Connection, wanted: readonly Wanted[]) {
  const terms = new Set(wanted.map(({ term }) => term))
  const words = builder
    .selectFrom('terms')
    .select('term')
    .where('term', 'in', [...terms])
  return new Set((await connection.query(words.compile())).map(([term]) => term as string))
}

async function countOf({ builder }: Engine, connection: Connection, { name }: Table): Promise<number> {
  const count = builder
    .selectFrom('postings')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('kind', '=', name)
  const [row] = await connection.query(count.compile())
  return Number(row![0])
}
