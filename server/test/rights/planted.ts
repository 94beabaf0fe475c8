import type { SeededRandom } from '../../src/demo/sized/seeded-random.ts'

/** Values that occur once: each text is a word of its own, each number has digits of its own. */
export class Planter {
  readonly #random: SeededRandom
  readonly #taken: Set<string>
  #texts = 0
  #days = 0

  /** `taken` are the numbers that were planted before in the same database. */
  constructor(random: SeededRandom, taken: Set<string>) {
    this.#random = random
    this.#taken = taken
  }

  text(): string {
    return `Q${this.#letters(5)}${++this.#texts}Z`
  }

  /** With four decimals, the last of which is not 0. */
  number(least: number, most: number): number {
    for (;;) {
      const value = least + this.#random.below(most - least) + (this.#random.below(1000) * 10 + 1) / 10_000
      const text = String(Number(value.toFixed(4)))
      if (this.#taken.has(text)) continue
      this.#taken.add(text)
      return Number(text)
    }
  }

  date(): string {
    // Reports tell the first and the last day of a month.
    const [month, day] = [Math.floor(this.#days / DAYS_OF_MONTH), this.#days % DAYS_OF_MONTH]
    this.#days++
    return new Date(Date.UTC(2031, month, 2 + day)).toISOString().slice(0, 10)
  }

  #letters(count: number): string {
    return Array.from({ length: count }, () => 'ABCDEFGHJKLMNPRSTUVW'[this.#random.below(20)]).join('')
  }
}

const DAYS_OF_MONTH = 25

const PLANTED_TEXT = /Q[A-Z]{5}\d+Z/
const DOCUMENT_NUMBER = /^(SO|INV)-203\d-\d{5}$/
const PLANTED_DATE = /^203\d-\d\d-\d\d$/
const DIGITS_MIN = 6

/** What of a value can be recognised in an answer; undefined where the value may occur by chance. */
export function markerOf(value: unknown): string | undefined {
  if (typeof value === 'number') {
    const digits = String(value).replace(/^-?0*\.?|\./g, '')
    return digits.length >= DIGITS_MIN ? String(Math.abs(value)) : undefined
  }
  if (typeof value !== 'string') return undefined
  if (DOCUMENT_NUMBER.test(value) || PLANTED_DATE.test(value)) return value
  return PLANTED_TEXT.exec(value)?.[0]
}

const MARKERS = /Q[A-Z]{5}\d+Z|(?:SO|INV)-203\d-\d{5}|203\d-\d\d-\d\d|\d+(?:\.\d+)?/g

/** All that could be a marker in an answer. */
export const markersIn = (text: string): ReadonlySet<string> => new Set(text.match(MARKERS))
