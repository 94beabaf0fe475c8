/** Limits the number of concurrent calls; further calls wait in the order of their arrival. */
export class Semaphore {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether a further call would have to wait. */
  get isBusy(): boolean {
    return this.#running >= this.#most
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    const leave = () => {
      const place = this.#waiting.indexOf(resolve)
      if (place < 0) return
      this.#waiting.splice(place, 1)
      reject(signal!.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** A call whose signal is aborted while it waits is rejected, and never begins. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#running >= this.#most) await this.#turn(signal)
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
