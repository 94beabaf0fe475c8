import { sql } from 'kysely'
import { Bounded } from '../../model/memo/bounded.ts'
import { Dictionary } from '../../model/search/dictionary.ts'
import type { Connection, Engine, Query } from '../engine.ts'
import { TERM_SLOTS } from './terms.ts'

const PAGE_SIZE = 50_000
const MET_MAX = 20_000

/** The words that occur in the database, in memory. Before it is asked, it reads what has come since. */
export class Lexicon {
  readonly dictionary = new Dictionary()
  readonly #engine: Engine
  readonly #met = new Bounded<true>(MET_MAX)
  /** The place of the last word that was read, by slot. */
  readonly #last: number[] = new Array(TERM_SLOTS).fill(0)

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Words are never taken away, so what is known here is in the database for certain. */
  knows(word: string): boolean {
    return this.dictionary.has(word) || this.#met.get(word) === true
  }

  /** Words that have been committed. */
  meet(words: Iterable<string>): void {
    for (const word of words) this.#met.keep(word, true)
  }

  async catchUp(connection: Connection): Promise<void> {
    for (let isMore = true; isMore; ) {
      const rows = await connection.query(this.#next())
      for (const [term, slot, sequence] of rows as [string, number, number][]) {
        this.dictionary.add(term)
        this.#last[slot] = Math.max(this.#last[slot]!, sequence)
      }
      isMore = rows.length === PAGE_SIZE
    }
  }

  #next(): Query {
    const { builder, shapes } = this.#engine
    const query = shapes.fill('terms after', this.#last, (hole) =>
      builder
        .selectFrom('terms')
        .select(['term', 'slot', 'sequence'])
        .where(({ or }) =>
          or(
            this.#last.map(
              (_, slot) =>
                sql<boolean>`(${sql.ref('slot')} = ${sql.lit(slot)} and ${sql.ref('sequence')} > ${hole(slot)})`,
            ),
          ),
        )
        .orderBy('slot')
        .orderBy('sequence')
        .limit(PAGE_SIZE),
    )
    return { ...query, effect: 'read', table: 'terms' }
  }
}
