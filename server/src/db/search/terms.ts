import { sql } from 'kysely'
import { isNumber } from '../../model/search/words.ts'
import type { Connection, Engine } from '../engine.ts'

const SERIES = 'search terms'
/** A statement takes only so many values. */
const CHUNK = 1000

export function* chunksOf<T>(values: readonly T[]): Generator<T[]> {
  for (let start = 0; start < values.length; start += CHUNK) yield values.slice(start, start + CHUNK)
}

/** Writes down words that may be new. Words are never taken away again. */
export async function addTerms(engine: Engine, connection: Connection, words: readonly string[]): Promise<void> {
  await addNumbers(engine, connection, words.filter(isNumber).sort())
  const fresh = await unknownAmong(
    engine,
    connection,
    words.filter((word) => !isNumber(word)),
  )
  if (fresh.length > 0) await addWords(engine, connection, fresh)
}

/** Nobody keeps these in memory, so they need no place in the sequence. Sorted, so that writers never wait in a circle. */
async function addNumbers({ builder }: Engine, connection: Connection, numbers: readonly string[]): Promise<void> {
  for (const some of chunksOf(numbers)) {
    const insert = builder.insertInto('terms').values(some.map((term) => ({ term, sequence: 0 })))
    await connection.query(insert.onConflict((conflict) => conflict.doNothing()).compile())
  }
}

/**
 * The place of a new word is taken while their series is locked, so that words become visible in their order: whoever
 * reads on from the last one that he has seen misses nothing.
 */
async function addWords(engine: Engine, connection: Connection, words: readonly string[]): Promise<void> {
  const { builder } = engine
  const locked = builder
    .insertInto('series')
    .values({ name: SERIES, last: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: sql`${sql.ref('series.last')}` }))
    .returning('last')
  const [row] = await connection.query(locked.compile())
  const last = row![0] as number
  const fresh = await unknownAmong(engine, connection, words) // others may have added some meanwhile
  const rows = fresh.map((term, index) => ({ term, sequence: last + index + 1 }))
  for (const some of chunksOf(rows)) await connection.query(builder.insertInto('terms').values(some).compile())
  const moved = builder
    .updateTable('series')
    .set({ last: last + rows.length })
    .where('name', '=', SERIES)
  await connection.query(moved.compile())
}

async function unknownAmong(
  { builder }: Engine,
  connection: Connection,
  words: readonly string[],
): Promise<readonly string[]> {
  const known = new Set<unknown>()
  for (const some of chunksOf(words)) {
    const select = builder.selectFrom('terms').select('term').where('term', 'in', some)
    for (const [term] of await connection.query(select.compile())) known.add(term)
  }
  return words.filter((word) => !known.has(word))
}
