import type { Dictionary } from '../../model/search/dictionary.ts'
import { isNumber } from '../../model/search/words.ts'
import type { Connection, Engine } from '../engine.ts'

const BEGUN_MAX = 16
const ALIKE_MAX = 12
/** Sorts after every text. */
export const LAST = '\u{10ffff}'

/** The terms that may stand for one word of a query, the best first. Worked out only when it is asked for. */
export class Ways {
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

  /** Those that begin with it. */
  async begun(): Promise<readonly string[]> {
    const begun = new Set([...this.#dictionary.beginningWith(this.#word, BEGUN_MAX), ...(await this.#longerNumbers())])
    begun.delete(this.#word)
    return [...begun]
  }

  /** Those that contain it further in, then those of which it may be a misspelling. */
  alike(): readonly string[] {
    this.#alike ??= [
      ...new Set([
        ...this.#dictionary.containing(this.#word, ALIKE_MAX),
        ...this.#dictionary.meantBy(this.#word, ALIKE_MAX),
      ]),
    ].filter((term) => !term.startsWith(this.#word))
    return this.#alike
  }

  /** Numbers are not kept in memory: those that are the word, or go on from it with further digits. */
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
        .limit(BEGUN_MAX),
    )
    return (await this.#connection.query(select)).map(([term]) => term as string)
  }
}
