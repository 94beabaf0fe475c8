import { type Actor, covers, permissionOn } from '../core/access.ts'
import { Problem } from '../core/problem.ts'
import { type Message, msg, recordsName } from '../model/message.ts'
import { type Resource, resourceNamed } from '../model/resource.ts'
import type { Permission, Permissions, Right, Scope } from '../model/rights.ts'

/** The first resource on which some permissions allow more than others do. */
export function exceedingAt(
  permissions: Permissions,
  limit: Permissions,
  resources: readonly Resource[],
): string | undefined {
  const isMore = (resource: Resource) => exceeds(permissionOn(permissions, resource), permissionOn(limit, resource))
  return resources.find(isMore)?.name
}

function exceeds(given: Permission, limit: Permission): boolean {
  if (given.can.length === 0) return false
  const closed = [...(given.readOnly ?? []), ...(given.hidden ?? [])]
  return (
    !given.can.every((right) => limit.can.includes(right)) ||
    (limit.own === true && !given.own) ||
    !(limit.hidden ?? []).every((path) => covers(given.hidden, path)) ||
    !(limit.readOnly ?? []).every((path) => covers(closed, path))
  )
}

/** A user can neither hand out nor take over more rights than those of their own role. */
export function exceedingRefusal(
  permissions: Permissions,
  limit: Permissions,
  resources: readonly Resource[],
  what: Message,
): Problem | undefined {
  const name = exceedingAt(permissions, limit, resources)
  if (!name) return undefined
  return new Problem('FORBIDDEN', {
    text: msg`${what} may do more with ${recordsName({ name })} than your own role may.`,
  })
}

/** Those scopes of a credential that its user has some use for: a role may allow less than the credential does. */
export function usefulScopes({ scopes, permissions }: Actor): Scope[] {
  const useful = new Set<Scope>()
  for (const [name, { can }] of Object.entries(permissions)) {
    if (can.length > 0 && (can.includes('manage') || resourceNamed(name)?.administrative)) useful.add('admin')
    if (resourceNamed(name)?.administrative) continue
    for (const right of can) useful.add(SCOPE_OF[right])
  }
  return scopes.filter((scope) => useful.has(scope))
}

/** For records of the business. */
const SCOPE_OF: Readonly<Record<Right, Scope>> = {
  read: 'read',
  export: 'read',
  create: 'write',
  update: 'write',
  submit: 'write',
  cancel: 'write',
  override: 'write',
  delete: 'delete',
  manage: 'admin',
}
