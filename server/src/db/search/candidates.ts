import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Clause, conjunction } from '../conditions.ts'
import type { Connection, Engine } from '../engine.ts'
import type { Table } from '../table.ts'
import { wholeTerm } from './indexed.ts'
import type { Pass } from './passes.ts'
import { LAST } from './ways.ts'

/** Where several things must hold of a record, so many of the newest with the rarest word are looked through. */
const LOOKED_THROUGH_MAX = 20_000
/** Words that occur more often are compared by how far back so many of their records reach. */
const COUNTED_MAX = 200

/** Finds the ids of records by what is kept of their words, the newest of each term. */
export class Candidates {
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #kind: string
  /** What must hold of a record for it to be seen. */
  readonly #seen: readonly Clause[]
  readonly #max: number

  constructor(engine: Engine, connection: Connection, { name }: Table, seen: readonly Clause[], max: number) {
    this.#engine = engine
    this.#connection = connection
    this.#kind = name
    this.#seen = seen.length > 0 ? [seenIn(name, seen)] : []
    this.#max = max
  }

  /** Those of which a name or code is exactly this, or begins so. */
  called(whole: string): Promise<string[]> {
    const term = wholeTerm(whole)
    return this.#bestOf([this.#newest(term, this.#seen), this.#newestBetween(term, term + LAST)])
  }

  /** Those with one of the terms of every word. The rarest word leads; the others must be there too. */
  async matching(pass: Pass): Promise<string[]> {
    const [leading = [], ...others] = await this.#rarestFirst(pass)
    const needed = [...this.#seen, ...others.map((terms) => this.#hasOneOf(terms))]
    return this.#bestOf(leading.map((term) => this.#newest(term, needed)))
  }

  #newest(term: string, needed: readonly Clause[]): RawBuilder<unknown> {
    const newest = sql`select "record" from "postings" where ${this.#isOfKind} and "term" = ${term} order by "record" desc`
    if (needed.length === 0) return sql`${newest} limit ${this.#max}`
    return sql`select "record" from (${newest} limit ${LOOKED_THROUGH_MAX}) as "postings"
      where ${conjunction(needed)} order by "record" desc limit ${this.#max}`
  }

  /** Walks the index from its end: there, of equal terms, the newest records stand. */
  #newestBetween(start: string, end: string): RawBuilder<unknown> {
    return sql`select "record" from "postings" where ${this.#isOfKind} and "term" > ${start} and "term" < ${end}
      and ${conjunction(this.#seen)} order by "term" desc, "record" desc limit ${this.#max}`
  }

  /** All that the first one finds, then what the second one finds, until there are enough. */
  async #bestOf(selects: readonly RawBuilder<unknown>[]): Promise<string[]> {
    const ranked = selects.map(
      (select, rank) => sql`select ${sql.lit(rank)} as "rank", "record" from (${select}) as found`,
    )
    const best = sql`select "record" from (${sql.join(ranked, sql` union all `)}) as ranked
      order by "rank", "record" desc limit ${this.#max}`
    const [only] = selects
    const rows = await this.#query(selects.length === 1 ? only! : best)
    return rows.map(([id]) => id as string)
  }

  #hasOneOf(terms: readonly string[]): Clause {
    return sql<SqlBool>`exists (select 1 from "postings" as other where other."kind" = ${this.#kind}
      and other."term" in (${sql.join(terms)}) and other."record" = "postings"."record")`
  }

  async #rarestFirst(pass: Pass): Promise<Pass> {
    if (pass.length < 2) return pass
    const measures = pass.flatMap((terms) => {
      const ofKind = sql`"postings" where ${this.#isOfKind}`
      return [
        sql`(select count(*) from (select 1 from ${ofKind} and "term" in (${sql.join(terms)}) limit ${COUNTED_MAX}) as some_of_it)`,
        sql`(select "record" from ${ofKind} and "term" = ${terms[0]} order by "record" desc limit 1 offset ${COUNTED_MAX - 1})`,
      ]
    })
    const [row] = await this.#query(sql`select ${sql.join(measures)}`)
    const measured = pass.map((terms, index) => ({
      terms,
      count: row![2 * index] as number,
      depth: (row![2 * index + 1] as string | null) ?? '',
    }))
    return measured.sort((a, b) => a.count - b.count || (a.depth < b.depth ? -1 : 1)).map(({ terms }) => terms)
  }

  get #isOfKind() {
    return sql`"kind" = ${this.#kind}`
  }

  #query(statement: RawBuilder<unknown>) {
    return this.#connection.query(statement.compile(this.#engine.builder))
  }
}

/** Whoever sees only some records must not have them crowded out by others. */
const seenIn = (name: string, clauses: readonly Clause[]): Clause =>
  sql<SqlBool>`exists (select 1 from ${sql.table(name)} where "id" = "postings"."record" and ${conjunction(clauses)})`
