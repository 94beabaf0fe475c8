const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long to wait after each failed attempt; after the last of these, always as long as that. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
]
/** From the first attempt to the last one. */
export const TRIED_FOR_MS = 72 * HOUR_MS
/** The share of a wait that is added at random: many deliveries that failed together must not return together. */
export const JITTER = 0.1

/** No delivery waits longer than this for its next attempt, whatever the receiver asks for. */
export const LONGEST_WAIT_MS = Math.max(...WAITS_MS) * (1 + JITTER)
/** More attempts than three days have room for: the end of a delivery that was written while the clock was ahead. */
const ATTEMPTS_MAX = 16

/** A failed attempt. Times are milliseconds since 1970. */
export interface FailedAttempt {
  /** How many attempts have failed, this one included. */
  readonly failures: number
  readonly firstAt: number
  readonly at: number
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined
  /** From 0 to 1. */
  readonly random: number
}

/** When to try again; undefined if this was the last attempt, three days after the first one. */
export function nextAttemptAt({ failures, firstAt, at, retryAfterMs = 0, random }: FailedAttempt): number | undefined {
  const end = Math.min(firstAt, at) + TRIED_FOR_MS
  if (at >= end || failures >= ATTEMPTS_MAX) return undefined
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1]!
  const asked = Math.min(retryAfterMs, LONGEST_WAIT_MS)
  return Math.min(end, at + Math.max(asked, Math.round(wait * (1 + JITTER * random))))
}

/** The header Retry-After, in seconds or as a date, in milliseconds from now. Undefined if it says nothing of use. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - now
  return ms > 0 ? ms : undefined
}
