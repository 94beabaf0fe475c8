import { currencyDecimals } from '../../../model/money.ts'
import type { PrintedAddress } from './printed-document.ts'

/** The page is in English, whatever the locale of the server. */
const LANGUAGE = 'en'
const DECIMALS = 4

const plainNumber = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: DECIMALS })
const calendarDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const countryNames = new Intl.DisplayNames(LANGUAGE, { type: 'region', fallback: 'code' })

/** A hyphen is too short for a minus, and zero has no sign. */
const withMinus = (text: string) => text.replace('-', '−')

export interface MoneyFormats {
  /** An amount, at the precision of the currency. */
  amount(value: number): string
  /** A price for one, which may be finer than the currency. */
  rate(value: number): string
}

export function moneyFormats(currency: string): MoneyFormats {
  const least = currencyDecimals(currency)
  const printer = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    const options = { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits } as const
    const format = new Intl.NumberFormat(LANGUAGE, { ...options, signDisplay: 'negative' })
    return (value: number) => withMinus(format.format(value))
  }
  return { amount: printer(least, least), rate: printer(least, DECIMALS) }
}

/** Without trailing zeros: 2, 2.5, 1,000.125. */
export const quantityText = (value: number): string => withMinus(plainNumber.format(value))

export const percentText = (value: number): string => `${quantityText(value)}%`

/** With the month as a word, because 04/05 is two different days: 4 May 2026. */
export const dateText = (date: string): string => calendarDate.format(new Date(`${date}T00:00:00Z`))

/** One line of text: whatever breaks a line becomes a space. Accents are joined to their letters, as the font has them. */
export const oneLine = (text: string | null): string => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()

const LINE_BREAK = /\r\n?|[\u2028\u2029]/g

/** Text of several lines, as it was written. */
export const paragraph = (text: string | null): string =>
  (text ?? '').normalize('NFC').replace(LINE_BREAK, '\n').replaceAll('\t', '    ').trim()

const present = (texts: readonly string[]) => texts.filter((text) => text !== '')

/** Where a state is part of an address the zip code follows it, elsewhere it leads the city. */
function cityLine({ city, state, zipCode }: PrintedAddress): string {
  const [place, region, zip] = [city, state, zipCode].map(oneLine) as [string, string, string]
  if (region === '') return present([zip, place]).join(' ')
  return present([place, present([region, zip]).join(' ')]).join(', ')
}

const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code)

/** The lines of an address from top to bottom, without empty ones. */
export function addressLines(address: PrintedAddress | null): string[] {
  if (!address) return []
  return present([oneLine(address.street), cityLine(address), countryName(oneLine(address.country))])
}
