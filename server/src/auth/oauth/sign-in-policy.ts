import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Reads } from '../../core/store.ts'
import { type Role, roles, type User, users } from '../access.resources.ts'
import { canSignIn } from '../users/can-sign-in.ts'
import { artifactId } from './artifact-id.ts'
import { isEnded, SIGNED_IN_FROM, USER_VERSION } from './browser-sessions.ts'
import { scopesIn, scopesWithin } from './grants.ts'
import { oauthArtifacts } from './oauth-artifacts.resource.ts'
import type { OAuthLibrary } from './provider-library.ts'

/** What the sign-in page hands over to the browser's sign-in. */
export const KEPT = [USER_VERSION, SIGNED_IN_FROM] as const

/** The scopes of an app that names none. */
const USUAL_SCOPE = 'read'

/**
 * A browser is signed in here by a cookie of its own. The user is asked for the password again when the user has changed
 * since the sign-in, as by a new password. Versions are compared, not times: a change may be committed while a
 * password is being checked.
 */
export function signInPolicy({ interactionPolicy: { base, Check } }: OAuthLibrary) {
  const policy = base()
  const isStale = new Check('user_changed', 'End-User authentication is required', 'login_required', ({ oidc }) => {
    const session = oidc.session as { accountId?: string } & { [K in (typeof KEPT)[number]]?: unknown }
    if (!session.accountId) return false
    // The provider copies only what it knows from the result of the sign-in page to the session.
    if (oidc.result?.login) for (const name of KEPT) session[name] = oidc.result.login[name]
    const account = oidc.account as { version?: number } | undefined
    return account?.version !== session[USER_VERSION]
  })
  policy.get('login')!.checks.add(isStale)
  return policy
}

/** What the provider asks for an account with. A code knows the sign-in of the browser that it was issued to. */
interface Source {
  readonly kind?: string
  readonly sessionUid?: string | undefined
}

/** An inactive user or a service has no account, so every grant of the user ends. A code ends when the user changes. */
export async function accountOf(reads: Reads, id: string, source?: Source) {
  const user = await reads.find(users, { id })
  if (!user || !canSignIn(user)) return undefined
  if (source?.kind === 'AuthorizationCode' && !(await isSignedIn(reads, user, source.sessionUid!))) return undefined
  const claims = async () => ({ sub: id, name: user.name, email: user.email })
  return { accountId: id, claims, version: user.version }
}

async function isSignedIn(reads: Reads, { version }: User, sessionUid: string): Promise<boolean> {
  const session = await reads.find(oauthArtifacts, { model: 'Session', uid: artifactId('uid', sessionUid) })
  return session !== undefined && !isEnded(session) && session.payload[USER_VERSION] === version
}

export interface UserWithRole {
  readonly user: User
  readonly role: Role | undefined
}

export async function userWithRole(reads: Reads, id: string): Promise<UserWithRole | undefined> {
  const user = await reads.find(users, { id })
  return user && canSignIn(user) ? { user, role: await reads.find(roles, { name: user.role }) } : undefined
}

/** A scope that was refused for lack of rights is asked for again once the user has them. */
export async function existingGrant(reads: Reads, { oidc }: KoaContextWithOIDC) {
  const consent = oidc.result?.consent
  const grantId = consent?.grantId ?? oidc.session!.grantIdFor(oidc.client!.clientId)
  const grant = grantId ? await oidc.provider.Grant.find(grantId) : undefined
  if (!grant?.rejected || consent) return grant
  const found = await userWithRole(reads, grant.accountId!)
  const within: readonly string[] = scopesWithin(found?.role?.permissions ?? {})
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
