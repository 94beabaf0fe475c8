import { fieldRefusal, isInPerson } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { auditLog } from '../../core/audit/audit-log.resource.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { faultsProblem, Problem } from '../../core/problem.ts'
import { didYouMean } from '../../model/nearest.ts'
import type { Resource } from '../../model/resource.ts'
import { foldCase } from '../../model/text.ts'
import { type Role, roles, type User, users } from '../access.resources.ts'
import { refuseExceeding } from '../rights.ts'

const ADMIN = 'admin'

/** Locked, so that it cannot be deleted while a user is being given it. */
export async function roleNamed({ records }: Context, name: string): Promise<Role> {
  const found = await records.find(roles, { name })
  const locked = found && (await records.lock(roles, found.id).catch(nothing)) // it may be gone by now
  if (locked) return locked
  const known = (await records.list(roles, plainList([], { order: 'asc' }))).records.map((role) => role.name)
  const message = `There is no role "${name}".${didYouMean(name, known)} The roles are ${known.join(', ')}.`
  throw faultsProblem([{ field: 'role', message }])
}

const nothing = (error: unknown): undefined => {
  if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error
}

/** An administrator of users cannot use that to gain rights. */
export async function refuseRising(
  ctx: Context,
  resources: readonly Resource[],
  before: User | undefined,
  after: User,
): Promise<void> {
  const { permissions, userId } = ctx.actor
  const mine = before?.id === userId
  if (mine && (before!.role !== after.role || before!.type !== after.type || !after.isActive)) {
    throw new Problem('FORBIDDEN', {
      message: 'You cannot change your own role, type or activity; ask another administrator.',
    })
  }
  if (before) refuseExceeding((await roleNamed(ctx, before.role)).permissions, permissions, resources, 'This user')
  const role = await roleNamed(ctx, after.role)
  refuseExceeding(role.permissions, permissions, resources, `The role "${role.name}"`)
}

/** An API key or app may only take access away from a user. */
export function refuseReactivation({ actor }: Context, before: User, after: User): void {
  if (before.isActive || !after.isActive || isInPerson(actor)) return
  throw fieldRefusal('isActive', 'change', { can: [], sessionOnly: ['isActive'] })
}

/** A session that its user left open must not be enough to take over the account. */
export function refuseOwnSignIn({ actor }: Context, before: User, after: User): void {
  if (before.id !== actor.userId) return
  const isNewAddress = foldCase(before.email.trim()) !== after.email
  const isNewPassword = before.passwordHash !== after.passwordHash
  const field = isNewPassword ? 'password' : isNewAddress ? 'email' : undefined
  if (!field) return
  const what = field === 'email' ? 'e-mail address' : field
  const message = `You need your current password to change your own ${what}: use your profile or POST /auth/${field}.`
  throw new Problem('FIELD_NOT_PERMITTED', { message, details: [{ field, message }] })
}

/** Two administrators who shut each other out at the same moment must take turns. */
export const lockAdministrators = async ({ records }: Context): Promise<void> => {
  const admin = await records.find(roles, { name: ADMIN })
  if (admin) await records.lock(roles, admin.id)
}

/** An administrator who can sign in. */
const isAdministrator = ({ role, isActive, type, passwordHash }: User) =>
  role === ADMIN && isActive && type === 'user' && passwordHash !== null

export async function refuseLastAdministrator({ records }: Context, before: User, after?: User): Promise<void> {
  if (!isAdministrator(before) || (after && isAdministrator(after))) return
  const conditions = [
    { path: 'role', operator: 'eq' as const, values: [ADMIN] },
    { path: 'isActive', operator: 'eq' as const, values: [true] },
    { path: 'type', operator: 'eq' as const, values: ['user'] },
    { path: 'passwordHash', operator: 'ne' as const, values: [null] },
    { path: 'id', operator: 'ne' as const, values: [before.id] },
  ]
  const { records: others } = await records.list(users, plainList(conditions, { perPage: 1 }))
  if (others.length > 0) return
  throw new Problem('DOCUMENT_LOCKED', {
    message:
      'This is the last administrator who can sign in. Give another active user the role "admin" and a password first.',
  })
}

/** A user who has done something stays known: the audit log and documents name them. */
export async function refuseKnown({ records }: Context, { id }: User): Promise<void> {
  if (!(await records.find(auditLog, { actor: id }))) return
  throw new Problem('RESOURCE_IN_USE', {
    message: 'This user cannot be deleted because the audit log names them. Set isActive to false instead.',
  })
}
