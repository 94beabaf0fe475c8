const DIGITS_OF_NUMBER = 4

/** There may be as many numbers as records, and a wrong digit makes another number, not a misspelt one. */
export const isNumber = (word: string): boolean => (word.match(/\p{N}/gu)?.length ?? 0) >= DIGITS_OF_NUMBER

/** Shorter parts of words are in too many of them. */
export const PART_MIN = 3

/** How many slips of the pen a word may contain and still be meant. */
export function slipsAllowed(word: string): number {
  if (word.length <= 3 || isNumber(word)) return 0
  return word.length <= 7 ? 1 : 2
}

/** Three rows of the table below, used again and again: this runs thousands of times for one search. */
let [older, old, row]: [number[], number[], number[]] = [[], [], []]

/**
 * How many letters were left out, put in, exchanged, or swapped with their neighbour; anything above `max` is as good
 * as `max + 1`.
 */
export function slipsBetween(a: string, b: string, max: number): number {
  const tooMany = max + 1
  if (Math.abs(a.length - b.length) > max) return tooMany
  for (let j = 0; j <= b.length; j++) row[j] = j
  for (let i = 1; i <= a.length; i++) {
    ;[older, old, row] = [old, row, older]
    // Whatever lies further from the diagonal is too many slips away.
    const [from, to] = [Math.max(1, i - max), Math.min(b.length, i + max)]
    row[from - 1] = from === 1 ? i : tooMany
    let best = row[from - 1]!
    for (let j = from; j <= to; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      const above = j === i + max ? tooMany : old[j]!
      let slips = Math.min(above + 1, row[j - 1]! + 1, old[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) slips = Math.min(slips, older[j - 2]! + 1)
      row[j] = slips
      if (slips < best) best = slips
    }
    if (best > max) return tooMany
  }
  return Math.min(row[b.length]!, tooMany)
}

/** Whether a longer word begins with what was asked for, one slip apart. */
export const isBegunWithSlip = (asked: string, word: string): boolean =>
  word.length > asked.length && slipsBetween(asked, word.slice(0, asked.length), 1) <= 1

/**
 * Each way of matching has a band of its own, so that a better way always counts for more. The bands are a tenth apart:
 * so much the score may still take off for words that were not asked for.
 */
const PREFIX = 0.78
const PREFIX_BAND = 0.12
const INSIDE = 0.6
const INSIDE_BAND = 0.1
const MISSPELT = { 1: 0.53, 2: 0.47 } as const
const BEGINNING_MISSPELT = 0.42

/** How well a word of the query fits a word of a record, from 0 to 1. */
export function similarity(asked: string, word: string): number {
  if (asked === word) return 1
  const share = asked.length / word.length
  if (word.startsWith(asked)) return PREFIX + PREFIX_BAND * share
  if (asked.length >= PART_MIN && word.includes(asked)) return INSIDE + INSIDE_BAND * share
  const max = slipsAllowed(asked)
  if (max === 0) return 0
  const slips = slipsBetween(asked, word, max)
  if (slips <= max) return MISSPELT[slips as 1 | 2]
  return isBegunWithSlip(asked, word) ? BEGINNING_MISSPELT : 0
}
