import { PLANS, type Plan } from './config.ts'
import type { Store } from './core/store.ts'
import { SETTINGS_ID, settings } from './resources/settings/settings.resource.ts'

const FRESH_MS = 1000

/** The plan in force: from the settings record, else as the server was started. */
export interface PlanSource {
  current(): Plan
  /** Looks again, if the last look was more than a second ago. */
  refresh(): Promise<void>
}

export function createPlanSource(store: Store, fallback: Plan, clock: () => number): PlanSource {
  let plan = fallback
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    current: () => plan,
    async refresh() {
      if (clock() - lookedAt < FRESH_MS) return
      lookedAt = clock()
      const frame = { now: new Date(clock()).toISOString(), userId: null, ownOnly: () => false }
      const chosen = (await store.reads(frame).find(settings, { id: SETTINGS_ID }))?.plan
      plan = chosen ? PLANS[chosen]! : fallback
    },
  }
}
