import type { Redis } from 'ioredis'
import type { Plan } from '../../config/config.ts'
import { type Decision, decide, type Limiter } from './limiter.ts'
import type { MemoryLimiter } from './memory-limiter.ts'

/** How long a request may wait for Redis. */
const ANSWER_MS = 250
/** Redis is not asked again for this long after a missing response. */
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
  /** Keeps the last known counts, and counts alone while Redis is unavailable. */
  readonly local: MemoryLimiter
  onLost(reason: string): void
  onBack(): void
}

export interface RedisLimiter extends Limiter {
  /** Connects; if that fails, the process counts alone until it succeeds. */
  open(): Promise<void>
  close(): void
}

/** Counts for all nodes. When Redis does not answer, this process counts by itself: no request is refused for that. */
export async function createRedisLimiter({ url, local, onLost, onBack }: RedisLimiterParts): Promise<RedisLimiter> {
  const client = await connectionTo(url)
  const link = new Link(client, onLost, onBack)

  async function count(subject: string, plan: Plan): Promise<Decision> {
    link.retry()
    const answer = client.countRequest(keyOf(subject), plan.perMinute, plan.perDay ?? -1)
    const [isAllowed, minute, minuteEnds, day, dayEnds, now] = await within(ANSWER_MS, answer)
    link.restore()
    const usage = { minute, minuteEnds, day, dayEnds }
    local.learn(subject, usage)
    return decide(isAllowed === 1, plan, usage, now)
  }

  async function learn(subject: string): Promise<void> {
    const answer = client.hmget(keyOf(subject), 'minute', 'minuteEnds', 'day', 'dayEnds')
    const [minute = 0, minuteEnds = 0, day = 0, dayEnds = 0] = (await within(ANSWER_MS, answer)).map(Number)
    local.learn(subject, { minute, minuteEnds, day, dayEnds })
  }

  return {
    open: () => within(CONNECT_MS, client.connect()).catch((error) => link.lose(error)),
    close: () => client.disconnect(),
    async take(subject, plan) {
      if (link.isPaused) return local.take(subject, plan)
      return count(subject, plan).catch((error) => {
        link.lose(error)
        return local.take(subject, plan)
      })
    },
    peek: local.peek,
    async look(subject) {
      if (!link.isPaused) await learn(subject).catch((error) => link.lose(error))
      return local.look(subject)
    },
  }
}

/** Whether Redis answers. After a failure it is not asked for a while. */
class Link {
  readonly #onLost: (reason: string) => void
  readonly #onBack: () => void
  #isLost = false
  #askAgainAt = 0
  #connectionFault: string | undefined

  constructor(client: Client, onLost: (reason: string) => void, onBack: () => void) {
    this.#onLost = onLost
    this.#onBack = onBack
    client.on('ready', () => {
      this.#connectionFault = undefined
    })
    client.on('error', ({ message }: Error) => {
      this.#connectionFault = message
    })
    client.on('close', () => {
      this.#connectionFault ??= 'the connection is closed'
    })
  }

  get isPaused(): boolean {
    return performance.now() < this.#askAgainAt
  }

  /** One request tries whether Redis is back; the others do not wait for it. */
  retry(): void {
    if (this.#isLost) this.#askAgainAt = performance.now() + PAUSE_MS
  }

  restore(): void {
    if (this.#isLost) this.#onBack()
    this.#isLost = false
    this.#askAgainAt = 0
  }

  /** Only the message: the error itself carries the command, and that of signing in holds the password. */
  lose({ message }: Error): void {
    this.#askAgainAt = performance.now() + PAUSE_MS
    if (!this.#isLost) this.#onLost(this.#connectionFault ?? message)
    this.#isLost = true
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

/** A reply that has arrived counts, even if this process was too busy to process it in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
