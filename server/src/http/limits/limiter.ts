import type { Plan } from '../../config/config.ts'
import { type Bound, type Counters, type Rule, type Taken, UNLIMITED } from '../../core/counters/counters.ts'
import { latest, onceFor } from '../../model/memo.ts'
import type { Headers } from '../headers.ts'

const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

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

/** Counts requests. */
export interface Limiter {
  /** Counts one request of the subject, or several at once, unless refused: what is refused costs nothing. */
  take(subject: string, plan: Plan, count?: number): Decision | Promise<Decision>
  /** The same answer without counting, from what this process knows. */
  peek(subject: string, plan: Plan): Decision
  /** What the subject has used up by now, on all nodes. */
  look(subject: string): Promise<Usage>
}

/** What a subject has used up: of the minute that began with its first request, and of the day in UTC. */
export interface Usage {
  readonly minute: number
  readonly minuteEnds: number
  readonly day: number
  readonly dayEnds: number
}

const window = (windowMs: number, alignMs: number, limit: number | null): Bound => ({
  windowMs,
  alignMs,
  limit: limit ?? UNLIMITED,
  free: 0,
  longestWaitMs: 0,
})

const ruleOf = (perMinute: number | null, perDay: number | null): Rule => ({
  bounds: [window(MINUTE_MS, 1, perMinute), window(DAY_MS, DAY_MS, perDay)],
  isStored: perDay !== null,
})

/** Only counts. */
export const UNLIMITED_REQUESTS = ruleOf(null, null)
const rulesOf = latest(({ perMinute, perDay }: Plan) => [ruleOf(perMinute, perDay)])

export function createLimiter(counters: Counters): Limiter {
  return {
    take(subject, plan, count = 1) {
      const taken = counters.take(rulesOf(plan), [subject], count)
      return taken instanceof Promise ? taken.then((each) => decide(each, plan)) : decide(taken, plan)
    },
    peek: (subject, plan) => decide(counters.known(rulesOf(plan), [subject]), plan),
    async look(subject) {
      return usageOf(await counters.take([UNLIMITED_REQUESTS], [subject], 0))
    },
  }
}

function usageOf({ counters }: Taken): Usage {
  const [minute, day] = [counters[0]![0]!, counters[0]![1]!]
  return { minute: minute.count, minuteEnds: minute.since + MINUTE_MS, day: day.count, dayEnds: day.since + DAY_MS }
}

/** The headers show the window that will be exhausted first, so that "0 remaining" always announces the refusal. */
function decide(taken: Taken, plan: Plan): Decision {
  const minute = taken.counters[0]![0]!
  const day = taken.counters[0]![1]!
  const minuteEnds = minute.since + MINUTE_MS
  const dayEnds = day.since + DAY_MS
  const minuteLeft = Math.max(0, plan.perMinute - minute.count)
  const dayLeft = plan.perDay === null ? Infinity : Math.max(0, plan.perDay - day.count)
  const isDay = dayLeft < minuteLeft || (dayLeft === 0 && minuteLeft === 0 && dayEnds > minuteEnds)
  const ends = isDay ? dayEnds : minuteEnds
  return {
    isAllowed: taken.refusedForMs === 0,
    limit: isDay ? plan.perDay! : plan.perMinute,
    remaining: isDay ? dayLeft : minuteLeft,
    resetAt: Math.ceil(ends / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((ends - taken.now) / 1000)),
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
