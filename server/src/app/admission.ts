import { performance } from 'node:perf_hooks'
import { KeyUses } from '../auth/api-keys/key-uses.ts'
import { createIdentify } from '../auth/identify.ts'
import { type Config, PLANS, type Plan } from '../config/config.ts'
import { createTrail, type Trail } from '../core/audit/trail.ts'
import type { Job } from '../core/jobs/jobs.ts'
import { Problem, type ProblemCode } from '../core/problem.ts'
import { type Store, wholeScope } from '../core/store.ts'
import { createGate, type Gate } from '../http/gate.ts'
import { createLimiter } from '../http/limits/limiter.ts'
import { EpochCache } from '../model/memo.ts'
import { SETTINGS_ID, settings } from '../resources/settings/settings.resource.ts'
import type { Composition } from './composition-root.ts'
import type { Counting } from './counting.ts'
import type { DiskGuard } from './disk-guard.ts'

const FLUSH_MS = 60_000

export interface AdmissionParts {
  readonly config: Config
  readonly clock: () => number
  readonly composition: Composition
  readonly counting: Counting
  /** Of a refusal that was not noted. */
  onFailure(error: unknown): void
}

/** Authentication and rate limiting of requests. */
export interface Admission {
  readonly gate: Gate
  readonly trail: Trail
  /** Write what was counted: requests of the day, uses of keys, repeated refusals and failures. */
  readonly jobs: readonly Job[]
  open(): Promise<void>
}

export function createAdmission(parts: AdmissionParts): Admission {
  const { config, clock, counting, onFailure } = parts
  const { store, currentActor, failures } = parts.composition
  const plans = createPlanSource(store, config.plan, clock)
  const trail = createTrail(store, clock, onFailure)
  const uses = new KeyUses(store)
  const { epoch } = store
  const gate = createGate({
    identify: createIdentify(store),
    currentActor,
    epoch,
    limiter: createLimiter(counting.requests),
    plans,
    clock,
    trail,
    uses,
  })
  return {
    gate,
    trail,
    jobs: [
      ...counting.jobs,
      {
        everyMs: FLUSH_MS,
        alsoAtEnd: true,
        run: ({ aborted }) =>
          Promise.all([uses.flush(new Date(clock()).toISOString()), trail.flush(aborted), failures.flush(aborted)]),
      },
    ],
    async open() {
      await Promise.all([epoch().then(plans.look), counting.open()])
    },
  }
}

/** The plan in force: from the settings record, else as the server was started. */
interface PlanSource {
  /** The current plan: a change takes effect with the next request, whichever node it was made on. */
  look(epoch: number): Promise<Plan> | Plan
  /** The plan of the last look-up, for responses that must not wait for one. */
  known(): Plan
}

function createPlanSource(store: Store, fallback: Plan, clock: () => number): PlanSource {
  const plans = new EpochCache<Plan>()
  let plan = fallback
  const read = async () => {
    const scope = wholeScope(new Date(clock()).toISOString())
    const { plan: chosen } = await store.reads(scope).get(settings, SETTINGS_ID)
    plan = chosen ? PLANS[chosen]! : fallback
    return plan
  }
  return {
    known: () => plan,
    look: (epoch) => plans.get(epoch, 'plan', read),
  }
}

/** Codes of a failed write to the database. */
const FAILED: ReadonlySet<ProblemCode> = new Set(['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'STORAGE_FULL'])
const OLDEST_MAX_MS = 10_000
const PROBE_MS = 2000

/** Whether writes succeed, as seen from where requests are answered, whichever thread or process carries them out. */
export class WriteHealth {
  readonly #underWay = new Set<{ readonly since: number }>()
  readonly #probe: () => Promise<unknown>
  readonly #isFenced: () => boolean
  readonly #disk: DiskGuard | undefined
  #failure: ProblemCode | undefined
  #probedAt = 0

  /** `probe` commits something that changes nothing; `isFenced` is true after a newer version has taken over. */
  constructor(probe: () => Promise<unknown>, isFenced: () => boolean, disk: DiskGuard | undefined) {
    this.#probe = probe
    this.#isFenced = isFenced
    this.#disk = disk
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

  /** Writes that have not ended. */
  get count(): number {
    return this.#underWay.size
  }

  get oldestMs(): number {
    const [oldest] = this.#underWay
    return oldest ? performance.now() - oldest.since : 0
  }

  /** Undefined while writes succeed. */
  get fault(): string | undefined {
    if (this.#isFenced()) return 'A newer version of Kontor has migrated the database: this one can only read.'
    if (this.#disk?.isLow || this.#failure === 'STORAGE_FULL')
      return 'The disk is full up to its reserve: Kontor can read, but accepts no writes.'
    if (this.#failure) return 'The last write failed: Kontor can read, but the database takes no writes.'
    return this.oldestMs > OLDEST_MAX_MS ? 'A write has been waiting for more than 10 seconds.' : undefined
  }

  /** After a failure no client may write any more, so that only a probe finds out when it is over. */
  async look(): Promise<void> {
    await this.#disk?.look()
    if (!this.#failure || performance.now() - this.#probedAt < PROBE_MS) return
    this.#probedAt = performance.now()
    await this.#probe().then(
      () => this.#note(undefined),
      () => {},
    )
  }

  #note(error: unknown): void {
    this.#failure = error instanceof Problem && FAILED.has(error.code) ? error.code : undefined
  }
}
