import type { KoaContextWithOIDC } from 'oidc-provider'
import { serviceActor } from '../../core/access.ts'
import type { Reads } from '../../core/store.ts'
import { timeText } from '../../model/text.ts'
import { roles, users } from '../access.resources.ts'
import { canSignIn } from '../users/can-sign-in.ts'
import { caller } from './caller.ts'
import { scopesIn, scopesWithin } from './grants.ts'
import { type Keeping, scopeOfRequest } from './notes.ts'
import type { OAuthLibrary } from './provider-library.ts'
import { authTimeOf, signedInBy } from './signed-in.ts'

/** The scopes of an app that names none. */
const USUAL_SCOPE = 'read'

/** What the page for consent answers a request of an app with. The library keeps it until it goes on. */
export interface Login {
  readonly accountId: string
  /** The session of the web interface. */
  readonly session: string
  readonly ts: number
}

/** What the library asks for an account with. A code knows the session that it was issued in. */
interface Source {
  readonly kind?: string
  readonly sessionUid?: string | undefined
}

/** An inactive user or a service has no account, so every grant of the user ends. A code ends with its session. */
export async function accountOf({ store, clock }: Keeping, { oidc }: KoaContextWithOIDC, id: string, source?: Source) {
  const reads = store.reads(scopeOfRequest({ clock }))
  const now = timeText(clock())
  if (!source && !(await isContinued(reads, now, oidc, id))) return undefined
  if (source?.kind === 'AuthorizationCode' && !(await sessionOf(reads, now, source.sessionUid!, id))) return undefined
  const user = await reads.find(users, { id })
  if (!user || !canSignIn(user)) return undefined
  return { accountId: id, claims: async () => ({ sub: id, name: user.name, email: user.email }) }
}

/**
 * The library keeps a session of its own for each browser. It says nothing but which session of the web interface its user is
 * signed in by: that one is looked up for every request, and without it the library has to ask for a sign-in.
 */
async function isContinued(reads: Reads, now: string, { session, result }: KoaContextWithOIDC['oidc'], id: string) {
  const kept = session as { uid: string; accountId?: string; loginTs?: number }
  const login = result?.login as Login | undefined
  if (login) kept.uid = login.session
  const found = await sessionOf(reads, now, kept.uid, id)
  if (found) kept.loginTs = authTimeOf(found)
  else delete kept.accountId
  return found !== undefined
}

async function sessionOf(reads: Reads, now: string, sessionId: string, userId: string) {
  const found = await signedInBy(reads, sessionId, caller.getStore() ?? serviceActor, now)
  return found?.actor.userId === userId && !found.actor.mustSetUp ? found : undefined
}

/**
 * Another user may have signed in since, and what the first one has granted stays theirs. A scope that was refused for lack of
 * rights is asked for again once the user has them.
 */
export async function existingGrant(keeping: Keeping, { oidc }: KoaContextWithOIDC) {
  const consent = oidc.result?.consent
  const grantId = consent?.grantId ?? oidc.session!.grantIdFor(oidc.client!.clientId)
  const grant = grantId ? await oidc.provider.Grant.find(grantId) : undefined
  if (grant?.accountId !== oidc.session!.accountId) return undefined
  if (!grant?.rejected || consent) return grant
  const reads = keeping.store.reads(scopeOfRequest(keeping))
  const user = await reads.get(users, grant.accountId!)
  const role = await reads.find(roles, { name: user.role })
  const within: readonly string[] = scopesWithin(role?.permissions ?? {})
  if (scopesIn(grant.getRejectedOIDCScope()).some((scope) => within.includes(scope))) delete grant.rejected
  return grant
}

/** RFC 6749, 3.3: a request that names no scope gets a usual one. */
export function assumeScope({ errors }: OAuthLibrary, { oidc }: KoaContextWithOIDC): void {
  if (oidc.params!.scope) return
  if (!scopesIn(oidc.client!.scope).includes(USUAL_SCOPE)) {
    throw new errors.InvalidScope('the scope must be named', USUAL_SCOPE)
  }
  oidc.params!.scope = USUAL_SCOPE
}
