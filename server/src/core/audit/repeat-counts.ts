import type { Actor } from '../access.ts'
import type { HappeningNote } from '../store.ts'

const MINUTE_MS = 60_000

/** What the audit log says of something that may happen many times a second. */
export interface Occurrence extends HappeningNote {
  readonly actor: Actor
  readonly operation: string
}

interface Counted {
  since: number
  count: number
  last: Occurrence | undefined
}

interface Limits {
  /** The most keys that are counted at a time. */
  readonly max: number
  /** Counts what comes beyond them together; missing: each has an entry of its own. */
  readonly beyond?: (occurrence: Occurrence) => string
}

/**
 * Entries of the audit log are kept for good. The first occurrence of a key has its entry at once. Further ones are counted,
 * with one entry for each minute.
 */
export class RepeatCounts {
  readonly #counts = new Map<string, Counted>()
  readonly #write: (occurrence: Occurrence) => Promise<void>
  readonly #limits: Limits

  constructor(write: (occurrence: Occurrence) => Promise<void>, limits: Limits) {
    this.#write = write
    this.#limits = limits
  }

  async add(wanted: string, occurrence: Occurrence, now: number): Promise<void> {
    const { max, beyond } = this.#limits
    const isFull = this.#counts.size >= max && !this.#counts.has(wanted)
    const key = isFull && beyond ? beyond(occurrence) : wanted
    const counted = this.#counts.get(key)
    if (!counted) {
      if (!isFull || beyond) this.#counts.set(key, { since: now, count: 0, last: undefined })
      return this.#write(occurrence)
    }
    counted.count++
    const isSameRecord = !counted.last || counted.last.recordId === occurrence.recordId
    counted.last = isSameRecord ? occurrence : { ...occurrence, recordId: null }
    if (now - counted.since >= MINUTE_MS) await this.#close(key, counted, now)
  }

  /** Writes what was counted in minutes that are over; at the end, in all. */
  async flush(now: number, isEnd: boolean): Promise<void> {
    for (const [key, counted] of this.#counts)
      if (isEnd || now - counted.since >= MINUTE_MS) await this.#close(key, counted, now)
  }

  /** After a minute without an occurrence, the next one has its entry at once again. */
  async #close(key: string, counted: Counted, now: number): Promise<void> {
    const { count, last } = counted
    if (!last) {
      this.#counts.delete(key)
      return
    }
    Object.assign(counted, { since: now, count: 0, last: undefined })
    await this.#write({ ...last, changes: { ...last.changes, count: [null, count] } })
  }
}
