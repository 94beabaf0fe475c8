import { sql } from 'kysely'
import { Bounded } from '../../model/memo.ts'
import { isNumber } from '../../model/search/similarity.ts'
import { Dictionary } from '../../model/search/words.ts'
import type { PendingNumbers } from '../counts/series.ts'
import type { Connection, Engine, Query } from '../engine.ts'
import { type Hole, piecesOf, rowsOfHoles } from '../shapes.ts'

/** Processes that add words in different slots do not wait for each other. */
export const TERM_SLOTS = 4

/**
 * Writes down words that may be new. Words are never taken away again. The place of a word is taken from the series of its
 * slot, which stays locked until the commit: words of a slot become visible in their order, so that a reader who goes on
 * after the last one that it has seen misses none.
 */
export async function addTerms(
  engine: Engine,
  connection: Connection,
  numbers: PendingNumbers,
  all: readonly string[],
): Promise<void> {
  const slot = engine.slot % TERM_SLOTS
  const words = all.filter((word) => !isNumber(word))
  const first = words.length > 0 ? (await numbers.take(`search terms ${slot}`, words.length)) - words.length + 1 : 0
  const places = new Map(words.map((word, index) => [word, first + index]))
  // Numbers have no place: no process keeps them in memory. Sorted, so that processes never wait in a circle.
  const rows = [...all].sort().map((term) => [term, slot, places.get(term) ?? 0])
  for (const some of piecesOf(rows)) {
    const insert = engine.shapes.fill(`add terms ${some.length}`, some.flat(), (hole) =>
      engine.builder
        .insertInto('terms')
        .values(rowsOfHoles(hole, ['term', 'slot', 'sequence'], some.length))
        .onConflict((conflict) => conflict.doNothing()),
    )
    await connection.query({ ...insert, effect: 'write', table: 'terms', keys: some.map(([term]) => term as string) })
  }
}

/** Words of one slot that are read at once. */
const PAGE_SIZE = 10_000
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
      isMore = rows.length >= PAGE_SIZE // fewer, and no slot has more
    }
  }

  /** One statement for all slots, one range of the index for each. */
  #next(): Query {
    const { builder, shapes } = this.#engine
    const query = shapes.fill('terms after', this.#last, (hole) => {
      const ranges = this.#last.map((_, slot) => wordsAfter(slot, hole(slot)))
      return { compile: () => sql.join(ranges, sql` union all `).compile(builder) }
    })
    return { ...query, effect: 'read', table: 'terms' }
  }
}

/**
 * The limit is not a parameter: a plan that a database server keeps for all values expects a tenth of the table from such a
 * limit, and reads the whole index.
 */
const wordsAfter = (slot: number, last: Hole) =>
  sql`select * from (select "term", "slot", "sequence" from "terms" where "slot" = ${sql.lit(slot)}
    and "sequence" > ${last} order by "sequence" limit ${sql.lit(PAGE_SIZE)}) as found`
