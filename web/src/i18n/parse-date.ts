/** Dates are written `2026-12-05` everywhere but in front of the user. */
export interface DateSettings {
  /** Decides whether the day, the month or the year comes first. */
  readonly locale: string
  readonly today: string
}

type Part = 'day' | 'month' | 'year'

const DAY_MS = 86_400_000
const CENTURY = 100
/** Both languages are understood, whichever is shown. */
const WORDS = new Map(Object.entries({ today: 0, heute: 0, tomorrow: 1, morgen: 1, yesterday: -1, gestern: -1 }))
const MONTHS = 12
const MONTH_LETTERS_MIN = 3

/**
 * The date that a typed text means, in the order of day, month and year that the locale writes; undefined for a text that
 * is no date. The year may be left out or have two digits. A year of four digits may always come first, as in ISO dates.
 */
export function parseDate(typed: string, settings: DateSettings): string | undefined {
  const text = folded(typed)
  const days = daysFromToday(text)
  if (days !== undefined) return shifted(settings.today, days)
  const order = orderOf(settings.locale)
  const parts = /^\d+$/.test(text) ? digitGroups(text, order) : text.split(/\s*[.,/-]\s*|\s+/)
  // "5.12." ends in a separator.
  const given = parts.at(-1) === '' ? parts.slice(0, -1) : parts
  const found = given.some((part) => /\p{L}/u.test(part)) ? withMonthName(given, settings) : inOrder(given, order)
  return found && dateOf(found, settings.today)
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()

function daysFromToday(text: string): number | undefined {
  const [, sign, days] = /^([+-])\s?(\d{1,5})$/.exec(text) ?? []
  return sign ? Number(`${sign}${days}`) : WORDS.get(text)
}

export const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const numeric = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })

function orderOf(locale: string): readonly Part[] {
  const isPart = (type: string): type is Part => type === 'day' || type === 'month' || type === 'year'
  return numeric(locale)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter(isPart)
}

/** `051226` and `05122026`: two digits each, the year two or four. */
function digitGroups(text: string, order: readonly Part[]): readonly string[] {
  if (text.length !== 6 && text.length !== 8) return []
  const lengths = order.map((part) => (part === 'year' ? text.length - 4 : 2))
  const begins = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0))
  return begins.map((begin, index) => text.slice(begin, begin + lengths[index]!))
}

type Found = Readonly<Partial<Record<Part, string>>>

function inOrder(given: readonly string[], order: readonly Part[]): Found | undefined {
  if (given.length === 3 && given[0]!.length === 4) return { year: given[0]!, month: given[1]!, day: given[2]! }
  const parts = given.length === 2 ? order.filter((part) => part !== 'year') : order
  if (given.length !== parts.length) return undefined
  return Object.fromEntries(parts.map((part, index) => [part, given[index]!]))
}

/** "5 Dec 2026", "Dec 5, 2026" and "5. Dezember". */
function withMonthName(given: readonly string[], { locale }: DateSettings): Found | undefined {
  const [name, ...otherNames] = given.filter((part) => /\p{L}/u.test(part))
  const month = name && monthCalled(name, locale)
  const [first, second, ...more] = given.filter((part) => part !== name)
  if (!month || !first || otherNames.length > 0 || more.length > 0) return undefined
  if (!second) return { day: first, month }
  return first.length === 4 ? { day: second, month, year: first } : { day: first, month, year: second }
}

function monthCalled(name: string, locale: string): string | undefined {
  if (name.length < MONTH_LETTERS_MIN) return undefined
  for (const language of [locale, 'en', 'de']) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    const names = Array.from({ length: MONTHS }, (_, month) => folded(format.format(Date.UTC(2000, month))))
    const month = names.findIndex((one) => one.startsWith(name))
    if (month >= 0) return String(month + 1)
  }
  return undefined
}

function dateOf({ day = '', month = '', year }: Found, today: string): string | undefined {
  const fullYear = year === undefined ? today.slice(0, 4) : withCentury(year, today)
  if (!fullYear || !/^\d\d?$/.test(day) || !/^\d\d?$/.test(month)) return undefined
  const date = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const ms = Date.parse(`${date}T00:00:00Z`)
  // 31 February would be read as 3 March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? date : undefined
}

/** Two digits mean the nearest year that ends in them. */
function withCentury(year: string, today: string): string | undefined {
  if (/^[1-9]\d{3}$/.test(year)) return year
  if (!/^\d\d$/.test(year)) return undefined
  const now = Number(today.slice(0, 4))
  const ahead = (Number(year) - now) % CENTURY
  const nearest = ahead < -CENTURY / 2 ? ahead + CENTURY : ahead > CENTURY / 2 ? ahead - CENTURY : ahead
  return String(now + nearest)
}

/** The last day of the year as the locale writes it: it cannot be mistaken for another order. */
export const exampleDate = ({ locale, today }: DateSettings): string =>
  numeric(locale).format(new Date(`${today.slice(0, 4)}-12-31T00:00:00Z`))

/** More than a year before or after today. */
export function isFarFrom(today: string, date: string): boolean {
  const inYears = (years: number) => `${Number(today.slice(0, 4)) + years}${today.slice(4)}`
  return date < inYears(-1) || date > inYears(1)
}
