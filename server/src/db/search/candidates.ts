import { sql } from 'kysely'
import type { Connection, Engine, Values } from '../engine.ts'
import { conjunction, type Part, part } from '../lists/conditions.ts'
import { holes } from '../shapes.ts'
import type { Table } from '../table.ts'
import { wholeTerm } from './indexed.ts'
import type { Pass } from './passes.ts'
import {
  combined,
  countOf,
  depthOf,
  hasOneOf,
  limitOf,
  mayHaveAll,
  newestBetween,
  newestOf,
  newestSigned,
  seenIn,
} from './posting-clauses.ts'
import { LAST } from './ways.ts'

/**
 * Where several things must hold of a record, so many of the newest with the rarest word are looked through: fewer where
 * many terms may stand for the words, but never less than the second number for each term.
 */
const LOOKED_THROUGH_MAX = 20_000
const LOOKED_THROUGH_MIN = 500

/** Finds the ids of records by what is kept of their words, the newest of each term. */
export class Candidates {
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #kind: string
  /** What must hold of a record for it to be seen. */
  readonly #seen: readonly Part[]
  readonly #max: number

  constructor(engine: Engine, connection: Connection, { name }: Table, seen: readonly Part[], max: number) {
    this.#engine = engine
    this.#connection = connection
    this.#kind = name
    this.#seen = seen.length > 0 ? [seenIn(name, seen)] : []
    this.#max = max
  }

  /** Those of which a name or code is exactly this, or begins so. */
  called(whole: string): Promise<string[]> {
    const term = wholeTerm(whole)
    return this.#bestOf([this.#newest(term, this.#seen, LOOKED_THROUGH_MAX), this.#newestBetween(term, term + LAST)])
  }

  /** Those with one of the terms of every word. The rarest word leads; the others must be there too. */
  async matching(pass: Pass): Promise<string[]> {
    const [leading = [], ...others] = await this.#rarestFirst(pass)
    const needed =
      others.length === 0
        ? this.#seen
        : [mayHaveAll(others), ...this.#seen, ...others.map((terms) => hasOneOf(this.#kind, terms))]
    const work = leading.length * Math.max(1, others.flat().length)
    const looked = Math.max(LOOKED_THROUGH_MIN, Math.floor(LOOKED_THROUGH_MAX / work))
    return this.#bestOf(leading.map((term) => this.#newest(term, needed, looked)))
  }

  #newest(term: string, needed: readonly Part[], looked: number): Part {
    if (needed.length === 0) return part('newest', [this.#kind, term, this.#max], newestOf)
    const newest = part('newest signed', [this.#kind, term, looked], newestSigned)
    return combined('with', [newest, ...needed, limitOf(this.#max)], ([inner, ...rest]) => {
      const limit = rest.pop()!
      return sql`select "record" from (${inner}) as "postings" where ${conjunction(rest)} order by "record" desc ${limit}`
    })
  }

  /** Walks the index from its end: there, of equal terms, the newest records stand. */
  #newestBetween(start: string, end: string): Part {
    const most = this.#seen.length > 0 ? LOOKED_THROUGH_MAX : this.#max
    const newest = part('between', [this.#kind, start, end, most], newestBetween)
    return combined('from the end', [newest, ...this.#seen, limitOf(this.#max)], ([inner, ...rest]) => {
      const limit = rest.pop()!
      return sql`select "record" from (${inner}) as "postings" where ${conjunction(rest)}
        order by "term" desc, "record" desc ${limit}`
    })
  }

  /** All that the first one finds, then what the second one finds, until there are enough. */
  async #bestOf(selects: readonly Part[]): Promise<string[]> {
    const [only] = selects
    const best = combined('best of', [...selects, limitOf(this.#max)], (built) => {
      const limit = built.pop()!
      const ranked = built.map(
        (select, rank) => sql`select ${sql.lit(rank)} as "rank", "record" from (${select}) as found`,
      )
      return sql`select "record" from (${sql.join(ranked, sql` union all `)}) as ranked
        order by "rank", "record" desc ${limit}`
    })
    const rows = await this.#query(selects.length === 1 ? only! : best)
    return rows.map(([id]) => id as string)
  }

  async #rarestFirst(pass: Pass): Promise<Pass> {
    if (pass.length < 2) return pass
    const measures = pass.flatMap((terms) => [countOf(this.#kind, terms), depthOf(this.#kind, terms[0]!)])
    const [row] = await this.#query(combined('measures', measures, (built) => sql`select ${sql.join(built)}`))
    const measured = pass.map((terms, index) => ({
      terms,
      count: row![2 * index] as number,
      depth: (row![2 * index + 1] as string | null) ?? '',
    }))
    return measured.sort((a, b) => a.count - b.count || (a.depth < b.depth ? -1 : 1)).map(({ terms }) => terms)
  }

  #query({ shape, values, build }: Part): Promise<readonly Values[]> {
    const { shapes, builder } = this.#engine
    const statement = shapes.fill(`candidates: ${shape}`, values, (hole) => ({
      compile: () => sql`${build(holes(hole, values.length))}`.compile(builder),
    }))
    return this.#connection.query(statement)
  }
}
