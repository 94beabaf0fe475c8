import { type RawBuilder, sql } from 'kysely'
import type { Builder, Connection, Engine } from '../engine.ts'
import { type Hole, holes } from '../shapes.ts'
import { wholeTerm } from './indexed.ts'
import { LAST, type Ways } from './ways.ts'

/** For each word of the query, the terms that may stand for it, the best first. */
export type Pass = readonly (readonly string[])[]

type Step = (ways: Ways) => Promise<readonly string[]>

/** Of one word: what is there as it is written, then what begins so, then what contains it or may have been meant. */
const oneAfterTheOther: readonly Step[] = [(ways) => ways.exact(), (ways) => ways.begun(), async (ways) => ways.alike()]

/** Of several words, each in the best way that there is; then each pass allows more than the one before. */
const wider: readonly Step[] = [
  async (ways) => {
    const exact = await ways.exact()
    if (exact.length > 0) return exact
    const begun = await ways.begun()
    return begun.length > 0 ? begun : ways.alike()
  },
  async (ways) => {
    const begun = [...(await ways.exact()), ...(await ways.begun())]
    return begun.length > 0 ? begun : ways.alike()
  },
  async (ways) => [...(await ways.exact()), ...(await ways.begun()), ...ways.alike()],
]

/** The passes of one query, for whichever kind of record asks for them; what a kind has nothing of is left out. */
export class Passes {
  static readonly count = wider.length
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #words: readonly Ways[]
  readonly #kinds: readonly string[]
  readonly #known: Promise<ReadonlyMap<string, Pass>>[] = []
  #called: Promise<ReadonlySet<string>> | undefined

  constructor(engine: Engine, connection: Connection, words: readonly Ways[], kinds: readonly string[]) {
    this.#engine = engine
    this.#connection = connection
    this.#words = words
    this.#kinds = kinds
  }

  /** Whether a record of this kind has a name or code that begins so. */
  async isCalled(whole: string, kind: string): Promise<boolean> {
    this.#called ??= this.#kindsCalled(wholeTerm(whole))
    return whole !== '' && (await this.#called).has(kind)
  }

  /** Undefined if the kind has nothing for one of the words, or nothing but what the pass before had. */
  async at(step: number, kind: string): Promise<Pass | undefined> {
    this.#known[step] ??= this.#workOut(step)
    const pass = (await this.#known[step]).get(kind)
    const before = step > 0 && this.#words.length > 1 ? (await this.#known[step - 1])?.get(kind) : undefined
    return pass && before && sizeOf(pass) === sizeOf(before) ? undefined : pass
  }

  /** For all kinds at once: most words occur in one of them only. */
  async #workOut(step: number): Promise<ReadonlyMap<string, Pass>> {
    const steps = this.#words.length === 1 ? oneAfterTheOther : wider
    const pass: (readonly string[])[] = []
    for (const ways of this.#words) pass.push(await steps[step]!(ways))
    if (pass.length === 0 || pass.some((terms) => terms.length === 0)) return new Map()
    const occurring = await this.#occurring([...new Set(pass.flat())])
    const byKind = this.#kinds.map((kind): [string, Pass] => [
      kind,
      pass.map((terms) => terms.filter((term) => occurring.has(`${kind} ${term}`))),
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
const sizeOf = (pass: Pass) => pass.reduce((sum, terms) => sum + terms.length, 0)
