import type { Import } from './imports.resource.ts'

/** Another runner takes an import over when it has seen no progress for this time. */
const SILENCE_MS = 10_000

/** All that changes while a run makes progress. */
export type Observed = Pick<Import, 'holder' | 'attempt' | 'processed'>

export const observedOf = ({ holder, attempt, processed }: Import): Observed => ({ holder, attempt, processed })

export const isSameState = (job: Import, seen: Observed): boolean =>
  job.holder === seen.holder && job.attempt === seen.attempt && job.processed === seen.processed

/**
 * Which imports other runners work on. Time is counted by a clock that is never set, from what this runner has seen: the
 * clocks of two machines need not agree. A lease only saves work: a step of a runner that has lost it does nothing.
 */
export class ImportLeases {
  readonly #monotonic: () => number
  readonly #seen = new Map<string, { readonly state: Observed; readonly since: number }>()

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** For how long another runner may still be at work on it; 0 if none is. */
  heldFor(job: Import, own: string): number {
    if (job.holder === null || job.holder === own) return 0
    const now = this.#monotonic()
    const known = this.#seen.get(job.id)
    if (known && isSameState(job, known.state)) return Math.max(0, known.since + SILENCE_MS - now)
    this.#seen.set(job.id, { state: observedOf(job), since: now })
    return SILENCE_MS
  }

  /** Forgets those that are no longer going on. */
  keepOnly(jobs: readonly Import[]): void {
    const ids = new Set(jobs.map(({ id }) => id))
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id)
  }
}
