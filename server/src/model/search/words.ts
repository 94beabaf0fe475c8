import { fold } from '../fold.ts'

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
