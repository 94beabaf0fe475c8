import type { Actor, Credential, CurrentActor } from '../core/access.ts'
import { EpochCache } from '../core/epoch-cache.ts'
import { Problem } from '../core/problem.ts'
import { type Reads, type Store, wholeFrame } from '../core/store.ts'
import { timeText } from '../model/text.ts'
import { keyById } from './api-keys/keys.ts'
import type { Bearer } from './bearer.ts'
import { actorOf, type Identity, identityOf, refusalOf } from './identify.ts'
import { appByGrant } from './oauth/app-tokens.ts'
import { sessionById } from './sessions.ts'

export interface CurrentActors {
  readonly currentActor: CurrentActor
  /** The same for background work, which goes on after the user who started it has signed out. */
  readonly backgroundActor: CurrentActor
}

/**
 * Identifies an actor again by the id of the credential. A credential is looked up once for each access epoch, so that asking
 * before every step of some work costs little more than reading the epoch.
 */
export function createCurrentActors(store: Store, clock: () => number): CurrentActors {
  const actorsWith = (lookUp: BearerLookUp): CurrentActor => {
    const identities = new EpochCache<Identity>()
    return async (actor) => {
      const { credential } = actor
      if (!credential) return actor // the service itself, or a client that needs no credential
      const epoch = await store.epoch()
      const now = timeText(clock())
      const identity = await identities.get(epoch, `${credential.kind} ${credential.id}`, async () => {
        const reads = store.reads(wholeFrame(now))
        return identityOf(reads, await lookUp(reads, credential))
      })
      return renewed(actor, identity, now)
    }
  }
  return {
    currentActor: actorsWith((reads, credential) => bearerOf(reads, credential, false)),
    backgroundActor: actorsWith((reads, credential) => bearerOf(reads, credential, true)),
  }
}

type BearerLookUp = (reads: Reads, credential: Credential) => Promise<Bearer>

function bearerOf(reads: Reads, { kind, id }: Credential, canBeSignedOut: boolean): Promise<Bearer> {
  if (kind === 'key') return keyById(reads, id)
  return kind === 'app' ? appByGrant(reads, id) : sessionById(reads, id, canBeSignedOut)
}

function renewed(before: Actor, identity: Identity, now: string): Actor {
  const refusal = refusalOf(identity, now, before.address)
  if (refusal) throw refusal
  const actor = actorOf(identity, before)
  // A key may have been given to another user since this work was started.
  if (actor.userId !== before.userId) throw new Problem('INVALID_API_KEY')
  // An access token may carry fewer scopes than the grant that it belongs to.
  return { ...actor, scopes: actor.scopes.filter((scope) => before.scopes.includes(scope)) }
}
