import { type Bound, type Counters, snapshotOf, type Taken } from '../core/counters/counters.ts'
import type { MemoryCounters } from '../core/counters/memory-counters.ts'
import type { RedisLink } from './redis-link.ts'

/**
 * The same as `memory-counters.ts`, by the one clock that all nodes share. Arguments: the number of bounds, the amount, then
 * five numbers of each bound.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local amount = tonumber(ARGV[1])
local bounds, counters, untilMs = {}, {}, now
for index, key in ipairs(KEYS) do
  local bound = {}
  for field = 1, 5 do bound[field] = tonumber(ARGV[(index - 1) * 5 + field + 1]) end
  local windowMs, alignMs, limit = unpack(bound)
  local begin = now - now % alignMs
  local known = redis.call('HMGET', key, 'count', 'since', 'waitMs')
  local count, since, waitMs = tonumber(known[1] or 0), tonumber(known[2] or 0), tonumber(known[3] or 0)
  if since > begin then
    since = begin
    redis.call('HSET', key, 'since', since)
  end
  if since + windowMs <= now then count, since, waitMs = 0, begin, 0 end
  untilMs = math.max(untilMs, since + (count + amount > limit and windowMs or waitMs))
  bounds[index], counters[index] = bound, { count, since, waitMs }
end
if untilMs == now and amount > 0 then
  for index, key in ipairs(KEYS) do
    local windowMs, _, _, free, longestWaitMs = unpack(bounds[index])
    local count, since, waitMs = unpack(counters[index])
    count = count + amount
    if longestWaitMs > 0 then
      since = now
      waitMs = count < free and 0 or math.min(longestWaitMs, 1000 * 2 ^ (count - free))
    end
    redis.call('HSET', key, 'count', count, 'since', since, 'waitMs', waitMs)
    redis.call('PEXPIRE', key, since + windowMs - now)
    counters[index] = { count, since, waitMs }
  end
end
return { untilMs - now, now, counters }
`

const TAKE_BACK = `
redis.call('DEL', KEYS[1])
for index = 2, #KEYS do
  if redis.call('EXISTS', KEYS[index]) == 1 then redis.call('HINCRBY', KEYS[index], 'count', -1) end
end
`

type Answer = readonly [refusedForMs: number, now: number, counters: readonly (readonly [number, number, number])[]]

/** Counts for all nodes. `local` keeps the last known counts, and counts alone while Redis is unavailable. */
export function createRedisCounters(link: RedisLink, local: MemoryCounters): Counters {
  const take = link.define<Answer>('takeFromCounters', TAKE)
  const takeBack = link.define<unknown>('takeBackFromCounters', TAKE_BACK)
  return {
    take: (bounds, keys, amount) =>
      link.ask(
        async () => {
          const numbers = bounds.flatMap((each) => [
            each.windowMs,
            each.alignMs,
            each.limit,
            each.free,
            each.longestWaitMs,
          ])
          const [refusedForMs, now, found] = await take(bounds.length, ...keysOf(bounds, keys), amount, ...numbers)
          const counters = found.map(([count, since, waitMs]) => ({ count, since, waitMs }))
          const taken: Taken = { refusedForMs, now, counters }
          local.learn(bounds, keys, taken)
          return taken
        },
        () => snapshotOf(local.take(bounds, keys, amount)),
      ),
    known: local.known,
    async takeBack(bounds, keys) {
      local.takeBack(bounds, keys)
      await link.ask(
        () => takeBack(bounds.length, ...keysOf(bounds, keys)),
        () => {},
      )
    },
  }
}

const keysOf = (bounds: readonly Bound[], keys: readonly string[]) =>
  keys.map((key, index) => `kontor:${bounds[index]!.name}:${key}`)
