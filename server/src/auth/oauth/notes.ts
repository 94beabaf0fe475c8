import { type Actor, serviceActor } from '../../core/access.ts'
import { type Frame, type HappeningNote, type Store, wholeFrame } from '../../core/store.ts'

export interface Keeping {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export const frameOf = ({ clock }: Pick<Keeping, 'clock'>, actor: Actor = serviceActor): Frame =>
  wholeFrame(new Date(clock()).toISOString(), { actor, operation: 'oauth' })

/** Writes an audit entry for an event that changes no record. */
export const noteDown = (keeping: Keeping, actor: Actor, happening: HappeningNote): Promise<void> =>
  keeping.store.write(frameOf(keeping, actor), async (records) => records.note(happening))
