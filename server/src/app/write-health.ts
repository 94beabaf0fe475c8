import { performance } from 'node:perf_hooks'
import { Problem, type ProblemCode } from '../core/problem.ts'

/** Codes of a failed write to the database. */
const FAILED: ReadonlySet<ProblemCode> = new Set(['UNAVAILABLE', 'OUTCOME_UNKNOWN'])
const OLDEST_MAX_MS = 10_000
const PROBE_MS = 2000

/** Whether writes succeed, as seen from where requests are answered, whichever thread or process carries them out. */
export class WriteHealth {
  readonly #underWay = new Set<{ readonly since: number }>()
  readonly #probe: () => Promise<unknown>
  #hasFailed = false
  #probedAt = 0

  /** `probe` commits something that changes nothing. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  watch<T>(write: Promise<T>): Promise<T> {
    const entry = { since: performance.now() }
    this.#underWay.add(entry)
    write
      .then(
        () => this.#note(undefined),
        (error) => this.#note(error),
      )
      .finally(() => this.#underWay.delete(entry))
    return write
  }

  get oldestMs(): number {
    const [oldest] = this.#underWay
    return oldest ? performance.now() - oldest.since : 0
  }

  /** Undefined while writes succeed. */
  get fault(): string | undefined {
    if (this.#hasFailed) return 'The last write failed: Kontor can read, but the database takes no writes.'
    return this.oldestMs > OLDEST_MAX_MS ? 'A write has been waiting for more than 10 seconds.' : undefined
  }

  /** After a failure no client may write any more, so that only a probe finds out when it is over. */
  async look(): Promise<void> {
    if (!this.#hasFailed || performance.now() - this.#probedAt < PROBE_MS) return
    this.#probedAt = performance.now()
    await this.#probe().then(
      () => this.#note(undefined),
      () => {},
    )
  }

  #note(error: unknown): void {
    this.#hasFailed = error instanceof Problem && FAILED.has(error.code)
  }
}
