import { addressLines } from '../../../model/country/address.ts'
import type { Language } from '../../../model/languages.ts'
import { currencyDecimals } from '../../../model/money.ts'
import type { PrintedAddress } from './printed-document.ts'

const DECIMALS = 4

/** A month as a word cannot be mistaken; where the day always comes first, digits are usual. */
const DATES: Readonly<Record<Language, readonly [locale: string, Intl.DateTimeFormatOptions]>> = {
  en: ['en-GB', { dateStyle: 'medium' }],
  de: ['de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' }],
}

/** Between a number and its percent sign. */
const PERCENT_GAPS: Readonly<Record<Language, string>> = { en: '', de: '\u00a0' }

/** A hyphen is too short for a minus, and zero has no sign. */
const withMinus = (text: string) => text.replace('-', '−')

export interface MoneyFormats {
  /** An amount, at the precision of the currency. */
  amount(value: number): string
  /** A price for one, which may be finer than the currency. */
  rate(value: number): string
}

/** How values are written in one language, whatever the locale of the server. */
export interface Formats {
  money(currency: string): MoneyFormats
  /** Without trailing zeros: 2, 2.5, 1,000.125. */
  quantity(value: number): string
  percent(value: number): string
  /** From YYYY-MM-DD. */
  date(date: string): string
  /** From the first to the last day, as short as can be. */
  period(from: string, until: string): string
  /** The lines of an address from top to bottom, without empty ones. */
  address(address: PrintedAddress | null): string[]
}

function formatsOf(language: Language): Formats {
  const plainNumber = new Intl.NumberFormat(language, { maximumFractionDigits: DECIMALS })
  const [locale, options] = DATES[language]
  const calendarDate = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const countryNames = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code)
  const quantity = (value: number) => withMinus(plainNumber.format(value))
  return {
    money: (currency) => moneyFormats(language, currency),
    quantity,
    percent: (value) => `${quantity(value)}${PERCENT_GAPS[language]}%`,
    date: (date) => calendarDate.format(instantOf(date)),
    period: (from, until) => calendarDate.formatRange(instantOf(from), instantOf(until)),
    address: (address) =>
      address ? [...addressLines(address), countryName(oneLine(address.country))].filter(Boolean) : [],
  }
}

const instantOf = (date: string) => new Date(`${date}T00:00:00Z`)

/** Made for the first document in a language. */
const made = new Map<Language, Formats>()

export const formatsIn = (language: Language): Formats => made.getOrInsertComputed(language, formatsOf)

function moneyFormats(language: Language, currency: string): MoneyFormats {
  const least = currencyDecimals(currency)
  const printer = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    const options = { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits } as const
    const format = new Intl.NumberFormat(language, { ...options, signDisplay: 'negative' })
    return (value: number) => withMinus(format.format(value))
  }
  return { amount: printer(least, least), rate: printer(least, DECIMALS) }
}

/** One line of text: whatever breaks a line becomes a space. Accents are joined to their letters, as the font has them. */
export const oneLine = (text: string | null): string => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

const LINE_BREAK = /\r\n?|[\u2028\u2029]/g

/** Text of several lines, as it was written. */
export const paragraph = (text: string | null): string =>
  (text ?? '').normalize('NFC').replace(LINE_BREAK, '\n').replaceAll('\t', '    ').trim()
