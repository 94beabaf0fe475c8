import { type Actor, serviceActor } from '../../core/access.ts'
import { type HappeningNote, type RequestScope, type Store, wholeScope } from '../../core/store.ts'

export interface Keeping {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** What the audit log calls the work of the OAuth pages and endpoints. */
export const OPERATION = 'oauth'

export const scopeOfRequest = ({ clock }: Pick<Keeping, 'clock'>, actor: Actor = serviceActor): RequestScope =>
  wholeScope(new Date(clock()).toISOString(), { actor, operation: OPERATION })

/** Writes an audit entry for an event that changes no record. */
export const noteDown = (keeping: Keeping, actor: Actor, happening: HappeningNote): Promise<void> =>
  keeping.store.write(scopeOfRequest(keeping, actor), async (records) => records.note(happening))
