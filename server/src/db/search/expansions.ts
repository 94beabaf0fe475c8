import { isNumber } from '../../model/search/similarity.ts'
import type { Dictionary } from '../../model/search/words.ts'
import type { Connection, Engine } from '../engine.ts'

const STARTING_MAX = 16
const ALIKE_MAX = 12
/** Sorts after every text. */
export const LAST = '\u{10ffff}'

/** The index terms that match one word of a query, in decreasing quality. Each kind is computed on demand. */
export class Expansions {
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #dictionary: Dictionary
  readonly #word: string
  #numbers: Promise<readonly string[]> | undefined
  #alike: readonly string[] | undefined

  constructor(engine: Engine, connection: Connection, dictionary: Dictionary, word: string) {
    this.#engine = engine
    this.#connection = connection
    this.#dictionary = dictionary
    this.#word = word
  }

  /** The word itself, if it occurs. */
  async exact(): Promise<readonly string[]> {
    const isKnown = isNumber(this.#word)
      ? (await this.#longerNumbers()).includes(this.#word)
      : this.#dictionary.has(this.#word)
    return isKnown ? [this.#word] : []
  }

  /** Terms that start with the word. */
  async startingWith(): Promise<readonly string[]> {
    const startingWith = new Set([
      ...this.#dictionary.beginningWith(this.#word, STARTING_MAX),
      ...(await this.#longerNumbers()),
    ])
    startingWith.delete(this.#word)
    return [...startingWith]
  }

  /** Terms that contain the word further in, then terms that it may be a misspelling of. */
  alike(): readonly string[] {
    this.#alike ??= [
      ...new Set([
        ...this.#dictionary.containing(this.#word, ALIKE_MAX),
        ...this.#dictionary.meantBy(this.#word, ALIKE_MAX),
      ]),
    ].filter((term) => !term.startsWith(this.#word))
    return this.#alike
  }

  /** Numbers are not in the dictionary in memory: those that are the word, or start with it. */
  #longerNumbers(): Promise<readonly string[]> {
    this.#numbers ??= this.#readNumbers()
    return this.#numbers
  }

  async #readNumbers(): Promise<readonly string[]> {
    const word = this.#word
    const range = isNumber(word) ? [word, word + LAST] : [`${word}0`, `${word}:`]
    const { builder, shapes } = this.#engine
    const select = shapes.fill('numbers', range, (hole) =>
      builder
        .selectFrom('terms')
        .select('term')
        .where('term', '>=', hole(0))
        .where('term', '<', hole(1))
        .orderBy('term')
        .limit(STARTING_MAX),
    )
    return (await this.#connection.query(select)).map(([term]) => term as string)
  }
}
