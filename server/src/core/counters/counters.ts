export const UNLIMITED = Number.MAX_SAFE_INTEGER

/** How often something may happen. The code for it is in `memory-counters.ts` and, the same, in the script of Redis. */
export interface Bound {
  /** Of the table that holds its counters. All bounds in a table have the same window. */
  readonly name: string
  /** A counter starts again so long after it began. */
  readonly windowMs: number
  /** It begins at a multiple of this: 1 for the first thing counted, a day for midnight UTC. */
  readonly alignMs: number
  /** More is refused until the window ends. */
  readonly limit: number
  /** From this count on, each time counted is followed by a wait of a second that doubles up to the longest. */
  readonly free: number
  /** If there are waits, the window begins again with each time counted. */
  readonly longestWaitMs: number
  /** Whether its counters are stored over a restart. */
  readonly isStored: boolean
}

export interface Counter {
  count: number
  since: number
  waitMs: number
}

export interface Taken {
  /** Milliseconds until it can be counted, or 0: it was. */
  readonly refusedForMs: number
  /** The clock that decided. */
  readonly now: number
  /** One for each bound. */
  readonly counters: readonly Counter[]
}

/** Counts in this process, in a store that several nodes share, or in another process. */
export interface Counters {
  /**
   * Adds an amount to the counter of each key, unless one of the bounds refuses: then to none of them. An amount of 0 only
   * looks. All of it is one step that nothing can come between.
   */
  take(bounds: readonly Bound[], keys: readonly string[], amount: number): Taken | Promise<Taken>
  /** The same as an amount of 0, from what this process knows. */
  known(bounds: readonly Bound[], keys: readonly string[]): Taken
  /** Takes back what was counted once: forgets the first counter, and lowers the others by one. */
  takeBack(bounds: readonly Bound[], keys: readonly string[]): void | Promise<void>
}

/** Does not change when more is counted. */
export const snapshotOf = (taken: Taken): Taken => ({ ...taken, counters: taken.counters.map((each) => ({ ...each })) })
