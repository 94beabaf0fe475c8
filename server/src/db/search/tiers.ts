import { type RawBuilder, sql } from 'kysely'
import type { Builder, Connection, Engine } from '../engine.ts'
import { type Hole, holes } from '../shapes.ts'
import { type Expansions, LAST } from './expansions.ts'
import { wholeTerm } from './postings.ts'

/** For each word of the query, the terms that match it in this tier, the best first. */
export type Tier = readonly (readonly string[])[]

type Step = (expansions: Expansions) => Promise<readonly string[]>

/** For one word: the exact term, then terms that start with it, then similar terms. */
const forOneWord: readonly Step[] = [
  (expansions) => expansions.exact(),
  (expansions) => expansions.startingWith(),
  async (expansions) => expansions.alike(),
]

/** For several words: the best terms of each; then each tier allows more than the one before. */
const forSeveralWords: readonly Step[] = [
  async (expansions) => {
    const exact = await expansions.exact()
    if (exact.length > 0) return exact
    const startingWith = await expansions.startingWith()
    return startingWith.length > 0 ? startingWith : expansions.alike()
  },
  async (expansions) => {
    const startingWith = [...(await expansions.exact()), ...(await expansions.startingWith())]
    return startingWith.length > 0 ? startingWith : expansions.alike()
  },
  async (expansions) => [...(await expansions.exact()), ...(await expansions.startingWith()), ...expansions.alike()],
]

/** The tiers of one query for each resource, without terms that do not occur in it. */
export class Tiers {
  static readonly count = forSeveralWords.length
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #words: readonly Expansions[]
  readonly #kinds: readonly string[]
  readonly #known: Promise<ReadonlyMap<string, Tier>>[] = []
  #called: Promise<ReadonlySet<string>> | undefined

  constructor(engine: Engine, connection: Connection, words: readonly Expansions[], kinds: readonly string[]) {
    this.#engine = engine
    this.#connection = connection
    this.#words = words
    this.#kinds = kinds
  }

  /** Whether a record of this resource has a name or code that starts with this text. */
  async isCalled(whole: string, kind: string): Promise<boolean> {
    this.#called ??= this.#kindsCalled(wholeTerm(whole))
    return whole !== '' && (await this.#called).has(kind)
  }

  /** Undefined if the resource has no term for one of the words, or only those of the tier before. */
  async at(step: number, kind: string): Promise<Tier | undefined> {
    this.#known[step] ??= this.#compute(step)
    const tier = (await this.#known[step]).get(kind)
    const before = step > 0 && this.#words.length > 1 ? (await this.#known[step - 1])?.get(kind) : undefined
    return tier && before && sizeOf(tier) === sizeOf(before) ? undefined : tier
  }

  /** For all resources in one query: most words occur in one of them only. */
  async #compute(step: number): Promise<ReadonlyMap<string, Tier>> {
    const steps = this.#words.length === 1 ? forOneWord : forSeveralWords
    const tier: (readonly string[])[] = []
    for (const expansions of this.#words) tier.push(await steps[step]!(expansions))
    if (tier.length === 0 || tier.some((terms) => terms.length === 0)) return new Map()
    const occurring = await this.#occurring([...new Set(tier.flat())])
    const byKind = this.#kinds.map((kind): [string, Tier] => [
      kind,
      tier.map((terms) => terms.filter((term) => occurring.has(`${kind} ${term}`))),
    ])
    return new Map(byKind.filter(([, terms]) => terms.every(({ length }) => length > 0)))
  }

  async #kindsCalled(term: string): Promise<ReadonlySet<string>> {
    const { builder, shapes } = this.#engine
    const count = this.#kinds.length
    const select = shapes.fill(`kinds called ${count}`, [...this.#kinds, term, term + LAST], (hole) =>
      compilable(
        builder,
        sql`with "kinds"("kind") as (values ${rowsOf(holes(hole, count))}) select "kind" from "kinds"
          where (select 1 from "postings" where "postings"."kind" = "kinds"."kind"
          and "postings"."term" >= ${hole(count)} and "postings"."term" < ${hole(count + 1)} limit 1) = 1`,
      ),
    )
    return new Set((await this.#connection.query(select)).map(([kind]) => kind as string))
  }

  async #occurring(terms: readonly string[]): Promise<ReadonlySet<string>> {
    const { builder, shapes } = this.#engine
    const count = this.#kinds.length
    const select = shapes.fill(`occurring ${count} ${terms.length}`, [...this.#kinds, ...terms], (hole) =>
      compilable(
        builder,
        sql`with "kinds"("kind") as (values ${rowsOf(holes(hole, count))}),
          "wanted"("term") as (values ${rowsOf(holes(hole, terms.length, count))})
          select "kind", "term" from "kinds" cross join "wanted" where (select 1 from "postings"
          where "postings"."kind" = "kinds"."kind" and "postings"."term" = "wanted"."term" limit 1) = 1`,
      ),
    )
    return new Set((await this.#connection.query(select)).map(([kind, term]) => `${kind} ${term}`))
  }
}

const rowsOf = (values: readonly Hole[]) => sql.join(values.map((value) => sql`(${value})`))
const compilable = (builder: Builder, statement: RawBuilder<unknown>) => ({ compile: () => statement.compile(builder) })
const sizeOf = (tier: Tier) => tier.reduce((sum, terms) => sum + terms.length, 0)
