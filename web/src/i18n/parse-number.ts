/** The signs of a number. A blank and an apostrophe separate groups in every format. */
export interface NumberSigns {
  readonly decimal: string
  /** Groups before the last one have two digits, as in India: 12,34,567. */
  readonly hasShortGroups: boolean
}

const BLANKS = /[\s\u00a0\u2009\u202f]/g
const APOSTROPHES = /['’‘ʼ]/g
const MINUS = /^[-−–]/
/** What stands before or after a number that is copied: a currency or a percent sign. */
const BEFORE = /^(?:[\p{Sc}\s]|[A-Z]{3}\b)+/u
const AFTER = /(?:[%\p{Sc}\s]|\b[A-Z]{3})+$/u
const EXAMPLE = 1234.5

const known = new Map<string, NumberSigns>()

export function signsOf(locale: string): NumberSigns {
  const found = known.get(locale) ?? readSigns(locale)
  known.set(locale, found)
  return found
}

function readSigns(locale: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const groups = parts.filter(({ type }) => type === 'integer')
  return { decimal, hasShortGroups: groups[1]?.value.length === 2 }
}

/**
 * The number that a typed text means in a format; undefined for a text that is not a number. Of two different signs the last
 * divides the decimals. A single sign also does, unless it is not the decimal sign of the format and three digits follow.
 */
export function parseNumber(typed: string, locale: string): number | undefined {
  const text = typed.replace(BEFORE, '').replace(AFTER, '').replace(BLANKS, ' ').replace(APOSTROPHES, "'")
  const isNegative = MINUS.test(text)
  const digits = text.replace(isNegative ? MINUS : /^\+/, '').replace(BEFORE, '')
  if (!/^\d[\d., ']*$|^[.,]\d+$/.test(digits)) return undefined
  const signs = signsOf(locale)
  const divider = dividerOf(digits, signs)
  const [whole = '', ...rest] = divider ? digits.split(divider) : [digits]
  const [fraction = '', ...more] = rest
  if (more.length > 0 || !/^\d*$/.test(fraction) || !isGrouped(whole, signs)) return undefined
  const number = Number(`${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}`)
  return isNegative && number !== 0 ? -number : number
}

/** The sign before the decimals, if there is one. */
function dividerOf(text: string, { decimal }: NumberSigns): string | undefined {
  const signs = [...text].filter((character) => !/\d/.test(character))
  const last = signs.at(-1)
  if (last !== '.' && last !== ',') return undefined
  if (signs.some((sign) => sign !== last)) return last
  if (signs.length > 1) return undefined
  return last !== decimal && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? undefined : last
}

/** Digits without any sign, or in groups of three with the same sign between all of them. */
function isGrouped(whole: string, { hasShortGroups }: NumberSigns): boolean {
  const groups = hasShortGroups
    ? /^\d{1,3}(?:([., '])\d{2,3}(?:\1\d{2,3})*)?$/
    : /^\d{1,3}(?:([., '])\d{3}(?:\1\d{3})*)?$/
  return /^\d*$/.test(whole) || (groups.test(whole) && /\D\d{3}$/.test(whole))
}

/** A number with a group and decimals, as the locale writes it. */
export const exampleNumber = (locale: string, isWhole = false): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always', minimumFractionDigits: isWhole ? 0 : 2 }).format(
    isWhole ? Math.trunc(EXAMPLE) : EXAMPLE,
  )
