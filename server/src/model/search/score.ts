import { similarity } from './similarity.ts'
import { squeezed, wordsIn } from './words.ts'

/** A search query. */
export interface Wanted {
  readonly whole: string
  readonly words: readonly string[]
}

export function wantedBy(text: string): Wanted {
  const whole = squeezed(text)
  return { whole, words: wordsIn(whole) }
}

/** The beginning of a whole name or code counts for more than any match of single words. */
const WHOLE_PREFIX = 0.9
const WHOLE_BAND = 0.09
const WORDS_AT_MOST = 0.88
const COVERAGE_SHARE = 0.1

/**
 * From 0 (something is missing) to 1 (a name or code is exactly this). `names` are the texts by which the record is
 * called, `texts` all that may be searched; both folded. The same everywhere, whichever database found the record.
 */
export function scoreOf({ whole, words }: Wanted, names: readonly string[], texts: readonly string[]): number {
  if (names.includes(whole)) return 1
  const begun = names.filter((name) => whole !== '' && name.startsWith(whole)).map((name) => whole.length / name.length)
  const byWhole = begun.length > 0 ? WHOLE_PREFIX + WHOLE_BAND * Math.max(...begun) : 0
  return rounded(Math.max(byWhole, scoreOfWords(words, wordsIn(texts.join(' ')))))
}

/** Every word must be found, if only misspelt; long words weigh more. */
function scoreOfWords(asked: readonly string[], found: readonly string[]): number {
  let sum = 0
  let weight = 0
  for (const word of asked) {
    const best = Math.max(0, ...found.map((candidate) => similarity(word, candidate)))
    if (best === 0) return 0
    sum += best * word.length
    weight += word.length
  }
  if (weight === 0) return 0
  const coverage = Math.min(1, asked.length / found.length)
  return WORDS_AT_MOST * (sum / weight) * (1 - COVERAGE_SHARE + COVERAGE_SHARE * coverage)
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000
