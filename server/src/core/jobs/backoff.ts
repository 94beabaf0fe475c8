const SECOND_MS = 1000

/** When work that failed is tried again, and when it is given up. */
export interface Backoff {
  /** How long to wait after each failed attempt; after the last of these, always as long as that. */
  readonly waitsMs: readonly number[]
  /** The share of a wait that is added at random: much work that failed together must not return together. */
  readonly jitter: number
  readonly attemptsMax: number
  /** From the first attempt to the last one. */
  readonly triedForMs?: number
}

/** No work waits longer than this for its next attempt, whatever a receiver asks for. */
export const longestWaitOf = ({ waitsMs, jitter }: Backoff): number => Math.max(...waitsMs) * (1 + jitter)

export interface FailedAttempt {
  /** How many attempts have failed, this one included. */
  readonly failures: number
  readonly firstAt: string
  readonly at: string
  /** What the receiver asked for by the header Retry-After. */
  readonly retryAfter?: string | undefined
  /** From 0 to 1. */
  readonly random: number
}

/** When to try again; undefined if this was the last attempt. */
export function nextAttemptAt(backoff: Backoff, attempt: FailedAttempt): string | undefined {
  const { waitsMs, jitter, attemptsMax, triedForMs = Number.POSITIVE_INFINITY } = backoff
  const { failures, retryAfter, random } = attempt
  const at = Date.parse(attempt.at)
  const end = Math.min(Date.parse(attempt.firstAt), at) + triedForMs
  if (at >= end || failures >= attemptsMax) return undefined
  const wait = waitsMs[Math.min(failures, waitsMs.length) - 1]!
  const asked = Math.min(retryAfterMs(retryAfter, at) ?? 0, longestWaitOf(backoff))
  return new Date(Math.min(end, at + Math.max(asked, Math.round(wait * (1 + jitter * random))))).toISOString()
}

/** The header Retry-After, in seconds or as a date, in milliseconds from now. Undefined if it says nothing of use. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - now
  return ms > 0 ? ms : undefined
}
