import type { Context } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import { foldCase } from '../../model/text.ts'
import { EMAIL_MAX, roles, type User, users } from '../access.resources.ts'
import { noticesOfChange } from '../mail/notices.ts'
import { canSignIn } from '../users/can-sign-in.ts'
import { ADMIN, lastAdministrator, lockRoles } from '../users/user-guards.ts'
import type { Claims } from './provider-client.ts'
import type { SsoSettings } from './sso-settings.ts'

const NAME_MAX = 200

/** The user of this provider account, inside the transaction of the sign-in. */
export async function ssoUser(ctx: Context, settings: SsoSettings, claims: Claims): Promise<User | Problem> {
  const role = await roleFor(ctx, settings, claims)
  if (role instanceof Problem) return role
  const known = await knownUser(ctx, settings, claims)
  if (known instanceof Problem) return known
  if (known) return canSignIn(known) ? withRole(ctx, known, role) : new Problem('SSO_USER_UNKNOWN')
  return createdUser(ctx, settings, claims, role)
}

/** An account of the provider stays with its user, whatever becomes of its address. */
const subjectOf = ({ issuer }: SsoSettings, { subject }: Claims) => `${issuer} ${subject}`

/** At the first sign-in the address decides, if the provider has verified it: else anyone could claim any address. */
async function knownUser(
  { records }: Context,
  settings: SsoSettings,
  claims: Claims,
): Promise<User | Problem | undefined> {
  const ssoSubject = subjectOf(settings, claims)
  const linked = await records.find(users, { ssoSubject })
  if (linked) return records.lock(users, linked.id)
  if (!claims.email || claims.email.length > EMAIL_MAX) return new Problem('SSO_EMAIL_NOT_VERIFIED')
  if (!(claims.isEmailVerified ?? settings.trustsEmail)) return new Problem('SSO_EMAIL_NOT_VERIFIED')
  const found = await records.find(users, { email: foldCase(claims.email.trim()) })
  if (!found) return undefined
  const user = await records.lock(users, found.id)
  // Another account of the provider must not take a user over.
  if (!canSignIn(user) || user.ssoSubject) return new Problem('SSO_USER_UNKNOWN')
  records.note({ action: 'sso-linked', resource: users.name, recordId: user.id })
  return records.update(users, user, { ssoSubject })
}

/** Undefined: the provider does not decide. */
async function roleFor(
  { records }: Context,
  settings: SsoSettings,
  { groups }: Claims,
): Promise<string | Problem | undefined> {
  if (settings.roleClaim === undefined) return undefined
  const [, name] = Object.entries(settings.roles).find(([value]) => groups.includes(value)) ?? []
  if (name === undefined) return settings.defaultRole === undefined ? new Problem('SSO_NO_ROLE') : undefined
  const role = await records.find(roles, { name })
  return role ? role.name : new Problem('SSO_NO_ROLE')
}

async function withRole(ctx: Context, user: User, role: string | undefined): Promise<User> {
  if (role === undefined || role === user.role) return user
  await lockRoles(ctx, [ADMIN])
  // The provider must not leave the company without an administrator.
  if (await lastAdministrator(ctx, user, { ...user, role })) return user
  const after = await ctx.records.update(users, user, { role })
  await noticesOfChange(ctx, user, after)
  return after
}

async function createdUser(
  ctx: Context,
  settings: SsoSettings,
  claims: Claims,
  mapped: string | undefined,
): Promise<User | Problem> {
  const { records } = ctx
  const role = mapped ?? settings.defaultRole
  if (!settings.createsUsers) return new Problem('SSO_USER_UNKNOWN')
  if (role === undefined || !(await records.find(roles, { name: role }))) return new Problem('SSO_NO_ROLE')
  const email = foldCase(claims.email!.trim())
  const user = await records.insert(users, {
    email,
    name: (claims.name ?? email).slice(0, NAME_MAX),
    role,
    type: 'user',
    isActive: true,
    hasSecondFactor: false,
    ssoSubject: subjectOf(settings, claims),
  })
  await noticesOfChange(ctx, undefined, user)
  return user
}
