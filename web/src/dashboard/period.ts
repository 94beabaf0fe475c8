export const PERIODS = ['month', 'quarter', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

export interface Period {
  readonly name: PeriodName
  /** As the reports ask for it. */
  readonly query: { readonly days: number } | { readonly from: string; readonly to: string }
  readonly interval: 'day' | 'week' | 'month'
  /** Whether the query depends on which day it is for the company; else the server decides that. */
  readonly needsTimeZone: boolean
}

const textOf = (day: Date) => day.toISOString().slice(0, 10)

/** Today in the time zone of the company. */
const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date())

/** The first day of the month so many months before. */
function monthsBefore(day: string, count: number): string {
  const [year, month] = day.split('-').map(Number)
  return textOf(new Date(Date.UTC(year!, month! - 1 - count, 1)))
}

/** The last thirty days, thirteen weeks or twelve months, up to today. */
export function periodOf(word: string | undefined, timeZone = 'UTC'): Period {
  const name = PERIODS.find((known) => known === word) ?? 'month'
  if (name === 'month') return { name, query: { days: 30 }, interval: 'day', needsTimeZone: false }
  if (name === 'quarter') return { name, query: { days: 91 }, interval: 'week', needsTimeZone: false }
  const to = todayIn(timeZone)
  return { name, query: { from: monthsBefore(to, 11), to }, interval: 'month', needsTimeZone: true }
}
