import type { Plan } from '../../config/config.ts'
import { type Decision, decide, endOfDay, type Limiter, MINUTE_MS, type Usage } from './limiter.ts'

const SUBJECTS_MAX = 200_000

/** How many requests a subject has made on the day that ends then. */
export interface DayCount {
  readonly subject: string
  readonly dayEnds: number
  readonly count: number
}

/** Counts in this process. */
export interface MemoryLimiter extends Limiter {
  take(subject: string, plan: Plan, count?: number): Decision
  look(subject: string): Usage
  /** Goes on from what was counted elsewhere. */
  learn(subject: string, usage: Usage): void
  /** The counts of the day that have grown since the last call, where a plan limits the day. */
  grownDays(): DayCount[]
}

/** The minute begins with the first request of a subject; the day is the day in UTC. */
export function createMemoryLimiter(clock: () => number): MemoryLimiter {
  const usages = new Map<string, Usage>()
  const grown = new Set<string>()

  /** As it stands now; a window that has ended begins anew. */
  function usageOf(subject: string, now: number): Usage {
    const known = usages.get(subject)
    if (known) capEnds(known, now)
    if (known && known.minuteEnds > now && known.dayEnds > now) return known
    const usage = known ? { ...known } : { minute: 0, minuteEnds: 0, day: 0, dayEnds: 0 }
    if (usage.minuteEnds <= now) Object.assign(usage, { minute: 0, minuteEnds: now + MINUTE_MS })
    if (usage.dayEnds <= now) Object.assign(usage, { day: 0, dayEnds: endOfDay(now) })
    return usage
  }

  function learn(subject: string, usage: Usage): void {
    if (usages.size >= SUBJECTS_MAX && !usages.has(subject)) forgetFinished(usages, clock())
    usages.set(subject, usage)
  }

  return {
    learn,
    take(subject, plan, count = 1) {
      const now = clock()
      const usage = usageOf(subject, now)
      const isInDay = plan.perDay === null || usage.day + count <= plan.perDay
      const isAllowed = usage.minute + count <= plan.perMinute && isInDay
      if (isAllowed) {
        usage.minute += count
        usage.day += count
        learn(subject, usage)
        if (plan.perDay !== null) grown.add(subject)
      }
      return decide(isAllowed, plan, usage, now)
    },
    peek(subject, plan) {
      const now = clock()
      return decide(true, plan, usageOf(subject, now), now)
    },
    look: (subject) => ({ ...usageOf(subject, clock()) }),
    grownDays() {
      const subjects = [...grown]
      grown.clear()
      return subjects.flatMap((subject) => {
        const usage = usages.get(subject)
        return usage ? [{ subject, dayEnds: usage.dayEnds, count: usage.day }] : []
      })
    },
  }
}

/**
 * No window ends later than one that begins now. Otherwise a clock that is set back would keep a user out for as long as it
 * was set back.
 */
function capEnds(usage: Usage, now: number): void {
  usage.minuteEnds = Math.min(usage.minuteEnds, now + MINUTE_MS)
  usage.dayEnds = Math.min(usage.dayEnds, endOfDay(now))
}

/** Makes room: first removes subjects without an open window; if there are none, the oldest. */
function forgetFinished(usages: Map<string, Usage>, now: number): void {
  for (const [subject, { dayEnds }] of usages) if (dayEnds <= now) usages.delete(subject)
  if (usages.size >= SUBJECTS_MAX) usages.delete(usages.keys().next().value!)
}
