import { fold } from '../text.ts'

const WORD_MAX = 40
const WORDS_MAX = 100
const DIGITS_OF_NUMBER = 4
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

/** There may be as many numbers as records, and a wrong digit makes another number, not a misspelt one. */
export const isNumber = (word: string): boolean => (word.match(/\p{N}/gu)?.length ?? 0) >= DIGITS_OF_NUMBER

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
