import type { Changes } from '../../model/changes.ts'
import type { Actor } from '../access.ts'
import type { Problem } from '../problem.ts'
import { type Occurrence, RepeatCounts } from './repeat-counts.ts'

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

/** A client may repeat a refused request many times a second: refusals of a user, credential and action are counted. */
export class RefusalCounts {
  readonly #counts: RepeatCounts

  constructor(write: (occurrence: Occurrence) => Promise<void>) {
    this.#counts = new RepeatCounts(write, { max: COUNTED_MAX })
  }

  add({ problem, ...refusal }: Refusal, now: number): Promise<void> {
    const { actor, operation } = refusal
    const key = `${actor.userId} ${actor.credential?.id} ${operation} ${problem.code}`
    return this.#counts.add(key, { ...refusal, action: 'refused', changes: changesOf(problem) }, now)
  }

  flush(now: number, isEnd: boolean): Promise<void> {
    return this.#counts.flush(now, isEnd)
  }
}

const changesOf = (problem: Problem): Changes => ({
  code: [null, problem.code],
  message: [null, problem.message],
})
