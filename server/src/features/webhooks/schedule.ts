import { type Backoff, longestWaitOf } from '../../core/jobs/backoff.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const WAITS_MS = [5000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS] as const
export const TRIED_FOR_MS = 72 * HOUR_MS
export const JITTER = 0.1
/** More attempts than three days have room for: the end of a delivery that was written while the clock was ahead. */
const ATTEMPTS_MAX = 16

/** When a delivery that failed is sent again. */
export const BACKOFF: Backoff = {
  waitsMs: WAITS_MS,
  jitter: JITTER,
  attemptsMax: ATTEMPTS_MAX,
  triedForMs: TRIED_FOR_MS,
}
export const LONGEST_WAIT_MS = longestWaitOf(BACKOFF)
