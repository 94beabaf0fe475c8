import { type SqlBool, sql } from 'kysely'
import { type Clause, conjunction } from '../conditions.ts'
import type { Connection, Engine, Select } from '../engine.ts'
import type { Table } from '../table.ts'
import { wholeTerm } from './indexed.ts'
import { LAST, type Pass } from './ways.ts'

/** Where several things must hold of a record, so many of the newest with the rarest word are looked through. */
const LOOKED_THROUGH_MAX = 20_000
/** Beyond this a word counts as frequent, however often it occurs. */
const COUNTED_MAX = 2000

/** Finds the ids of records by what is kept of their words. */
export class Candidates {
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #table: Table
  /** What must hold of a record for it to be seen. */
  readonly #seen: readonly Clause[]
  readonly #max: number

  constructor(engine: Engine, connection: Connection, table: Table, seen: readonly Clause[], max: number) {
    this.#engine = engine
    this.#connection = connection
    this.#table = table
    this.#seen = seen.length > 0 ? [seenIn(engine, table, seen)] : []
    this.#max = max
  }

  /** Those of which a name or code is exactly this, the newest first. */
  called(whole: string): Promise<string[]> {
    return this.#ids(this.#newest(wholeTerm(whole), this.#seen))
  }

  /** Those of which a name or code begins so. Walks the index from its end, where of equal names the newest stand. */
  begunBy(whole: string): Promise<string[]> {
    const term = wholeTerm(whole)
    const range = this.#postings()
      .where('term', '>', term)
      .where('term', '<', term + LAST)
    return this.#ids(
      range.where(conjunction(this.#seen)).orderBy('term', 'desc').orderBy('record', 'desc').limit(this.#max),
    )
  }

  /** Those with one of the terms of every word. The rarest word leads; the others must be there too. */
  async matching(pass: Pass): Promise<string[]> {
    const [leading = [], ...others] = await this.#rarestFirst(pass)
    const needed = [...this.#seen, ...others.map((terms) => this.#hasOneOf(terms))]
    const found = new Set<string>()
    for (const term of leading) {
      if (found.size >= this.#max) break
      for (const id of await this.#ids(this.#newest(term, needed))) found.add(id)
    }
    return [...found]
  }

  #postings(): Select {
    return this.#engine.builder.selectFrom('postings').select('record').where('kind', '=', this.#table.name)
  }

  #newest(term: string, needed: readonly Clause[]): Select {
    const newest = this.#postings().where('term', '=', term).orderBy('record', 'desc')
    if (needed.length === 0) return newest.limit(this.#max)
    return this.#engine.builder
      .selectFrom(newest.limit(LOOKED_THROUGH_MAX).as('postings'))
      .select('record')
      .where(conjunction(needed))
      .orderBy('record', 'desc')
      .limit(this.#max)
  }

  #hasOneOf(terms: readonly string[]): Clause {
    return sql<SqlBool>`exists (select 1 from "postings" as other where other."kind" = ${this.#table.name}
      and other."term" in (${sql.join(terms)}) and other."record" = "postings"."record")`
  }

  async #rarestFirst(pass: Pass): Promise<Pass> {
    if (pass.length < 2) return pass
    const counts = pass.map((terms) => {
      const some = this.#postings().where('term', 'in', terms).limit(COUNTED_MAX)
      return sql`(select count(*) from ${some} as some)`
    })
    const [row] = await this.#connection.query(sql`select ${sql.join(counts)}`.compile(this.#engine.builder))
    const counted = pass.map((terms, index) => ({ terms, count: row![index] as number }))
    return counted.sort((a, b) => a.count - b.count).map(({ terms }) => terms)
  }

  async #ids(select: Select): Promise<string[]> {
    return (await this.#connection.query(select.compile())).map(([id]) => id as string)
  }
}

/** Whoever sees only some records must not have them crowded out by others. */
const seenIn = ({ builder }: Engine, { name }: Table, clauses: readonly Clause[]): Clause => {
  const record = builder
    .selectFrom(name)
    .select('id')
    .whereRef('id', '=', 'postings.record')
    .where(conjunction(clauses))
  return sql<SqlBool>`exists ${record}`
}
