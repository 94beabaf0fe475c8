import type { Kind } from '../../../api/resources.ts'
import { shifted } from '../../../i18n/parse-date.ts'
import type { Conditions } from './filters.ts'

export interface Dates {
  readonly from: string | null
  readonly to: string | null
}

/** A point in time lies in a day if it is before the next; a date is simply that day. */
export function rangeOf(kind: Kind, { from, to }: Dates): Conditions {
  const begin: Conditions = from ? { gte: from } : {}
  const end: Conditions = !to ? {} : kind === 'instant' ? { lt: shifted(to, 1) } : { lte: to }
  return { ...begin, ...end }
}

/** The first and the last day of conditions, whatever operators a link has used. */
export function datesOf(kind: Kind, { eq, gte = eq, gt, lte = eq, lt }: Conditions): Dates {
  const day = (text: string | undefined) => text?.slice(0, 10)
  const after = gt && shifted(gt.slice(0, 10), kind === 'instant' ? 0 : 1)
  return { from: day(gte) ?? after ?? null, to: day(lte) ?? (lt ? shifted(lt.slice(0, 10), -1) : null) }
}

export const PERIODS = ['today', 'thisWeek', 'thisMonth', 'lastMonth', 'thisYear'] as const
export type Period = (typeof PERIODS)[number]

/** In the user's own calendar; weeks begin on Monday. */
export function periodOf(period: Period, now = new Date()): Dates {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const date = (...parts: [number, number, number]) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10)
  const today = date(year, month, day)
  const monday = shifted(today, -((now.getDay() + 6) % 7))
  const periods: Readonly<Record<Period, Dates>> = {
    today: { from: today, to: today },
    thisWeek: { from: monday, to: shifted(monday, 6) },
    thisMonth: { from: date(year, month, 1), to: date(year, month + 1, 0) },
    lastMonth: { from: date(year, month - 1, 1), to: date(year, month, 0) },
    thisYear: { from: date(year, 0, 1), to: date(year, 11, 31) },
  }
  return periods[period]
}
