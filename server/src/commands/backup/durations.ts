import { UsageError } from '../command.ts'

const UNITS_MS: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `15m`, `6h` or `1d`, in milliseconds. */
export function readDuration(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,5})([smhd])$/.exec(text) ?? []
  const ms = Number(count) * UNITS_MS[unit ?? '']!
  if (!(ms > 0)) throw new UsageError(`${option} must be a duration such as 30m, 6h or 1d, not "${text}".`)
  return ms
}

export function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError(`${option} must be a whole number such as 14, not "${text}".`)
  return Number(text)
}

/** With a time zone, so that it is the same moment on every machine. Milliseconds since 1970. */
export function readMoment(option: string, text: string): number {
  const isComplete = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const time = isComplete ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new UsageError(`${option} must be a moment with a time zone such as 2026-11-16T10:00Z, not "${text}".`)
  return time
}
