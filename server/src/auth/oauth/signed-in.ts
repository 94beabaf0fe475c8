import type { Actor } from '../../core/access.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { actorOf, identityOf, refusalOf } from '../identify.ts'
import { sessionById } from '../sessions.ts'

/** A user who is signed in to the web interface. */
export interface SignedIn {
  readonly actor: Actor
  readonly email: string
  readonly sessionId: string
  /** When the user last entered a password or used a passkey, here or at the provider of single sign-on. */
  readonly provenAt: string
}

/** The user of a session of the web interface; undefined if it has ended, or its user may not sign in any more. */
export async function signedInBy(
  reads: Reads,
  sessionId: string,
  origin: Actor,
  now: string,
): Promise<SignedIn | undefined> {
  try {
    const bearer = await sessionById(reads, sessionId)
    const identity = await identityOf(reads, bearer)
    if (!bearer.credential.isWeb || refusalOf(identity, now, origin.address)) return undefined
    const { email } = identity.user
    return { actor: actorOf(identity, origin, now), email, sessionId, provenAt: bearer.provenAt! }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

/** In seconds since 1970, as apps learn it. */
export const authTimeOf = ({ provenAt }: SignedIn): number => Math.floor(Date.parse(provenAt) / 1000)
