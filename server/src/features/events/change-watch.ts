/** How often other nodes are looked at for changes. */
const LOOK_MS = 1000
/** Under load, those that wait read at most this often. */
const PAUSE_MS = 50

/**
 * Wakes requests that wait for a change. A commit of this process is reported to it; commits of others are found by looking,
 * once for all that wait.
 */
export class ChangeWatch {
  readonly #look: () => Promise<string>
  readonly #waiting = new Set<() => void>()
  #count = 0
  #isDue = false
  #pause: NodeJS.Timeout | undefined
  #seen: string | undefined
  #timer: NodeJS.Timeout | undefined

  /** `look` returns another text whenever something has changed. */
  constructor(look: () => Promise<string>) {
    this.#look = look
  }

  /** How many changes were reported: to be remembered before reading, and given to `next`. */
  get count(): number {
    return this.#count
  }

  /** Reports each write that succeeds, after `watch` has seen it. */
  reporting<T>(watch: (write: Promise<T>) => Promise<T> = (write) => write): (write: Promise<T>) => Promise<T> {
    return async (write) => {
      const result = await watch(write)
      this.notify()
      return result
    }
  }

  /** Something was committed. Commits in quick succession are reported together. */
  notify(): void {
    this.#isDue = true
    if (!this.#pause) this.#report()
  }

  /** Resolves at the first change since that count, at once if there was one, after `ms`, or when it is aborted. */
  next(since: number, ms: number, signal: AbortSignal): Promise<void> {
    if (since !== this.#count || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        if (this.#waiting.size === 0) this.#stop()
        resolve()
      }
      const timer = setTimeout(wake, ms)
      signal.addEventListener('abort', wake)
      this.#waiting.add(wake)
      this.#timer ??= setInterval(() => this.#lookAround(), LOOK_MS).unref()
    })
  }

  #report(): void {
    this.#pause = undefined
    if (!this.#isDue) return
    this.#isDue = false
    this.#count++
    this.#pause = setTimeout(() => this.#report(), PAUSE_MS).unref()
    for (const wake of [...this.#waiting]) wake()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** While the database cannot be reached, there is nothing to tell. */
  async #lookAround(): Promise<void> {
    const seen = await this.#look().catch(() => this.#seen)
    if (seen === this.#seen) return
    this.#seen = seen
    this.notify()
  }
}
