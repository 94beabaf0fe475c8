export const UNLIMITED = Number.MAX_SAFE_INTEGER

/** How often something may happen. The code for it is in `memory-counters.ts` and, the same, in the script for Redis. */
export interface Bound {
  /** Its counter starts again so long after it began. */
  readonly windowMs: number
  /** It begins at a multiple of this: 1 for the first thing counted, a day for midnight UTC. */
  readonly alignMs: number
  /** More is refused until the window ends. */
  readonly limit: number
  /** From this count on, each time counted is followed by a wait of a second that doubles up to the longest. */
  readonly free: number
  /** If there are waits, the window begins again with each time counted. */
  readonly longestWaitMs: number
}

/** Everything that is counted of a subject, such as a user: by each bound for itself. */
export interface Rule {
  readonly bounds: readonly Bound[]
  /** Whether the counters are stored over a restart. */
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
  /** For each subject, one for each bound. */
  readonly counters: readonly (readonly Counter[])[]
}

/** Counts in this process, in a store that several nodes share, or in another process. */
export interface Counters {
  /**
   * Adds an amount for each subject by its rule, unless a bound of any of them refuses: then for none. An amount of 0 only
   * looks. It is one step that nothing can come between.
   */
  take(rules: readonly Rule[], subjects: readonly string[], amount: number): Taken | Promise<Taken>
  /** The same as an amount of 0, from what this process knows. */
  known(rules: readonly Rule[], subjects: readonly string[]): Taken
  /** Takes back what was counted once, by rules of one bound: forgets the first subject, and lowers the others by one. */
  takeBack(subjects: readonly string[]): void | Promise<void>
}

/** Does not change when more is counted. */
export const snapshotOf = (taken: Taken): Taken => ({
  ...taken,
  counters: taken.counters.map((counters) => counters.map((counter) => ({ ...counter }))),
})
