import { Bounded } from '../../model/memo.ts'
import type { Bound, Counter, Counters, Taken } from './counters.ts'

const KEYS_MAX = 200_000

/** Counts in this process, without waiting. */
export interface MemoryCounters extends Counters {
  take(bounds: readonly Bound[], keys: readonly string[], amount: number): Taken
  takeBack(bounds: readonly Bound[], keys: readonly string[]): void
  /** Goes on from what was counted elsewhere. */
  learn(bounds: readonly Bound[], keys: readonly string[], taken: Taken): void
  /** The stored counters of a table that have grown since the last call. */
  grown(name: string): (readonly [key: string, counter: Counter])[]
}

export function createMemoryCounters(clock: () => number): MemoryCounters {
  const tables = new Map<string, Table>()

  function tableOf({ name }: Bound): Table {
    const known = tables.get(name)
    if (known) return known
    const table = new Table()
    tables.set(name, table)
    return table
  }

  /** Every request is counted here: nothing is allocated but the result. */
  function take(bounds: readonly Bound[], keys: readonly string[], amount: number): Taken {
    const now = clock()
    const counters: Counter[] = []
    let until = now
    for (let index = 0; index < bounds.length; index++) {
      const bound = bounds[index]!
      const counter = tableOf(bound).current(keys[index]!, bound, now)
      const isFull = counter.count + amount > bound.limit
      until = Math.max(until, counter.since + (isFull ? bound.windowMs : counter.waitMs))
      counters.push(counter)
    }
    if (until === now && amount > 0) {
      for (let index = 0; index < bounds.length; index++) {
        const bound = bounds[index]!
        tableOf(bound).add(keys[index]!, bound, counters[index]!, amount, now)
      }
    }
    return { refusedForMs: until - now, now, counters }
  }

  return {
    take,
    known: (bounds, keys) => take(bounds, keys, 0),
    takeBack(bounds, keys) {
      for (const [index, bound] of bounds.entries()) tableOf(bound).takeBack(keys[index]!, index === 0)
    },
    learn(bounds, keys, { now, counters }) {
      for (const [index, bound] of bounds.entries()) {
        const { count, since, waitMs } = counters[index]!
        // Clients have been told when a window ends; how long a wait lasts is counted by the clock of this process.
        const shift = bound.longestWaitMs > 0 ? clock() - now : 0
        tableOf(bound).put(keys[index]!, { count, since: since + shift, waitMs })
      }
    },
    grown: (name) => tables.get(name)?.grown() ?? [],
  }
}

/** The counters of one kind, by when they began: the first one ends first. */
class Table {
  readonly #counters = new Bounded<Counter>(KEYS_MAX)
  readonly #grown = new Set<string>()

  put(key: string, counter: Counter): void {
    this.#counters.forget(key)
    this.#counters.keep(key, counter)
  }

  /** As it is now. One that has ended starts again, and is not kept before something is counted. */
  current(key: string, { windowMs, alignMs }: Bound, now: number): Counter {
    const begin = now - (now % alignMs)
    const known = this.#counters.get(key)
    // Otherwise a clock that is set back would keep a user out for as long as it was set back.
    if (known && known.since > begin) known.since = begin
    return known && known.since + windowMs > now ? known : { count: 0, since: begin, waitMs: 0 }
  }

  add(key: string, bound: Bound, counter: Counter, amount: number, now: number): void {
    const { free, longestWaitMs, isStored } = bound
    if (counter.count === 0 || longestWaitMs > 0) this.put(key, counter)
    counter.count += amount
    if (longestWaitMs > 0) {
      counter.since = now
      counter.waitMs = counter.count < free ? 0 : Math.min(longestWaitMs, 1000 * 2 ** (counter.count - free))
    }
    if (isStored) this.#grown.add(key)
  }

  takeBack(key: string, isForgotten: boolean): void {
    const known = this.#counters.get(key)
    if (isForgotten) this.#counters.forget(key)
    else if (known) known.count--
  }

  grown(): (readonly [key: string, counter: Counter])[] {
    const found = [...this.#grown].flatMap((key) => {
      const counter = this.#counters.get(key)
      return counter ? [[key, counter] as const] : []
    })
    this.#grown.clear()
    return found
  }
}
