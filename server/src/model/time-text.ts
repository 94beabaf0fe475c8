import { latest } from './memo/latest.ts'

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(:(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds since 1970 as text, which is dear to write out. */
export const timeText = latest((milliseconds: number): string => new Date(milliseconds).toISOString())

export function isDate(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? []
  if (!year || year < '1900') return false
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return parsed.toISOString().startsWith(value)
}

/** UTC to the millisecond, or undefined when it is no point in time. A date alone is its midnight. */
export function toInstant(value: string): string | undefined {
  if (isDate(value)) return `${value}T00:00:00.000Z`
  const [, day, hour, minute] = INSTANT.exec(value) ?? []
  if (!day || !isDate(day) || Number(hour) > 23 || Number(minute) > 59) return undefined
  const time = Date.parse(value)
  const instant = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return isDate(instant.slice(0, 10)) ? instant : undefined // a time zone may push it out of the years we sort
}
