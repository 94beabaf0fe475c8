import type { Redis } from 'ioredis'
import type { Plan } from '../../config.ts'
import { type Decision, decide, type Limiter } from './limiter.ts'
import type { MemoryLimiter } from './memory-limiter.ts'

/** So long may a request wait for an answer. */
const ANSWER_MS = 250
/** So long nobody asks again after an answer did not come. */
const PAUSE_MS = 2000
const CONNECT_MS = 1000
const SILENCE_MS = 5000

/**
 * Both windows in one step that nothing can come between, by the one clock that all nodes share. If that clock was set back,
 * no window ends later than one that begins now.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local perMinute, perDay = tonumber(ARGV[1]), tonumber(ARGV[2])
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
if minute >= perMinute or (perDay >= 0 and day >= perDay) then
  return { 0, minute, minuteEnds, day, dayEnds, now }
end
redis.call('HSET', KEYS[1], 'minute', minute + 1, 'minuteEnds', minuteEnds, 'day', day + 1, 'dayEnds', dayEnds)
redis.call('PEXPIREAT', KEYS[1], math.max(minuteEnds, dayEnds))
return { 1, minute + 1, minuteEnds, day + 1, dayEnds, now }
`

type Taken = readonly [isAllowed: number, minute: number, minuteEnds: number, day: number, dayEnds: number, now: number]
type Client = Redis & { countRequest(key: string, perMinute: number, perDay: number): Promise<Taken> }

export interface RedisLimiterParts {
  readonly url: string
  /** Knows what was counted last, and counts alone while Redis is gone. */
  readonly local: MemoryLimiter
  onLost(reason: string): void
  onBack(): void
}

export interface RedisLimiter extends Limiter {
  /** Connects; if that fails, the process counts alone until it succeeds. */
  open(): Promise<void>
  close(): void
}

/** Counts for all nodes. When Redis does not answer, nobody is refused and nobody is unlimited for it. */
export async function createRedisLimiter({ url, local, onLost, onBack }: RedisLimiterParts): Promise<RedisLimiter> {
  const client = await connectionTo(url)
  let isLost = false
  let askAgainAt = 0
  let connectionFault: string | undefined
  client.on('ready', () => {
    connectionFault = undefined
  })
  client.on('error', ({ message }: Error) => {
    connectionFault = message
  })
  client.on('close', () => {
    connectionFault ??= 'the connection is closed'
  })

  /** Only the message: the error itself carries the command, and that of signing in holds the password. */
  function lose({ message }: Error): void {
    askAgainAt = performance.now() + PAUSE_MS
    if (!isLost) onLost(connectionFault ?? message)
    isLost = true
  }

  async function ask(subject: string, plan: Plan): Promise<Decision> {
    // One request tries whether it is back; the others do not wait for it.
    if (isLost) askAgainAt = performance.now() + PAUSE_MS
    const answer = client.countRequest(keyOf(subject), plan.perMinute, plan.perDay ?? -1)
    const [isAllowed, minute, minuteEnds, day, dayEnds, now] = await within(ANSWER_MS, answer)
    if (isLost) onBack()
    isLost = false
    askAgainAt = 0
    const usage = { minute, minuteEnds, day, dayEnds }
    local.learn(subject, usage)
    return decide(isAllowed === 1, plan, usage, now)
  }

  return {
    open: () => within(CONNECT_MS, client.connect()).catch(lose),
    close: () => client.disconnect(),
    async take(subject, plan) {
      if (performance.now() < askAgainAt) return local.take(subject, plan)
      return ask(subject, plan).catch((error) => {
        lose(error)
        return local.take(subject, plan)
      })
    },
    peek: local.peek,
    async look(subject) {
      if (performance.now() < askAgainAt) return local.look(subject)
      const asked = client.hmget(keyOf(subject), 'minute', 'minuteEnds', 'day', 'dayEnds')
      return within(ANSWER_MS, asked).then(
        (known) => {
          const [minute = 0, minuteEnds = 0, day = 0, dayEnds = 0] = known.map(Number)
          local.learn(subject, { minute, minuteEnds, day, dayEnds })
          return local.look(subject)
        },
        (error) => {
          lose(error)
          return local.look(subject)
        },
      )
    },
  }
}

const keyOf = (subject: string) => `kontor:rate:${subject}`

/** Only where there is a Redis. */
const loadLibrary = () => import('ioredis')

async function connectionTo(url: string): Promise<Client> {
  const library = await loadLibrary()
  return new library.Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempts) => Math.min(PAUSE_MS, 100 * attempts),
    scripts: { countRequest: { lua: TAKE, numberOfKeys: 1 } },
  }) as Client
}

/** An answer that has arrived counts, even if this process was too busy to look at it in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
