import { type Counters, type Rule, snapshotOf, type Taken } from '../core/counters/counters.ts'
import type { MemoryCounters } from '../core/counters/memory-counters.ts'
import type { RedisLink } from './redis-link.ts'

/**
 * The same as `memory-counters.ts`, by the one clock that all nodes share. Takes a key for each counter, the amount, and five
 * numbers for each bound.
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
  if since > now then
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

type Found = readonly [count: number, since: number, waitMs: number]
type Answer = readonly [refusedForMs: number, now: number, counters: readonly Found[]]

/** Counts for all nodes. `local` keeps the last known counts, and counts alone while Redis is unavailable. */
export function createRedisCounters(link: RedisLink, name: string, local: MemoryCounters): Counters {
  const keyOf = (subject: string, place: number) => `kontor:${name}:${subject}:${place}`
  const take = link.define<Answer>('takeFromCounters', TAKE)
  const takeBack = link.define<unknown>('takeBackFromCounters', TAKE_BACK)
  return {
    take: (rules, subjects, amount) =>
      link.ask(
        async () => {
          const keys = rules.flatMap(({ bounds }, index) => bounds.map((_, place) => keyOf(subjects[index]!, place)))
          const [refusedForMs, now, found] = await take(keys.length, ...keys, amount, ...rules.flatMap(numbersOf))
          const counted = found.map(([count, since, waitMs]) => ({ count, since, waitMs }))
          const counters = rules.map(({ bounds }) => counted.splice(0, bounds.length))
          const taken: Taken = { refusedForMs, now, counters }
          local.learn(rules, subjects, taken)
          return taken
        },
        () => snapshotOf(local.take(rules, subjects, amount)),
      ),
    known: local.known,
    async takeBack(subjects) {
      local.takeBack(subjects)
      const keys = subjects.map((subject) => keyOf(subject, 0))
      await link.ask(
        () => takeBack(keys.length, ...keys),
        () => {},
      )
    },
  }
}

const numbersOf = ({ bounds }: Rule) =>
  bounds.flatMap(({ windowMs, alignMs, limit, free, longestWaitMs }) => [windowMs, alignMs, limit, free, longestWaitMs])
