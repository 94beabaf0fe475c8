import type { Dictionary } from '../../model/search/dictionary.ts'
import { isNumber } from '../../model/search/words.ts'
import type { Connection, Engine } from '../engine.ts'

const BEGUN_MAX = 16
const ALIKE_MAX = 12
/** Sorts after every text. */
export const LAST = '\u{10ffff}'

/** For each word of the query, the terms that may stand for it, the best first. */
export type Pass = readonly (readonly string[])[]

interface Ways {
  readonly exact: readonly string[]
  readonly begun: readonly string[]
  readonly alike: readonly string[]
}

/** First what is there as it is written, then what begins so, then what contains it or may have been meant. */
export async function passesFor(
  engine: Engine,
  connection: Connection,
  dictionary: Dictionary,
  words: readonly string[],
): Promise<Pass[]> {
  const ways: Ways[] = []
  for (const word of words) ways.push(await waysOf(engine, connection, dictionary, word))
  const passes = ways.length === 1 ? oneByOne(ways[0]!) : together(ways)
  return passes.filter((pass) => pass.length > 0 && pass.every((terms) => terms.length > 0))
}

const oneByOne = ({ exact, begun, alike }: Ways): Pass[] => [[exact], [begun], [alike]]

/** Each pass allows more than the one before. */
function together(ways: readonly Ways[]): Pass[] {
  const strict = ways.map(({ exact, begun, alike }) => firstOf(exact, begun, alike))
  const wide = ways.map(({ exact, begun, alike }) => firstOf([...exact, ...begun], alike))
  const all = ways.map(({ exact, begun, alike }) => [...exact, ...begun, ...alike])
  const passes = [strict, wide, all]
  return passes.filter((pass, index) => index === 0 || sizeOf(pass) !== sizeOf(passes[index - 1]!))
}

async function waysOf(engine: Engine, connection: Connection, dictionary: Dictionary, word: string): Promise<Ways> {
  const numbers = await numbersFrom(engine, connection, word)
  const exact = dictionary.has(word) || numbers.includes(word) ? [word] : []
  const begun = new Set([...dictionary.beginningWith(word, BEGUN_MAX), ...numbers]).difference(new Set(exact))
  const near = new Set([...dictionary.containing(word, ALIKE_MAX), ...dictionary.meantBy(word, ALIKE_MAX)])
  return { exact, begun: [...begun], alike: [...near.difference(begun).difference(new Set(exact))] }
}

/** Numbers are not kept in memory: those that are the word, or go on from it with further digits. */
async function numbersFrom({ builder }: Engine, connection: Connection, word: string): Promise<string[]> {
  const select = builder
    .selectFrom('terms')
    .select('term')
    .where('term', '>=', isNumber(word) ? word : `${word}0`)
    .where('term', '<', isNumber(word) ? word + LAST : `${word}:`)
    .orderBy('term')
    .limit(BEGUN_MAX)
  return (await connection.query(select.compile())).map(([term]) => term as string)
}

const firstOf = (...lists: readonly (readonly string[])[]) => lists.find((list) => list.length > 0) ?? []
const sizeOf = (pass: Pass) => pass.reduce((sum, terms) => sum + terms.length, 0)
