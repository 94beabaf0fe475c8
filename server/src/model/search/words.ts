import { fold } from '../text.ts'
import { isBegunWithSlip, PART_MIN, slipsAllowed, slipsBetween } from './similarity.ts'

const WORD_MAX = 40
const WORDS_MAX = 100
/** Letters and digits in a row. A Han character is a word of its own, since nothing parts one word from the next. */
const WORD = /\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]+/gv

/** Folded text with single spaces: what "the same name" is decided by. */
export const squeezed = (text: string): string => spaced(fold(text))
export const spaced = (folded: string): string => folded.trim().replace(/\s+/g, ' ')

/** The words of folded text, each once. Leading zeros do not matter: SO-2026-00042 is found by 42 as well. */
export function wordsIn(folded: string): string[] {
  const words = (folded.match(WORD) ?? []).slice(0, WORDS_MAX).map(wordOf)
  return words.filter((word, place) => words.indexOf(word) === place) // so few that a set costs more
}

const wordOf = (word: string): string => cut(word.startsWith('0') ? word.replace(/^0+(?=\d)/, '') : word, WORD_MAX)

/** The beginning of a text that is too long; no character is cut in two. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

const BITS = 47 // with a sign, six bytes
const BITS_OF_WORD = 3
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * A Bloom filter of three bits for each word. A record with all words has all their bits; of records with seven words, one
 * in twenty has the bits of a word that it lacks.
 */
export function signatureOf(words: Iterable<string>): number {
  const bits = new Set<number>()
  for (const word of words) {
    for (let rest = hashOf(word), bit = 0; bit < BITS_OF_WORD; bit++, rest = Math.floor(rest / BITS))
      bits.add(rest % BITS)
  }
  let signature = 0
  for (const bit of bits) signature += 2 ** bit
  return signature
}

/** FNV-1a. It is stored: when it changes, the index has to be built again. */
function hashOf(word: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

const GRAM_LENGTH = PART_MIN
/** Marks the beginning and the end of a word, so that these count as letters too. */
const EDGE = '\u0001'
/**
 * So many runs of three letters are spoilt at most, by the number of slips: two swapped letters spoil four, any other
 * slip spoils three. Words that are two swaps apart are found without counting.
 */
const SPOILT = [0, 4, 7] as const
/** Of the words that begin alike, so many are looked at. */
const BEGUN_MAX = 2000
/** Up to so many new words find their place one by one; more are sorted together. */
const FEW = 50

/** All words that occur anywhere, in memory: finds those that begin with, contain, or may have been meant by another. */
export class Dictionary {
  readonly #words: string[] = []
  readonly #known = new Set<string>()
  /** By three letters in a row, the words that contain them. */
  readonly #byGram = new Map<string, number[]>()
  readonly #sorted: string[] = []
  #unsorted: string[] = []
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
    this.#unsorted.push(word)
    for (const gram of gramsOf(EDGE + word + EDGE)) {
      const among = this.#byGram.get(gram)
      if (among) among.push(index)
      else this.#byGram.set(gram, [index])
    }
    if (index < this.#counts.length) return
    const larger = new Uint8Array(this.#counts.length * 2)
    larger.set(this.#counts)
    this.#counts = larger
  }

  /** Longer words that begin so: the shortest first, of equals in alphabetical order. */
  beginningWith(start: string, max: number): string[] {
    this.#sort()
    const found: string[] = []
    for (let index = firstNotBefore(this.#sorted, start); found.length < BEGUN_MAX; index++) {
      const word = this.#sorted[index]
      if (!word?.startsWith(start)) break
      if (word !== start) found.push(word)
    }
    return found.sort(byLength).slice(0, max)
  }

  /** Words that contain it further in: the shortest first. A part of less than three letters is in too many. */
  containing(part: string, max: number): string[] {
    const [first, ...rest] = gramsOf(part).map((gram) => this.#byGram.get(gram) ?? [])
    if (!first) return []
    const rarest = rest.reduce((rare, among) => (among.length < rare.length ? among : rare), first)
    const words = rarest.map((index) => this.#words[index]!)
    return words
      .filter((word) => word.includes(part) && !word.startsWith(part))
      .sort(byLength)
      .slice(0, max)
  }

  /** Words of which it may be a misspelling, and some of which it may be a misspelt beginning: the best first. */
  meantBy(asked: string, max: number): string[] {
    const allowed = slipsAllowed(asked)
    if (allowed === 0) return []
    const found: { word: string; slips: number }[] = []
    for (const word of this.#alike(asked, allowed)) {
      const slips = slipsBetween(asked, word, allowed)
      if (slips <= allowed || isBegunWithSlip(asked, word)) found.push({ word, slips })
    }
    found.sort((a, b) => a.slips - b.slips || byLength(a.word, b.word))
    return found.slice(0, max).map(({ word }) => word)
  }

  /** Words that have enough runs of letters in common, and those that swaps alone make. */
  #alike(asked: string, allowed: number): Set<string> {
    const grams = gramsOf(EDGE + asked + EDGE)
    const enough = Math.max(1, grams.length - SPOILT[allowed]!)
    const counts = this.#counts
    const touched: number[] = []
    for (const gram of grams) {
      for (const index of this.#byGram.get(gram) ?? []) if (counts[index]!++ === 0) touched.push(index)
    }
    const alike = new Set(swapped(asked, allowed).filter((word) => this.has(word)))
    for (const index of touched) {
      if (counts[index]! >= enough) alike.add(this.#words[index]!)
      counts[index] = 0
    }
    return alike
  }

  #sort(): void {
    if (this.#unsorted.length > FEW) {
      for (const word of this.#unsorted) this.#sorted.push(word)
      this.#sorted.sort()
    } else for (const word of this.#unsorted) this.#sorted.splice(firstNotBefore(this.#sorted, word), 0, word)
    this.#unsorted = []
  }
}

const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

function gramsOf(text: string): string[] {
  const grams = new Set<string>()
  for (let start = 0; start + GRAM_LENGTH <= text.length; start++) grams.add(text.slice(start, start + GRAM_LENGTH))
  return [...grams]
}

/** Every text that so many swaps of neighbours make, at most. */
function swapped(text: string, swaps: number, from = 0): string[] {
  if (swaps === 0) return []
  const made: string[] = []
  for (let at = from; at + 1 < text.length; at++) {
    const fresh = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
    made.push(fresh, ...swapped(fresh, swaps - 1, at + 2))
  }
  return made
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
