import { createRedisCounters } from '../adapters/redis-counters.ts'
import type { RedisLink } from '../adapters/redis-link.ts'
import type { Counters } from '../core/counters/counters.ts'
import { createMemoryCounters, type MemoryCounters } from '../core/counters/memory-counters.ts'
import { readDayCounts, writeDayCounts } from '../db/counts/day-counts.ts'
import type { Engine } from '../db/engine.ts'
import { DAY } from '../http/limits/limiter.ts'
import type { Chore } from './housekeeping.ts'

const SAVE_MS = 10_000

export interface CountingParts {
  readonly engine: Engine
  readonly clock: () => number
  /** Set where Redis counts for all nodes. */
  readonly redis: RedisLink | undefined
  /** Set where another process counts. */
  readonly elsewhere: Counters | undefined
}

/** Where requests and sign-in attempts are counted: at Redis for all nodes if it is configured, else in one process. */
export interface Counting {
  readonly requests: Counters
  readonly attempts: Counters
  /** Goes on from the counts of the day that were stored before a restart. */
  open(): Promise<void>
  readonly chores: readonly Chore[]
}

export function createCounting({ engine, clock, redis, elsewhere }: CountingParts): Counting {
  const local = createMemoryCounters(clock)
  const own = redis ? createRedisCounters(redis, local) : local
  if (elsewhere && !redis) return { requests: elsewhere, attempts: elsewhere, open: async () => {}, chores: [] }
  return {
    requests: own,
    attempts: elsewhere ?? own,
    open: () => restoreDay(engine, local, clock()),
    chores: [{ everyMs: SAVE_MS, alsoAtEnd: true, run: () => saveDays(engine, local) }],
  }
}

const dayOf = (since: number) => new Date(since).toISOString().slice(0, 10)

async function restoreDay(engine: Engine, local: MemoryCounters, now: number): Promise<void> {
  const since = now - (now % DAY.windowMs)
  for (const { subject, count } of await readDayCounts(engine, dayOf(since))) {
    local.learn([DAY], [subject], { refusedForMs: 0, now, counters: [{ count, since, waitMs: 0 }] })
  }
}

async function saveDays(engine: Engine, local: MemoryCounters): Promise<void> {
  const days = Map.groupBy(local.grown(DAY.name), ([, { since }]) => dayOf(since))
  for (const [day, grown] of [...days].sort()) {
    const counts = grown.map(([subject, { count }]) => ({ subject, count }))
    await writeDayCounts(engine, day, counts)
  }
}
