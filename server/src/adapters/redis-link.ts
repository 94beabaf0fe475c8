import type { Redis } from 'ioredis'

/** How long a request may wait for Redis. */
const ANSWER_MS = 250
/** Redis is not asked again for this long after a missing response. */
const PAUSE_MS = 2000
const CONNECT_MS = 1000
const SILENCE_MS = 5000

export interface RedisLinkParts {
  readonly url: string
  onLost(reason: string): void
  onBack(): void
}

/** The connection to the Redis that counts for all nodes. While Redis does not answer, each process counts by itself. */
export class RedisLink {
  readonly #client: Redis
  readonly #onLost: (reason: string) => void
  readonly #onBack: () => void
  #isLost = false
  #askAgainAt = 0
  #connectionFault: string | undefined

  private constructor(client: Redis, { onLost, onBack }: RedisLinkParts) {
    this.#client = client
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

  /** Not connected yet. */
  static async to(parts: RedisLinkParts): Promise<RedisLink> {
    return new RedisLink(await clientOf(parts.url), parts)
  }

  /** Connects; if that fails, the process counts alone until it succeeds. */
  async open(): Promise<void> {
    await within(CONNECT_MS, this.#client.connect()).catch((error) => this.#lose(error))
  }

  close(): void {
    this.#client.disconnect()
  }

  /**
   * A script is a step that nothing can come between. It is sent once; afterwards only its digest. The words begin with the
   * number of keys.
   */
  define<R>(name: string, lua: string): (...words: (string | number)[]) => Promise<R> {
    this.#client.defineCommand(name, { lua })
    const client = this.#client as unknown as Record<string, (...words: (string | number)[]) => Promise<R>>
    return (...words) => client[name]!(...words)
  }

  /** Asks Redis. If it does not answer in time, the process decides by itself: no request is refused for that. */
  async ask<T>(question: () => Promise<T>, alone: () => T): Promise<T> {
    if (performance.now() < this.#askAgainAt) return alone()
    // One request tries whether Redis is back; the others do not wait for it.
    if (this.#isLost) this.#askAgainAt = performance.now() + PAUSE_MS
    try {
      const answer = await within(ANSWER_MS, question())
      this.#restore()
      return answer
    } catch (error) {
      this.#lose(error as Error)
      return alone()
    }
  }

  #restore(): void {
    if (this.#isLost) this.#onBack()
    this.#isLost = false
    this.#askAgainAt = 0
  }

  /** Only the message: the error itself carries the command, and that of signing in holds the password. */
  #lose({ message }: Error): void {
    this.#askAgainAt = performance.now() + PAUSE_MS
    if (!this.#isLost) this.#onLost(this.#connectionFault ?? message)
    this.#isLost = true
  }
}

/** Only where there is a Redis. */
const loadLibrary = () => import('ioredis')

async function clientOf(url: string): Promise<Redis> {
  const library = await loadLibrary()
  return new library.Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempts) => Math.min(PAUSE_MS, 100 * attempts),
  })
}

/** A reply that has arrived counts, even if this process was too busy to process it in time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(late), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
