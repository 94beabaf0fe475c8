import type { Context } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { date, integer } from '../../model/fields.ts'
import { type Message, msg } from '../../model/message.ts'
import { today } from '../settings/settings.operations.ts'

/** From the first to the last day, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

export const INTERVALS = ['day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

const PERIODS_MAX = 1000
const DAYS_MAX = 36_600

export const periodParameters = {
  from: date({ description: 'The first day; the first of the month of `to` if left out.' }),
  to: date({ description: "The last day; today, in the company's time zone, if left out." }),
  days: integer({ min: 1, max: DAYS_MAX, description: 'Instead of `from`: so many days up to `to`.' }),
}

interface Asked extends Partial<Period> {
  readonly days?: number
}

/** What was asked for; this month so far, if nothing was. */
export async function periodIn(ctx: Context<Reads>, { from, to, days }: Asked): Promise<Period> {
  if (from && days) throw refusal('days', msg`Send either from or days.`)
  const last = to ?? (await today(ctx))
  const first = from ?? (days ? daysUpTo(last, days) : `${last.slice(0, 8)}01`)
  if (first > last) throw refusal('from', msg`from must not be after to, which is ${last}.`)
  return { from: first, to: last }
}

/** As many days, just before. */
export function previousOf({ from, to }: Period): Period {
  const days = dayOf(from).until(dayOf(to), { largestUnit: 'days' }).days
  const last = dayOf(from).subtract({ days: 1 })
  return { from: last.subtract({ days }).toString(), to: last.toString() }
}

/** Cuts a period into days, weeks from Monday on, or months; the first and the last may be cut short. */
export function partsOf(period: Period, interval: Interval): Period[] {
  const parts: Period[] = []
  for (let from = period.from; from <= period.to; ) {
    const to = lastOf(from, interval)
    parts.push({ from, to: to < period.to ? to : period.to })
    if (parts.length > PERIODS_MAX) throw refusal('interval', tooMany(interval))
    from = dayOf(to).add({ days: 1 }).toString()
  }
  return parts
}

function lastOf(from: string, interval: Interval): string {
  const day = dayOf(from)
  if (interval === 'day') return from
  if (interval === 'week') return day.add({ days: 7 - day.dayOfWeek }).toString()
  return day.with({ day: day.daysInMonth }).toString()
}

const daysUpTo = (last: string, days: number) =>
  dayOf(last)
    .subtract({ days: days - 1 })
    .toString()

const dayOf = (text: string) => Temporal.PlainDate.from(text)

const COUNTED = {
  day: msg`These are more than ${PERIODS_MAX} days.`,
  week: msg`These are more than ${PERIODS_MAX} weeks.`,
  month: msg`These are more than ${PERIODS_MAX} months.`,
}

const tooMany = (interval: Interval) => msg`${COUNTED[interval]} Ask for longer intervals, or for a shorter time.`

const refusal = (field: string, message: Message) =>
  new Problem('INVALID_PARAMETER', { text: message, details: [{ field, message }] })
