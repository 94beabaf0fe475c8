import { createRedisCounters } from '../adapters/redis-counters.ts'
import type { RedisLink } from '../adapters/redis-link.ts'
import type { Counters } from '../core/counters/counters.ts'
import { createMemoryCounters, type MemoryCounters } from '../core/counters/memory-counters.ts'
import { remoteCounters, serveCounters } from '../core/counters/remote-counters.ts'
import type { Job } from '../core/jobs/jobs.ts'
import type { RpcChannel } from '../core/rpc/rpc.ts'
import { readDayCounts, writeDayCounts } from '../db/counts/day-counts.ts'
import type { Engine } from '../db/engine.ts'
import { DAY_MS, UNLIMITED_REQUESTS } from '../http/limits/limiter.ts'

const SAVE_MS = 10_000

/** Counters that all processes share: of requests, and of sign-in attempts. */
export interface SharedCounters {
  readonly requests: Counters
  readonly attempts: Counters
}

export interface CountingParts {
  readonly engine: Engine
  readonly clock: () => number
  /** Set where Redis counts for all nodes. */
  readonly redis: RedisLink | undefined
  /** Set where another process counts. */
  readonly elsewhere: SharedCounters | undefined
}

export interface Counting extends SharedCounters {
  /** Goes on from the counts of the day that were stored before a restart. */
  open(): Promise<void>
  readonly jobs: readonly Job[]
}

/** At Redis for all nodes if it is configured, else in one process. */
export function createCounting({ engine, clock, redis, elsewhere }: CountingParts): Counting {
  if (elsewhere && !redis) return { ...elsewhere, open: async () => {}, jobs: [] }
  const counters = (name: string, local: MemoryCounters) => (redis ? createRedisCounters(redis, name, local) : local)
  const local = createMemoryCounters(clock)
  return {
    requests: counters('requests', local),
    attempts: elsewhere?.attempts ?? counters('sign-in', createMemoryCounters(clock)),
    open: () => restoreDay(engine, local, clock()),
    jobs: [{ everyMs: SAVE_MS, alsoAtEnd: true, run: () => saveDays(engine, local) }],
  }
}

const dayOf = (since: number) => new Date(since).toISOString().slice(0, 10)

async function restoreDay(engine: Engine, local: MemoryCounters, now: number): Promise<void> {
  const since = now - (now % DAY_MS)
  const minute = { count: 0, since: now, waitMs: 0 }
  for (const { subject, count } of await readDayCounts(engine, dayOf(since))) {
    const counters = [[minute, { count, since, waitMs: 0 }]]
    local.learn([UNLIMITED_REQUESTS], [subject], { refusedForMs: 0, now, counters })
  }
}

async function saveDays(engine: Engine, local: MemoryCounters): Promise<void> {
  const counts = local.grown().flatMap(([subject, [, day]]) => (day ? [{ subject, ...day }] : []))
  const days = Map.groupBy(counts, ({ since }) => dayOf(since))
  for (const [day, rows] of [...days].sort()) {
    await writeDayCounts(
      engine,
      day,
      rows.map(({ subject, count }) => ({ subject, count })),
    )
  }
}

const [REQUESTS, ATTEMPTS] = ['requests', 'sign-in attempts']

/** The primary process counts for all. */
export function serveCounting(channel: RpcChannel, { requests, attempts }: SharedCounters): void {
  serveCounters(channel, REQUESTS, requests)
  serveCounters(channel, ATTEMPTS, attempts)
}

export const remoteCounting = (channel: RpcChannel): SharedCounters => ({
  requests: remoteCounters(channel, REQUESTS, createMemoryCounters(Date.now)),
  attempts: remoteCounters(channel, ATTEMPTS, createMemoryCounters(Date.now)),
})
