const DAY_MS = 86_400_000
const YEAR_DAYS = 365

/** A period over which records are spread in order of their numbers. */
export interface Period {
  readonly from: number
  readonly to: number
}

const startOfDay = (now: number): number => now - (now % DAY_MS)
const daysBefore = (now: number, days: number): number => startOfDay(now) - days * DAY_MS

/** Goods and customers were there before the first order. */
export const preparing = (now: number): Period => ({
  from: daysBefore(now, 3 * YEAR_DAYS),
  to: daysBefore(now, 2 * YEAR_DAYS),
})

/** The two years before today: the same all day long, so that the same numbers give the same dates. */
export const trading = (now: number): Period => ({ from: daysBefore(now, 2 * YEAR_DAYS), to: startOfDay(now) })

/** The time of the record at this position, if the records are spread evenly. */
export const instantAt = ({ from, to }: Period, place: number, count: number): string =>
  new Date(from + Math.floor(((to - from) * place) / count)).toISOString()

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
