import type { Changes } from '../../model/changes.ts'
import type { Actor } from '../access.ts'
import type { Problem } from '../problem.ts'

const MINUTE_MS = 60_000
/** Of credentials and actions. Beyond this every refusal has an entry of its own. */
const COUNTED_MAX = 10_000

/** What the audit log says of a refused request. */
export interface Refusal {
  readonly actor: Actor
  readonly operation: string
  readonly resource: string
  readonly recordId: string | null
  readonly problem: Problem
}

interface Counted {
  since: number
  count: number
  last: Refusal | undefined
}

/**
 * Entries of the audit log are kept for good, and a client may repeat a refused request many times a second. The first
 * refusal of a user, credential and action has its entry at once. Further ones are counted, with one entry for each minute.
 */
export class RefusalCounts {
  readonly #counts = new Map<string, Counted>()
  readonly #write: (refusal: Refusal, changes: Changes) => Promise<void>

  constructor(write: (refusal: Refusal, changes: Changes) => Promise<void>) {
    this.#write = write
  }

  async add(refusal: Refusal, now: number): Promise<void> {
    const { actor, operation, problem } = refusal
    const key = `${actor.userId} ${actor.credential?.id} ${operation} ${problem.code}`
    const counted = this.#counts.get(key)
    if (!counted) {
      if (this.#counts.size < COUNTED_MAX) this.#counts.set(key, { since: now, count: 0, last: undefined })
      return this.#write(refusal, changesOf(refusal))
    }
    counted.count++
    const isSameRecord = !counted.last || counted.last.recordId === refusal.recordId
    counted.last = isSameRecord ? refusal : { ...refusal, recordId: null }
    if (now - counted.since >= MINUTE_MS) await this.#close(key, counted, now)
  }

  /** Writes what was counted in minutes that are over; at the end, in all. */
  async flush(now: number, isEnd: boolean): Promise<void> {
    for (const [key, counted] of this.#counts)
      if (isEnd || now - counted.since >= MINUTE_MS) await this.#close(key, counted, now)
  }

  /** After a minute without a refusal, the next one has its entry at once again. */
  async #close(key: string, counted: Counted, now: number): Promise<void> {
    const { count, last } = counted
    if (!last) {
      this.#counts.delete(key)
      return
    }
    Object.assign(counted, { since: now, count: 0, last: undefined })
    await this.#write(last, { ...changesOf(last), count: [null, count] })
  }
}

const changesOf = ({ problem }: Refusal): Changes => ({
  code: [null, problem.code],
  message: [null, problem.message],
})
