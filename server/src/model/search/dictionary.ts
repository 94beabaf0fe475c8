import { slipsAllowed, slipsBetween } from './similarity.ts'

const GRAM_LENGTH = 3
/** Marks the beginning and the end of a word, so that these count as letters too. */
const EDGE = '\u0001'

/** All words that occur anywhere, in memory: finds those that begin with, contain, or may have been meant by another. */
export class Dictionary {
  readonly #words: string[] = []
  readonly #known = new Set<string>()
  /** By three letters in a row, the words that contain them. */
  readonly #byGram = new Map<string, number[]>()
  #sorted: string[] | undefined
  #counts = new Uint8Array(1024)

  get size(): number {
    return this.#words.length
  }

  has(word: string): boolean {
    return this.#known.has(word)
  }

  add(word: string): void {
    if (this.#known.has(word)) return
    const index = this.#words.push(word) - 1
    this.#known.add(word)
    this.#sorted = undefined
    for (const gram of gramsOf(EDGE + word + EDGE)) {
      const among = this.#byGram.get(gram)
      if (among) among.push(index)
      else this.#byGram.set(gram, [index])
    }
    if (index >= this.#counts.length) {
      const larger = new Uint8Array(this.#counts.length * 2)
      larger.set(this.#counts)
      this.#counts = larger
    }
  }

  /** In alphabetical order. */
  beginningWith(start: string, max: number): string[] {
    this.#sorted ??= [...this.#words].sort()
    const found: string[] = []
    for (let index = firstNotBefore(this.#sorted, start); found.length < max; index++) {
      const word = this.#sorted[index]
      if (!word?.startsWith(start)) break
      found.push(word)
    }
    return found
  }

  /** Undefined if there are more than `max`; a part of less than three letters is in too many. */
  containing(part: string, max: number): string[] | undefined {
    const [first, ...rest] = gramsOf(part)
    if (first === undefined) return undefined
    let rarest = this.#byGram.get(first) ?? []
    for (const gram of rest) {
      const among = this.#byGram.get(gram) ?? []
      if (among.length < rarest.length) rarest = among
    }
    const found: string[] = []
    for (const index of rarest) {
      const word = this.#words[index]!
      if (word.includes(part) && found.push(word) > max) return undefined
    }
    return found.sort()
  }

  /** The best first; of equals in alphabetical order. */
  meantBy(asked: string, max: number): string[] {
    const allowed = slipsAllowed(asked.length)
    if (allowed === 0) return []
    const found: { word: string; slips: number }[] = []
    for (const word of this.#sharing(asked, allowed)) {
      const slips = slipsBetween(asked, word, allowed)
      if (slips <= allowed) found.push({ word, slips })
      else if (word.length > asked.length && slipsBetween(asked, word.slice(0, asked.length), 1) <= 1)
        found.push({ word, slips: allowed + 1 })
    }
    found.sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))
    return found.slice(0, max).map(({ word }) => word)
  }

  /** Words that have enough letters in common: one slip spoils at most four runs of three. */
  #sharing(asked: string, allowed: number): string[] {
    const grams = gramsOf(EDGE + asked + EDGE)
    const enough = Math.max(1, grams.length - (GRAM_LENGTH + 1) * allowed)
    const counts = this.#counts
    const touched: number[] = []
    for (const gram of grams) {
      for (const index of this.#byGram.get(gram) ?? []) if (counts[index]!++ === 0) touched.push(index)
    }
    const sharing = touched.filter((index) => counts[index]! >= enough).map((index) => this.#words[index]!)
    for (const index of touched) counts[index] = 0
    return sharing
  }
}

function gramsOf(text: string): string[] {
  const grams = new Set<string>()
  for (let start = 0; start + GRAM_LENGTH <= text.length; start++) grams.add(text.slice(start, start + GRAM_LENGTH))
  return [...grams]
}

function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}
