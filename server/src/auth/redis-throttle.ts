import { hash } from 'node:crypto'
import type { RedisLink } from '../adapters/redis-link.ts'
import { type Bound, boundsOf, FORGET_MS, type LocalThrottle, type Throttle } from './throttle.ts'

/**
 * The same as the throttle of one process, in one step. Returns how many milliseconds to wait, then for each bound its
 * count, the milliseconds since the last attempt, and the wait after it. If the clock of Redis was set back, the wait begins
 * again.
 */
const ATTEMPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local forget = tonumber(ARGV[1])
local tracks, left = {}, 0
for index, key in ipairs(KEYS) do
  local known = redis.call('HMGET', key, 'count', 'lastAt', 'waitMs')
  local track = { tonumber(known[1] or 0), tonumber(known[2] or 0), tonumber(known[3] or 0) }
  if track[2] > now then
    track[2] = now
    redis.call('HSET', key, 'lastAt', now)
  end
  left = math.max(left, track[2] + track[3] - now)
  tracks[index] = track
end
if left <= 0 then
  for index, key in ipairs(KEYS) do
    local track, free, longest = tracks[index], tonumber(ARGV[index * 2]), tonumber(ARGV[index * 2 + 1])
    local count = (now - track[2] < forget and track[1] or 0) + 1
    local wait = count < free and 0 or math.min(longest, 1000 * 2 ^ (count - free))
    tracks[index] = { count, now, wait }
    redis.call('HSET', key, 'count', count, 'lastAt', now, 'waitMs', wait)
    redis.call('PEXPIRE', key, forget)
  end
end
local answer = { math.max(left, 0) }
for _, track in ipairs(tracks) do
  table.insert(answer, track[1])
  table.insert(answer, now - track[2])
  table.insert(answer, track[3])
end
return answer
`

/** Failures before a success no longer count for this user and network; the success itself never does. */
const SUCCEEDED = `
redis.call('DEL', KEYS[1])
for index = 2, #KEYS do
  if redis.call('EXISTS', KEYS[index]) == 1 then redis.call('HINCRBY', KEYS[index], 'count', -1) end
end
`

type Attempted = readonly [leftMs: number, ...tracks: number[]]

/** Counts sign-in attempts for all nodes. While Redis is away, this process counts alone, from the last known counts. */
export function createRedisThrottle(link: RedisLink, local: LocalThrottle, clock: () => number): Throttle {
  const attempt = link.define<Attempted>('attemptSignIn', { lua: ATTEMPT, numberOfKeys: 3 })
  const succeed = link.define<unknown>('succeedSignIn', { lua: SUCCEEDED, numberOfKeys: 3 })

  function learn(bounds: readonly Bound[], tracks: readonly number[]): void {
    for (const [index, bound] of bounds.entries()) {
      const [count = 0, age = 0, waitMs = 0] = tracks.slice(index * 3)
      if (count > 0) local.learn(bound, { count, lastAt: clock() - age, waitMs })
    }
  }

  return {
    attempt(email, address) {
      const bounds = boundsOf(email, address)
      const limits = bounds.flatMap(({ free, longestWaitMs }) => [free, longestWaitMs])
      return link.ask(
        async () => {
          const [leftMs, ...tracks] = await attempt(...bounds.map(keyOf), FORGET_MS, ...limits)
          learn(bounds, tracks)
          return Math.ceil(leftMs / 1000)
        },
        () => local.attempt(email, address),
      )
    },
    async succeeded(email, address) {
      local.succeeded(email, address)
      await link.ask(
        async () => void (await succeed(...boundsOf(email, address).map(keyOf))),
        () => {},
      )
    },
  }
}

/** E-mail addresses are not stored there. */
const keyOf = ({ key }: Bound) => `kontor:sign-in:${hash('sha256', key).slice(0, 32)}`
