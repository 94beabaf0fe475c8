/** How many slips of the pen a word of this length may contain and still be meant. */
export const slipsAllowed = (length: number): number => (length <= 3 ? 0 : length <= 7 ? 1 : 2)

/**
 * How many letters were left out, put in, exchanged, or swapped with their neighbour; anything above `max` is as good
 * as `max + 1`.
 */
export function slipsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let slips = Math.min(old[j]! + 1, row[j - 1]! + 1, old[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) slips = Math.min(slips, older[j - 2]! + 1)
      row.push(slips)
      best = Math.min(best, slips)
    }
    if (best > max) return max + 1
    older = old
    old = row
  }
  return old[b.length]!
}

// Each way of matching has a band of its own, so that a better way always counts for more.
const PREFIX = 0.75
const INSIDE = 0.55
const MISSPELT = 0.5
const BEGINNING_MISSPELT = 0.35
const BAND = 0.15
const PER_SLIP = 0.1

/** How well a word of the query fits a word of a record, from 0 to 1. */
export function similarity(asked: string, word: string): number {
  if (asked === word) return 1
  const share = asked.length / word.length
  if (word.startsWith(asked)) return PREFIX + BAND * share
  if (asked.length >= 3 && word.includes(asked)) return INSIDE + BAND * share
  const max = slipsAllowed(asked.length)
  if (max === 0) return 0
  const slips = slipsBetween(asked, word, max)
  if (slips <= max) return MISSPELT - PER_SLIP * (slips - 1)
  const begun = word.length > asked.length ? slipsBetween(asked, word.slice(0, asked.length), 1) : 2
  return begun <= 1 ? BEGINNING_MISSPELT : 0
}
