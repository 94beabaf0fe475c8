import { Bounded } from '../../model/memo.ts'
import type { Bound, Counter, Counters, Rule, Taken } from './counters.ts'

const SUBJECTS_MAX = 200_000

/** Counts in this process, without waiting. */
export interface MemoryCounters extends Counters {
  take(rules: readonly Rule[], subjects: readonly string[], amount: number): Taken
  takeBack(subjects: readonly string[]): void
  /** Goes on from what was counted elsewhere. */
  learn(rules: readonly Rule[], subjects: readonly string[], taken: Taken): void
  /** The subjects of stored rules that have been counted since the last call. */
  grown(): (readonly [subject: string, counters: readonly Counter[]])[]
}

export function createMemoryCounters(clock: () => number): MemoryCounters {
  /** By when a counter of the subject began: what was not used for the longest time is forgotten first. */
  const known = new Bounded<readonly Counter[]>(SUBJECTS_MAX)
  const grown = new Set<string>()

  function put(subject: string, counters: readonly Counter[]): void {
    known.forget(subject)
    known.keep(subject, counters)
  }

  /** Every request is counted here. */
  function take(rules: readonly Rule[], subjects: readonly string[], amount: number): Taken {
    const now = clock()
    const counters = new Array<readonly Counter[]>(rules.length)
    let until = now
    for (let index = 0; index < rules.length; index++) {
      const { bounds } = rules[index]!
      counters[index] = current(known.get(subjects[index]!), bounds, now)
      until = Math.max(until, refusedUntil(bounds, counters[index]!, amount))
    }
    if (until === now && amount > 0) {
      for (let index = 0; index < rules.length; index++) {
        const { bounds, isStored } = rules[index]!
        if (add(bounds, counters[index]!, amount, now)) put(subjects[index]!, counters[index]!)
        if (isStored) grown.add(subjects[index]!)
      }
    }
    return { refusedForMs: until - now, now, counters }
  }

  return {
    take,
    known: (rules, subjects) => take(rules, subjects, 0),
    takeBack([first, ...others]) {
      known.forget(first!)
      for (const subject of others) for (const counter of known.get(subject) ?? []) counter.count--
    },
    learn(rules, subjects, { now, counters }) {
      // Clients have been told when a window ends; how long a wait lasts is counted by the clock of this process.
      const shift = clock() - now
      for (const [index, { bounds }] of rules.entries()) {
        const moved = ({ since, ...counter }: Counter, place: number): Counter => ({
          ...counter,
          since: since + (bounds[place]!.longestWaitMs > 0 ? shift : 0),
        })
        put(subjects[index]!, counters[index]!.map(moved))
      }
    },
    grown() {
      const subjects = [...grown]
      grown.clear()
      return subjects.map((subject) => [subject, known.get(subject) ?? []] as const)
    },
  }
}

const started = ({ alignMs }: Bound, now: number): Counter => ({ count: 0, since: now - (now % alignMs), waitMs: 0 })

/** As they are now. One that has ended starts again; that is not kept before something is counted. */
function current(known: readonly Counter[] | undefined, bounds: readonly Bound[], now: number): readonly Counter[] {
  if (!known) return bounds.map((bound) => started(bound, now))
  let isOver = false
  for (let place = 0; place < bounds.length; place++) {
    const counter = known[place]!
    // Otherwise a clock that is set back would keep a user out for as long as it was set back.
    if (counter.since > now) counter.since = started(bounds[place]!, now).since
    isOver ||= counter.since + bounds[place]!.windowMs <= now
  }
  if (!isOver) return known
  return bounds.map((bound, place) =>
    known[place]!.since + bound.windowMs > now ? known[place]! : started(bound, now),
  )
}

function refusedUntil(bounds: readonly Bound[], counters: readonly Counter[], amount: number): number {
  let until = 0
  for (let place = 0; place < bounds.length; place++) {
    const { limit, windowMs } = bounds[place]!
    const { count, since, waitMs } = counters[place]!
    until = Math.max(until, since + (count + amount > limit ? windowMs : waitMs))
  }
  return until
}

/** Returns whether one of them has begun by that. */
function add(bounds: readonly Bound[], counters: readonly Counter[], amount: number, now: number): boolean {
  let hasBegun = false
  for (let place = 0; place < bounds.length; place++) {
    const { free, longestWaitMs } = bounds[place]!
    const counter = counters[place]!
    hasBegun ||= counter.count === 0 || longestWaitMs > 0
    counter.count += amount
    if (longestWaitMs === 0) continue
    counter.since = now
    counter.waitMs = counter.count < free ? 0 : Math.min(longestWaitMs, 1000 * 2 ** (counter.count - free))
  }
  return hasBegun
}
