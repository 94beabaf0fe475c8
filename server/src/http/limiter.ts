import type { Plan } from '../config.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SUBJECTS_MAX = 200_000

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

/** Counts requests. Behind this port a shared store can take over when there are several nodes. */
export interface Limiter {
  /** Counts one request of the subject, unless it is refused: a refused one costs nothing. */
  take(subject: string, plan: Plan): Decision | Promise<Decision>
  /** The same answer without counting. */
  peek(subject: string, plan: Plan): Decision | Promise<Decision>
}

interface Usage {
  minute: number
  minuteEnds: number
  day: number
  dayEnds: number
}

/** In process. The minute begins with the first request of a subject; the day is the day in UTC. */
export function createMemoryLimiter(clock: () => number): Limiter {
  const usages = new Map<string, Usage>()

  function usageOf(subject: string, now: number): Usage {
    const known = usages.get(subject)
    const usage = known ? { ...known } : { minute: 0, minuteEnds: 0, day: 0, dayEnds: 0 }
    if (usage.minuteEnds <= now) Object.assign(usage, { minute: 0, minuteEnds: now + MINUTE_MS })
    if (usage.dayEnds <= now) Object.assign(usage, { day: 0, dayEnds: (Math.floor(now / DAY_MS) + 1) * DAY_MS })
    return usage
  }

  function keep(subject: string, usage: Usage, now: number): void {
    if (usages.size >= SUBJECTS_MAX && !usages.has(subject)) forgetFinished(usages, now)
    usages.set(subject, usage)
  }

  return {
    take(subject, plan) {
      const now = clock()
      const usage = usageOf(subject, now)
      const isAllowed = usage.minute < plan.perMinute && (plan.perDay === null || usage.day < plan.perDay)
      if (isAllowed) {
        usage.minute++
        usage.day++
        keep(subject, usage, now)
      }
      return decide(isAllowed, plan, usage, now)
    },
    peek(subject, plan) {
      const now = clock()
      return decide(true, plan, usageOf(subject, now), now)
    },
  }
}

/** The headers show the window that will bite first, so that "0 remaining" always announces the refusal. */
function decide(isAllowed: boolean, plan: Plan, usage: Usage, now: number): Decision {
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

/** Makes room: first whoever has no window open, and if that is nobody, the oldest. */
function forgetFinished(usages: Map<string, Usage>, now: number): void {
  for (const [subject, { dayEnds }] of usages) if (dayEnds <= now) usages.delete(subject)
  if (usages.size >= SUBJECTS_MAX) usages.delete(usages.keys().next().value!)
}
