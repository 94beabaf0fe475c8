import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Reads } from '../../core/store.ts'
import { type Role, roles, type User, users } from '../access.resources.ts'
import { scopesIn, scopesWithin } from './grants.ts'
import type { OAuthLibrary } from './provider-library.ts'

/** What an app gets that does not say what it wants. */
const USUAL_SCOPE = 'read'

/**
 * Who is signed in here is known from a cookie of this service's own, and asked again when that user is gone or has
 * changed since, as by a new password. A web interface with sessions of its own would have its say in this place.
 */
export function signInPolicy({ interactionPolicy: { base, Check } }: OAuthLibrary) {
  const policy = base()
  const isStale = new Check('user_changed', 'End-User authentication is required', 'login_required', ({ oidc }) => {
    const { accountId, loginTs = 0 } = oidc.session!
    if (!accountId || oidc.result?.login) return false
    const { account } = oidc
    return !account || ('changedAt' in account && Number(account.changedAt) > loginTs)
  })
  policy.get('login')!.checks.add(isStale)
  return policy
}

/** Somebody who is shut out is nobody to the provider either: whatever he let in ends with him. */
export async function accountOf(reads: Reads, id: string) {
  const user = await reads.find(users, { id })
  if (!user?.isActive) return undefined
  const claims = async () => ({ sub: id, name: user.name, email: user.email })
  return { accountId: id, claims, changedAt: Math.floor(Date.parse(user.updatedAt) / 1000) }
}

export interface UserWithRole {
  readonly user: User
  readonly role: Role | undefined
}

export async function userWithRole(reads: Reads, id: string): Promise<UserWithRole | undefined> {
  const user = await reads.find(users, { id })
  return user?.isActive ? { user, role: await reads.find(roles, { name: user.role }) } : undefined
}

/** What was refused for want of rights is asked again once the user has them. */
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
