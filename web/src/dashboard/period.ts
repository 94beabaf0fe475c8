const DAY_MS = 86_400_000

export const PERIODS = ['month', 'quarter', 'year'] as const
export type PeriodName = (typeof PERIODS)[number]

export interface Period {
  readonly name: PeriodName
  readonly from: string
  readonly to: string
  readonly interval: 'day' | 'week' | 'month'
}

const textOf = (day: Date) => day.toISOString().slice(0, 10)
const daysBefore = (day: string, count: number) => textOf(new Date(Date.parse(day) - count * DAY_MS))

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
  const to = todayIn(timeZone)
  switch (name) {
    case 'month':
      return { name, from: daysBefore(to, 29), to, interval: 'day' }
    case 'quarter':
      return { name, from: daysBefore(to, 90), to, interval: 'week' }
    case 'year':
      return { name, from: monthsBefore(to, 11), to, interval: 'month' }
  }
}
