/** Pseudo-random numbers, the same for the same seed and number in every run. */
export class SeededRandom {
  #state: number

  constructor(seed: number, number: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)
    this.#next() // the first values of neighbouring numbers are similar; skip them
  }

  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit)
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!
  }

  /** True with this probability in percent. */
  percent(share: number): boolean {
    return this.below(100) < share
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return (value ^ (value >>> 14)) >>> 0
  }
}

/** The words of a text, as a list to choose from. */
export const wordsIn = (text: string): readonly string[] => text.trim().split(/\s+/)
