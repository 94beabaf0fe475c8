import { KeyUses } from '../auth/api-keys/key-uses.ts'
import { createIdentify } from '../auth/identify.ts'
import { type Config, PLANS, type Plan } from '../config.ts'
import { createTrail, type Trail } from '../core/audit/trail.ts'
import { EpochCache } from '../core/epoch-cache.ts'
import { type Store, wholeFrame } from '../core/store.ts'
import type { Engine } from '../db/engine.ts'
import { createGate, type Gate } from '../http/gate.ts'
import type { Limiter } from '../http/limits/limiter.ts'
import { SETTINGS_ID, settings } from '../resources/settings/settings.resource.ts'
import type { Composition } from './composition-root.ts'
import { countedElsewhere, createRateLimits, type RateLimitParts } from './rate-limits.ts'

export interface AdmissionParts {
  readonly config: Config
  readonly engine: Engine
  readonly clock: () => number
  readonly composition: Composition
  /** Set where another process counts requests. */
  readonly limiter: Limiter | undefined
  readonly log: RateLimitParts['log']
}

/** Authentication and rate limiting of requests. */
export interface Admission {
  readonly gate: Gate
  readonly trail: Trail
  readonly uses: KeyUses
  readonly limiter: Limiter
  open(): Promise<void>
  close(): Promise<void>
}

export async function createAdmission(parts: AdmissionParts): Promise<Admission> {
  const { config, engine, clock, log } = parts
  const { store, currentActor } = parts.composition
  const plans = createPlanSource(store, config.plan, clock)
  const limits = parts.limiter
    ? countedElsewhere(parts.limiter)
    : await createRateLimits({ config, engine, clock, log })
  const { limiter } = limits
  const trail = createTrail(store, clock, (err) => log().error({ err }, 'a refusal was not noted'))
  const uses = new KeyUses(store)
  const { epoch } = store
  const gate = createGate({
    identify: createIdentify(store),
    currentActor,
    epoch,
    limiter,
    plans,
    clock,
    trail,
    uses,
  })
  return {
    gate,
    trail,
    uses,
    limiter,
    async open() {
      await Promise.all([epoch().then(plans.look), limits.open()])
    },
    close: limits.close,
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
    const frame = wholeFrame(new Date(clock()).toISOString())
    const { plan: chosen } = await store.reads(frame).get(settings, SETTINGS_ID)
    plan = chosen ? PLANS[chosen]! : fallback
    return plan
  }
  return {
    known: () => plan,
    look: (epoch) => plans.get(epoch, 'plan', read),
  }
}
