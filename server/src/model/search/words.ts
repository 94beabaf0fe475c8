import { fold } from '../fold.ts'

const WORD_MAX = 40
const WORDS_MAX = 60
const WHOLE_MAX = 120

/** Folded text with single spaces: what "the same name" is decided by. */
export const squeezed = (text: string): string => fold(text).trim().replace(/\s+/g, ' ').slice(0, WHOLE_MAX)

/** The words of folded text: runs of letters and digits, each once. */
export const wordsIn = (folded: string): string[] =>
  [...new Set(folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))]
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_MAX))
