import { sql } from 'kysely'
import type { Connection, Engine, Values } from '../engine.ts'
import { conjunction, type Part, part } from '../lists/conditions.ts'
import { holes } from '../shapes.ts'
import type { Table } from '../table.ts'
import { LAST } from './expansions.ts'
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
import { wholeTerm } from './postings.ts'
import type { Tier } from './tiers.ts'

/**
 * Where several things must hold of a record, so many of the newest with the rarest word are looked through: fewer where
 * many terms may stand for the words, but never less than the second number for each term.
 */
const LOOKED_THROUGH_MAX = 20_000
const LOOKED_THROUGH_MIN = 500

/** Finds the ids of records by the postings of their words, the newest of each term. */
export class Candidates {
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #kind: string
  /** The conditions under which a record is visible. */
  readonly #seen: readonly Part[]
  readonly #max: number

  constructor(engine: Engine, connection: Connection, { name }: Table, seen: readonly Part[], max: number) {
    this.#engine = engine
    this.#connection = connection
    this.#kind = name
    this.#seen = seen.length > 0 ? [seenIn(name, seen)] : []
    this.#max = max
  }

  /** Records with a name or code that equals or starts with this text. */
  called(whole: string): Promise<string[]> {
    const term = wholeTerm(whole)
    return this.#bestOf([this.#newest(term, this.#seen, LOOKED_THROUGH_MAX), this.#newestBetween(term, term + LAST)])
  }

  /** Records with one of the terms of every word. The rarest word selects; the others are checked. */
  async matching(tier: Tier): Promise<string[]> {
    const [leading = [], ...others] = await this.#rarestFirst(tier)
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

  /** Scans the index from its end: there, of equal terms, are the newest records. */
  #newestBetween(start: string, end: string): Part {
    const most = this.#seen.length > 0 ? LOOKED_THROUGH_MAX : this.#max
    const newest = part('between', [this.#kind, start, end, most], newestBetween)
    return combined('from the end', [newest, ...this.#seen, limitOf(this.#max)], ([inner, ...rest]) => {
      const limit = rest.pop()!
      return sql`select "record" from (${inner}) as "postings" where ${conjunction(rest)}
        order by "term" desc, "record" desc ${limit}`
    })
  }

  /** All results of the first query, then those of the second, up to the limit. */
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

  async #rarestFirst(tier: Tier): Promise<Tier> {
    if (tier.length < 2) return tier
    const measures = tier.flatMap((terms) => [countOf(this.#kind, terms), depthOf(this.#kind, terms[0]!)])
    const [row] = await this.#query(combined('measures', measures, (built) => sql`select ${sql.join(built)}`))
    const measured = tier.map((terms, index) => ({
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
