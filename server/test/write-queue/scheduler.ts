/** Random numbers that are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1)
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}

type Task = () => void

const STEPS_MAX = 20_000

/** Carries out tasks one at a time, in an order that depends on the seed alone. Its steps are the only clock. */
export class Scheduler {
  readonly random: Random
  now = 0
  readonly #ready: Task[] = []
  /** Tasks that are not ready before a certain step, the next one last. */
  readonly #timed: { readonly at: number; readonly task: Task }[] = []

  constructor(random: Random) {
    this.random = random
  }

  get isEndless(): boolean {
    return this.now >= STEPS_MAX
  }

  later(task: Task): void {
    this.#ready.push(task)
  }

  after(steps: number, task: Task): void {
    const at = this.now + steps
    const index = this.#timed.findIndex((timed) => timed.at <= at)
    this.#timed.splice(index < 0 ? this.#timed.length : index, 0, { at, task })
  }

  /** Resolves when no task is left, or when there is no end of them. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      // A tick that is scheduled by a microtask runs when no microtask is left, as an event of the event loop would.
      const schedule = () => process.nextTick(turn)
      const turn = () => {
        try {
          const task = this.isEndless ? undefined : this.#next()
          if (!task) return resolve()
          task()
          queueMicrotask(schedule)
        } catch (error) {
          reject(error)
        }
      }
      queueMicrotask(schedule)
    })
  }

  #next(): Task | undefined {
    this.now++
    while (this.#timed.length > 0 && (this.#ready.length === 0 || this.#timed.at(-1)!.at <= this.now)) {
      const { at, task } = this.#timed.pop()!
      this.now = Math.max(this.now, at)
      this.#ready.push(task)
    }
    const count = this.#ready.length
    if (count === 0) return undefined
    const index = this.random.below(count)
    const task = this.#ready[index]!
    this.#ready[index] = this.#ready[count - 1]!
    this.#ready.pop()
    return task
  }
}
