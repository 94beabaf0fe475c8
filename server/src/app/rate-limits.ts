import type { RedisLink } from '../adapters/redis-link.ts'
import { readDayCounts, writeDayCounts } from '../db/counts/day-counts.ts'
import type { Engine } from '../db/engine.ts'
import { DAY_MS, endOfDay, type Limiter } from '../http/limits/limiter.ts'
import { createMemoryLimiter, type MemoryLimiter } from '../http/limits/memory-limiter.ts'
import { createRedisLimiter } from '../http/limits/redis-limiter.ts'

const SAVE_INTERVAL_MS = 10_000

export interface RateLimits {
  readonly limiter: Limiter
  open(): Promise<void>
  close(): Promise<void>
}

export interface Log {
  info(message: string): void
  warn(message: string): void
  error(detail: { err: unknown }, message: string): void
}

export interface RateLimitParts {
  readonly engine: Engine
  readonly clock: () => number
  /** Set where Redis counts for all nodes. */
  readonly redis: RedisLink | undefined
  log(): Log
}

/** Counted by Redis for all nodes if it is configured, else in this process; the counts of the day then survive a restart. */
export function createRateLimits({ engine, clock, redis, log }: RateLimitParts): RateLimits {
  const local = createMemoryLimiter(clock)
  const save = () => saveDays(engine, local).catch((err) => log().error({ err }, 'keeping rate limits failed'))
  let timer: NodeJS.Timeout | undefined
  return {
    limiter: redis ? createRedisLimiter(redis, local) : local,
    async open() {
      await restoreDay(engine, local, clock())
      timer = setInterval(save, SAVE_INTERVAL_MS)
      timer.unref()
    },
    async close() {
      clearInterval(timer)
      await save()
    },
  }
}

/** Another process counts, and stores the counts. */
export const countedElsewhere = (limiter: Limiter): RateLimits => ({
  limiter,
  open: async () => {},
  close: async () => {},
})

const dayOf = (ends: number) => new Date(ends - DAY_MS).toISOString().slice(0, 10)

async function restoreDay(engine: Engine, local: MemoryLimiter, now: number): Promise<void> {
  const dayEnds = endOfDay(now)
  for (const { subject, count } of await readDayCounts(engine, dayOf(dayEnds))) {
    local.learn(subject, { minute: 0, minuteEnds: 0, day: count, dayEnds })
  }
}

async function saveDays(engine: Engine, local: MemoryLimiter): Promise<void> {
  const days = Map.groupBy(local.grownDays(), ({ dayEnds }) => dayOf(dayEnds))
  for (const [day, counts] of [...days].sort()) {
    await writeDayCounts(
      engine,
      day,
      counts.map(({ subject, count }) => ({ subject, count })),
    )
  }
}
