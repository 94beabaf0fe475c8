import { isNumber } from '../../model/search/words.ts'
import type { PendingNumbers } from '../counts/series.ts'
import type { Connection, Engine } from '../engine.ts'
import { piecesOf, rowsOfHoles } from '../shapes.ts'

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
