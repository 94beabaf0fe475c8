import { PLANS, type Plan } from '../config.ts'
import { Remembered } from '../core/remembered.ts'
import { type Store, wholeFrame } from '../core/store.ts'
import { SETTINGS_ID, settings } from '../resources/settings/settings.resource.ts'

/** The plan in force: from the settings record, else as the server was started. */
export interface PlanSource {
  /** As it is now: a change acts on the next request, whichever node it was made on. */
  look(epoch: number): Promise<Plan> | Plan
  /** What the last look found, for answers that must not wait for one. */
  known(): Plan
}

export function createPlanSource(store: Store, fallback: Plan, clock: () => number): PlanSource {
  const plans = new Remembered<Plan>()
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
