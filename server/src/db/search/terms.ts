import { isNumber } from '../../model/search/words.ts'
import { lastNumber, setLastNumber, takeNumbers } from '../counts/series.ts'
import type { Connection, Engine } from '../engine.ts'
import { holes, piecesOf, rowsOfHoles } from '../shapes.ts'

const SERIES = 'search terms'

/** Writes down words that may be new, and returns those that were there. Words are never taken away again. */
export async function addTerms(
  engine: Engine,
  connection: Connection,
  all: readonly string[],
): Promise<readonly string[]> {
  const words = all.filter((word) => !isNumber(word))
  const fresh = new Set(await unknownAmong(engine, connection, words))
  await addNumbers(engine, connection, all.filter(isNumber).sort())
  if (fresh.size > 0) await addWords(engine, connection, [...fresh])
  return words.filter((word) => !fresh.has(word))
}

/** Nobody keeps these in memory, so they need no place in the sequence. Sorted, so that writers never wait in a circle. */
async function addNumbers(engine: Engine, connection: Connection, numbers: readonly string[]): Promise<void> {
  await insertTerms(
    engine,
    connection,
    numbers.map((number) => [number, 0]),
  )
}

/**
 * The place of a new word is taken while their series is locked, so that words become visible in their order: whoever
 * reads on from the last one that he has seen misses nothing.
 */
async function addWords(engine: Engine, connection: Connection, words: readonly string[]): Promise<void> {
  const isAlone = connection.memory !== undefined
  const last = isAlone ? await lastNumber(engine, connection, SERIES) : await takeNumbers(engine, connection, SERIES, 0)
  const fresh = isAlone ? words : await unknownAmong(engine, connection, words) // others may have added some meanwhile
  await insertTerms(
    engine,
    connection,
    fresh.map((term, index) => [term, last + index + 1]),
  )
  await setLastNumber(engine, connection, SERIES, last + fresh.length)
}

async function insertTerms(
  { builder, shapes }: Engine,
  connection: Connection,
  terms: readonly (readonly [term: string, sequence: number])[],
): Promise<void> {
  for (const some of piecesOf(terms)) {
    const insert = shapes.fill(`add terms ${some.length}`, some.flat(), (hole) =>
      builder
        .insertInto('terms')
        .values(rowsOfHoles(hole, ['term', 'sequence'], some.length))
        .onConflict((conflict) => conflict.doNothing()),
    )
    await connection.query({ ...insert, keys: some.map(([term]) => term) })
  }
}

async function unknownAmong(
  { builder, shapes }: Engine,
  connection: Connection,
  words: readonly string[],
): Promise<readonly string[]> {
  const known = new Set<unknown>()
  for (const some of piecesOf(words)) {
    const select = shapes.fill(`known terms ${some.length}`, some, (hole) =>
      builder.selectFrom('terms').select('term').where('term', 'in', holes(hole, some.length)),
    )
    for (const [term] of await connection.query({ ...select, keys: some })) known.add(term)
  }
  return words.filter((word) => !known.has(word))
}
