import { type Actor, type CurrentActor, serviceActor } from '../access.ts'
import { Problem } from '../problem.ts'

/** The answers to a credential that has ended, may not be used so any more, or whose user was removed. */
const ENDED: readonly number[] = [401, 403, 404]

/** With whose rights work goes on now, or the refusal that ends it. */
export type FoundActor = { readonly actor: Actor } | { readonly ended: Problem }

/**
 * Looks up who ordered work that goes on by itself, with the rights of this moment. `ordered` is what was stored of the actor.
 * Without a user, the work has no rights.
 */
export async function actorBehind(backgroundActor: CurrentActor, ordered: Partial<Actor>): Promise<FoundActor> {
  try {
    return { actor: await backgroundActor({ ...serviceActor, role: '', permissions: {}, ...ordered }) }
  } catch (error) {
    if (error instanceof Problem && ENDED.includes(error.status)) return { ended: error }
    throw error
  }
}
