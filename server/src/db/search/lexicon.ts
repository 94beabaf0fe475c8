import { Bounded } from '../../model/memo/bounded.ts'
import { Dictionary } from '../../model/search/dictionary.ts'
import type { Connection, Engine, Query } from '../engine.ts'

const PAGE_SIZE = 50_000
const MET_MAX = 20_000

/** The words that occur in the database, in memory. Before it is asked, it reads what has come since. */
export class Lexicon {
  readonly dictionary = new Dictionary()
  readonly #engine: Engine
  readonly #met = new Bounded<true>(MET_MAX)
  #last = 0

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Words are never taken away, so what is known here is in the database for certain. */
  knows(word: string): boolean {
    return this.dictionary.has(word) || this.#met.get(word) === true
  }

  /** Words that somebody has found in the database. */
  meet(words: readonly string[]): void {
    for (const word of words) this.#met.keep(word, true)
  }

  async catchUp(connection: Connection): Promise<void> {
    for (let isMore = true; isMore; ) {
      const rows = await connection.query(this.#after(this.#last))
      for (const [term, sequence] of rows) {
        this.dictionary.add(term as string)
        this.#last = Math.max(this.#last, sequence as number)
      }
      isMore = rows.length === PAGE_SIZE
    }
  }

  #after(last: number): Query {
    const { builder, shapes } = this.#engine
    return shapes.fill('terms after', [last], (hole) =>
      builder
        .selectFrom('terms')
        .select(['term', 'sequence'])
        .where('sequence', '>', hole(0))
        .orderBy('sequence')
        .limit(PAGE_SIZE),
    )
  }
}
