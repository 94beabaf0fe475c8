import { latest } from './memo.ts'

/** The small sigma at the end of a word is the same letter as elsewhere, but lower-casing keeps it apart. */
const lower = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

const ASCII = /^[\0-\x7f]*$/

/** Text as it is compared when case and accents do not matter: "Ünïcode ﬁ" becomes "unicode fi", "Straße" "strasse". */
export const fold = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : lower(text.normalize('NFKD').replace(/\p{M}+/gu, '')).replaceAll('ß', 'ss')

/** Text as it is compared where only case does not matter, such as a code that must be unique. */
export const foldCase = (text: string): string => lower(text.normalize('NFC')).normalize('NFC')

/** Ends the folded part of a sort key. No text contains it, and it sorts before every character that a text may contain. */
const END_OF_FOLDED = '\u0001'
/** Folding can make a text many times as long, and an entry of an index may have at most 2,700 bytes. */
const FOLDED_MAX = 200

/**
 * What texts are sorted by, byte by byte: with case and accents ignored, then by code point. Two texts have the same key
 * only if they are the same.
 */
export function sortKeyOf(text: string): string {
  const folded = fold(text)
  const bounded = folded.length <= FOLDED_MAX ? folded : [...folded].slice(0, FOLDED_MAX).join('')
  return bounded + END_OF_FOLDED + text
}

const AFTER_FOLDED = '\u0002'

/** The sort keys of all texts that are alike but for case and accents: from the first, to before the second. */
export function foldedRange(text: string): [from: string, to: string] {
  const folded = sortKeyOf(text).split(END_OF_FOLDED, 1)[0]!
  return [folded + END_OF_FOLDED, folded + AFTER_FOLDED]
}

export const wordsOf = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]

/** Less than zero, zero, or more: by the order of their code units, which is the same everywhere. */
export const compared = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1)

/** A value as the text that is stored: made where the value itself is no longer needed. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const jsonTextOf = (value: unknown): string => (value instanceof JsonText ? value.text : JSON.stringify(value))

/** JSON with the names of each object in order: texts are equal if and only if the values mean the same. */
export const canonicalJson = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compared(a, b)))
      : part,
  )

const LONE_OR_CONTROL = /[[\p{Cs}\p{Cc}]--[\t\n\r]]/v

/** Whether it is free of characters that no text may hold: NUL and its like break other software, lone surrogates are not text. */
export const isPlainText = (value: string): boolean => !LONE_OR_CONTROL.test(value)

export const ID_MAX = 64

/** Whether it could be an id: of a record that exists, or of none. */
export const isIdText = (value: string): boolean => value !== '' && value.length <= ID_MAX && isPlainText(value)

/** A made-up id of a resource, recognisable by its prefix. */
export const exampleId = (prefix: string): string => `${prefix}_0t3q8m5xk00a7b2c9d4`

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(:(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds since 1970 as text. Cached, since formatting is slow. */
export const timeText = latest((milliseconds: number): string => new Date(milliseconds).toISOString())

export function isDate(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? []
  if (!year || year < '1900') return false
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return parsed.toISOString().startsWith(value)
}

/** UTC to the millisecond, or undefined when it is no point in time. A date alone is its midnight. */
export function toInstant(value: string): string | undefined {
  if (isDate(value)) return `${value}T00:00:00.000Z`
  const [, day, hour, minute] = INSTANT.exec(value) ?? []
  if (!day || !isDate(day) || Number(hour) > 23 || Number(minute) > 59) return undefined
  const time = Date.parse(value)
  const instant = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return isDate(instant.slice(0, 10)) ? instant : undefined // a time zone may push it out of the years we sort
}

/** The instant some milliseconds after another. */
export const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()
