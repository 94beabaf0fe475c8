import type { RedisLink } from '../../adapters/redis-link.ts'
import { decide, type Limiter } from './limiter.ts'
import type { MemoryLimiter } from './memory-limiter.ts'

/**
 * Both windows in one step that nothing can come between, by the one clock that all nodes share. If that clock was set back,
 * no window ends later than one that begins now.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local perMinute, perDay, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local known = redis.call('HMGET', KEYS[1], 'minute', 'minuteEnds', 'day', 'dayEnds')
local minute, minuteEnds = tonumber(known[1] or 0), tonumber(known[2] or 0)
local day, dayEnds = tonumber(known[3] or 0), tonumber(known[4] or 0)
local endOfMinute, endOfDay = now + 60000, (math.floor(now / 86400000) + 1) * 86400000
if minuteEnds > endOfMinute or dayEnds > endOfDay then
  minuteEnds, dayEnds = math.min(minuteEnds, endOfMinute), math.min(dayEnds, endOfDay)
  redis.call('HSET', KEYS[1], 'minuteEnds', minuteEnds, 'dayEnds', dayEnds)
end
if minuteEnds <= now then minute, minuteEnds = 0, endOfMinute end
if dayEnds <= now then day, dayEnds = 0, endOfDay end
if minute + count > perMinute or (perDay >= 0 and day + count > perDay) then
  return { 0, minute, minuteEnds, day, dayEnds, now }
end
redis.call('HSET', KEYS[1], 'minute', minute + count, 'minuteEnds', minuteEnds, 'day', day + count, 'dayEnds', dayEnds)
redis.call('PEXPIREAT', KEYS[1], math.max(minuteEnds, dayEnds))
return { 1, minute + count, minuteEnds, day + count, dayEnds, now }
`

type Taken = readonly [isAllowed: number, minute: number, minuteEnds: number, day: number, dayEnds: number, now: number]

/** Counts for all nodes. `local` keeps the last known counts, and counts alone while Redis is unavailable. */
export function createRedisLimiter(link: RedisLink, local: MemoryLimiter): Limiter {
  const count = link.define<Taken>('countRequest', { lua: TAKE, numberOfKeys: 1 })

  return {
    take: (subject, plan, requests = 1) =>
      link.ask(
        async () => {
          const taken = await count(keyOf(subject), plan.perMinute, plan.perDay ?? -1, requests)
          const [isAllowed, minute, minuteEnds, day, dayEnds, now] = taken
          const usage = { minute, minuteEnds, day, dayEnds }
          local.learn(subject, usage)
          return decide(isAllowed === 1, plan, usage, now)
        },
        () => local.take(subject, plan, requests),
      ),
    peek: local.peek,
    look: (subject) =>
      link.ask(
        async () => {
          const found = (await link.fields(keyOf(subject), 'minute', 'minuteEnds', 'day', 'dayEnds')).map(Number)
          const [minute = 0, minuteEnds = 0, day = 0, dayEnds = 0] = found
          local.learn(subject, { minute, minuteEnds, day, dayEnds })
          return local.look(subject)
        },
        () => local.look(subject),
      ),
  }
}

const keyOf = (subject: string) => `kontor:rate:${subject}`
