import { fieldRefusal, isInPerson, mayKnow } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { auditLog } from '../../core/audit/audit-log.resource.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { type Blocker, faultsProblem, Problem, refuseBlocked } from '../../core/problem.ts'
import type { Closed } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { listed, msg, toldOf } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import type { Resource } from '../../model/resource.ts'
import { type Role, roles, type User, users } from '../access.resources.ts'
import { exceedingRefusal } from '../rights.ts'

export const ADMIN = 'admin'

/** Locked, so that it cannot be deleted while a user is being given it. */
export async function roleNamed({ actor, records }: Context, name: string): Promise<Role> {
  const found = await records.find(roles, { name })
  const locked = found && (await records.lock(roles, found.id).catch(nothing)) // it may be gone by now
  if (locked) return locked
  const seesRoles = mayKnow(actor, `${roles.name}.name`)
  if (!seesRoles) throw faultsProblem([{ field: 'role', message: msg`There is no role "${name}".` }])
  const known = (await records.list(roles, plainList([], { order: 'asc' }))).records.map((role) => role.name)
  const message = msg`There is no role "${name}".${didYouMean(name, known)} The roles are ${listed(known)}.`
  throw faultsProblem([{ field: 'role', message }])
}

const nothing = (error: unknown): undefined => {
  if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error
}

/** An administrator of users cannot use that to gain rights: what they may not change on a user, and why. */
export async function closedFor(
  ctx: Context<Reads>,
  resources: readonly Resource[],
  { id, role, type, isActive }: User,
): Promise<readonly Closed[]> {
  const { actor } = ctx
  const exceeding = await exceedingUser(ctx, resources, role)
  return [
    // An API key or app may only take access away from a user.
    ...(isActive || isInPerson(actor) ? [] : [{ fields: ['isActive'], blocker: sessionOnly('isActive') }]),
    ...(type === 'service' ? [{ fields: ['password'], blocker: passwordless() }] : []),
    ...(id === actor.userId ? OWN : []),
    ...(exceeding ? [{ blocker: exceeding }] : []),
  ]
}

const sessionOnly = (field: string) => fieldRefusal(field, 'change', { can: [], sessionOnly: [field] })

const passwordless = () =>
  faultsProblem([{ field: 'password', message: msg`A service has no password. Change its type first.` }])

/** A session that its user left open must not be enough to take over the account. */
const ownSignIn = (field: 'email' | 'password'): Blocker => {
  const message =
    field === 'email'
      ? msg`Change your own e-mail address in "Your account"; it needs your current password.`
      : msg`Change your own password in "Your account"; it needs your current password.`
  return { code: 'FIELD_NOT_PERMITTED', text: message, details: [{ field, message }] }
}

const OWN_ROLE: Blocker = {
  code: 'FORBIDDEN',
  text: msg`You cannot change your own role, type or activity; ask another administrator.`,
}

const OWN: readonly Closed[] = [
  { fields: ['role', 'type', 'isActive'], blocker: OWN_ROLE },
  // What is kept of a password is its digest.
  { fields: ['password', 'passwordHash'], blocker: ownSignIn('password') },
  { fields: ['email'], blocker: ownSignIn('email') },
]

/** A user whose role has more rights than the actor's is out of the actor's reach. */
export async function exceedingUser({ actor, records }: Context<Reads>, resources: readonly Resource[], role: string) {
  const { permissions = {} } = (await records.find(roles, { name: role })) ?? {}
  return exceedingRefusal(permissions, actor.permissions, resources, msg`This user`)
}

/** The role that a user is given, which stays locked. */
export async function refuseExceedingRole(ctx: Context, resources: readonly Resource[], after: User): Promise<void> {
  const role = await roleNamed(ctx, after.role)
  const what = msg`The role "${toldOf(users, after)('role')}"`
  refuseBlocked(exceedingRefusal(role.permissions, ctx.actor.permissions, resources, what))
}

/** Why a user cannot be deleted. */
export async function deletionBlockerOf(
  ctx: Context<Reads>,
  resources: readonly Resource[],
  user: User,
): Promise<Blocker | undefined> {
  if (user.id === ctx.actor.userId) return OWN_ROLE
  return (
    (await exceedingUser(ctx, resources, user.role)) ??
    (await lastAdministrator(ctx, user)) ??
    (await knownBlocker(ctx, user))
  )
}

/** With that of administrators among them, two of these who shut each other out at the same moment take turns. */
export async function lockRoles({ records }: Context, names: readonly string[]): Promise<void> {
  const found = await Promise.all([...new Set(names)].map((name) => records.find(roles, { name })))
  const ids = found.flatMap((role) => role?.id ?? []).sort()
  for (const id of new Set(ids)) await records.lock(roles, id).catch(nothing)
}

/** An administrator who can sign in. */
const isAdministrator = ({ role, isActive, type, passwordHash }: User) =>
  role === ADMIN && isActive && type === 'user' && passwordHash !== null

/** Why a user cannot be deleted, or changed so that they can no longer administer the service. */
export async function lastAdministrator(
  { records }: Context<Reads>,
  before: User,
  after?: User,
): Promise<Blocker | undefined> {
  if (!isAdministrator(before) || (after && isAdministrator(after))) return undefined
  const conditions = [
    { path: 'role', operator: 'eq' as const, values: [ADMIN] },
    { path: 'isActive', operator: 'eq' as const, values: [true] },
    { path: 'type', operator: 'eq' as const, values: ['user'] },
    { path: 'passwordHash', operator: 'ne' as const, values: [null] },
    { path: 'id', operator: 'ne' as const, values: [before.id] },
  ]
  const { records: others } = await records.list(users, plainList(conditions, { perPage: 1 }))
  if (others.length > 0) return undefined
  return {
    code: 'DOCUMENT_LOCKED',
    text: msg`This is the last administrator who can sign in. Give another active user the role "admin" and a password first.`,
  }
}

/** A user who has done something stays known: the audit log and documents name them. */
async function knownBlocker({ records }: Context<Reads>, { id }: User): Promise<Blocker | undefined> {
  if (!(await records.find(auditLog, { actor: id }))) return undefined
  return {
    code: 'RESOURCE_IN_USE',
    text: msg`This user cannot be deleted because the audit log names the user. Make the user inactive instead.`,
  }
}
