import { PLANS, type Plan } from './config.ts'
import type { Store } from './core/store.ts'
import { SETTINGS_ID, settings } from './resources/settings/settings.resource.ts'

/** The plan in force: from the settings record, else as the server was started. */
export interface PlanSource {
  /** Reads it anew, so that a change acts on the next request, whichever node it was made on. */
  look(): Promise<Plan>
  /** What the last look found, for answers that must not wait for one. */
  known(): Plan
}

export function createPlanSource(store: Store, fallback: Plan, clock: () => number): PlanSource {
  let plan = fallback
  return {
    known: () => plan,
    async look() {
      const frame = { now: new Date(clock()).toISOString(), userId: null, ownOnly: () => false }
      const { plan: chosen } = await store.reads(frame).get(settings, SETTINGS_ID)
      plan = chosen ? PLANS[chosen]! : fallback
      return plan
    },
  }
}
