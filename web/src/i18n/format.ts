import { chosenTimeZone } from './format-preferences.ts'
import { currentLanguage } from './i18n.ts'

export interface Format {
  /** For figures and dates. */
  readonly locale: string
  /** For words: names of countries and currencies. */
  readonly language: string
  readonly currency: string | undefined
  /** In the currency of the company, unless another is given. */
  money(value: number, currency?: string): string
  /** 128.4K: for charts and cards. */
  compactMoney(value: number): string
  number(value: number): string
  percent(value: number): string
  date(value: string): string
  /** "Friday 5 December 2036" */
  longDate(value: string): string
  instant(value: string): string
  /** "14:32"; with its day, unless that is today. */
  time(value: string): string
  /** The day of an instant, where the user is. */
  day(value: string): string
  /** "5 minutes ago" */
  ago(value: string): string
}

const DECIMALS_MAX = 4

/** Instants are shown as the clock of the chosen time zone showed them. */
export function createFormat(locale: string, currency: string | undefined, timeZone = chosenTimeZone()): Format {
  const moneyIn = (code: string | undefined) =>
    new Intl.NumberFormat(locale, {
      ...(code ? { style: 'currency', currency: code } : { minimumFractionDigits: 2 }),
      maximumFractionDigits: DECIMALS_MAX,
    })
  const money = moneyIn(currency)
  const compact = new Intl.NumberFormat(locale, {
    ...(currency && { style: 'currency', currency }),
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS_MAX })
  // A date has no time zone; read and written as UTC it stays the day that it is.
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const longDate = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const language = currentLanguage()
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return {
    locale,
    language,
    currency,
    money: (value, code = currency) => (code === currency ? money : moneyIn(code)).format(value),
    compactMoney: (value) => compact.format(value),
    number: (value) => number.format(value),
    percent: (value) => `${number.format(value)} %`,
    date: (value) => date.format(new Date(`${value}T00:00:00Z`)),
    longDate: (value) => longDate.format(new Date(`${value}T00:00:00Z`)),
    instant: (value) => instant.format(new Date(value)),
    time: (value) => {
      const at = new Date(value)
      return (day.format(at) === day.format(new Date()) ? time : instant).format(at)
    },
    day: (value) => day.format(new Date(value)),
    ago: (value) => relative.format(...distance(Date.now() - Date.parse(value))),
  }
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function distance(ms: number): [number, Intl.RelativeTimeFormatUnit] {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['second', 1000]
  return [-Math.round(ms / size), unit]
}
