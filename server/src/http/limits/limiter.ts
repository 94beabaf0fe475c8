import type { Plan } from '../../config/config.ts'
import { onceFor } from '../../model/memo.ts'
import type { Headers } from '../headers.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The next midnight in UTC. */
export const endOfDay = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

/** Whether a request may pass, and what the rate limit headers say about it. */
export interface Decision {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds since 1970. */
  readonly resetAt: number
  readonly retryAfterSeconds: number
  readonly window: 'minute' | 'day'
}

/** Counts requests, in one process or in a store that several nodes share. */
export interface Limiter {
  /** Counts one request of the subject, or several at once, unless refused: what is refused costs nothing. */
  take(subject: string, plan: Plan, count?: number): Decision | Promise<Decision>
  /** The same answer without counting, from what this process knows. */
  peek(subject: string, plan: Plan): Decision
  /** What the subject has used up by now, on all nodes. */
  look(subject: string): Usage | Promise<Usage>
}

/** What a subject has used up: of the minute that began with its first request, and of the day in UTC. */
export interface Usage {
  minute: number
  minuteEnds: number
  day: number
  dayEnds: number
}

/** The headers show the window that will be exhausted first, so that "0 remaining" always announces the refusal. */
export function decide(isAllowed: boolean, plan: Plan, usage: Usage, now: number): Decision {
  const minuteLeft = Math.max(0, plan.perMinute - usage.minute)
  const dayLeft = plan.perDay === null ? Infinity : Math.max(0, plan.perDay - usage.day)
  const isDay = dayLeft < minuteLeft || (dayLeft === 0 && minuteLeft === 0 && usage.dayEnds > usage.minuteEnds)
  const ends = isDay ? usage.dayEnds : usage.minuteEnds
  return {
    isAllowed,
    limit: isDay ? plan.perDay! : plan.perMinute,
    remaining: isDay ? dayLeft : minuteLeft,
    resetAt: Math.ceil(ends / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((ends - now) / 1000)),
    window: isDay ? 'day' : 'minute',
  }
}

/** Under their common names, and under those of the IETF draft. */
export const rateHeaders = (decision: Decision, plan: Plan): Headers => ({
  'x-ratelimit-limit': String(decision.limit),
  'x-ratelimit-remaining': String(decision.remaining),
  'x-ratelimit-reset': String(decision.resetAt),
  'ratelimit-policy': policyOf(plan),
  ratelimit: `"${decision.window}";r=${decision.remaining};t=${decision.retryAfterSeconds}`,
})

/** The same for every response under a plan. */
const policyOf = onceFor(({ perMinute, perDay }: Plan): string => {
  const minute = `"minute";q=${perMinute};w=${MINUTE_MS / 1000}`
  return perDay === null ? minute : `${minute}, "day";q=${perDay};w=${DAY_MS / 1000}`
})
