import type { Resource } from '../model/resource.ts'
import { Problem } from './problem.ts'

export const SCOPES = ['read', 'write', 'delete', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** What a role may be allowed to do with a resource. */
export const RIGHTS = [
  'read',
  'create',
  'update',
  'delete',
  'submit',
  'cancel',
  'override',
  'export',
  'manage',
] as const
export type Right = (typeof RIGHTS)[number]

/** What one role may do with one resource. Field names are paths: `costPrice`, `items.rate`. */
export interface Permission {
  readonly can: readonly Right[]
  /** Only records that the user created himself. */
  readonly own?: true
  readonly hidden?: readonly string[]
  readonly readOnly?: readonly string[]
}

/** A role's permissions by resource; `*` is every resource of the business that is not named. */
export type Permissions = { readonly [resource: string]: Permission }

/** Who is asking, with what credential, and under which rights. Plain data, so that it can cross threads. */
export interface Actor {
  readonly userId: string | null
  readonly role: string
  readonly scopes: readonly Scope[]
  readonly permissions: Permissions
  readonly sessionId: string | null
  readonly userAgent: string | null
  readonly address: string
  readonly requestId: string
}

const NOTHING: Permission = { can: [] }
const EVERYTHING: Permission = { can: RIGHTS }

/** The service acting for itself: first start, demo data, housekeeping. */
export const serviceActor: Actor = {
  userId: null,
  role: 'service',
  scopes: SCOPES,
  permissions: { '*': EVERYTHING },
  sessionId: null,
  userAgent: null,
  address: '',
  requestId: 'service',
}

export function permissionOn(permissions: Permissions, resource: Resource): Permission {
  const named = permissions[resource.name]
  if (named) return named
  const all = permissions['*'] ?? NOTHING
  return resource.administrative && !all.can.includes('manage') ? NOTHING : all
}

/** What access control looks at in an action. */
export interface Guarded {
  readonly method: string
  /** The right that a role needs; or anyone who is signed in; or anyone at all. */
  readonly access: Right | 'signed-in' | 'public'
}

/** The scope that a credential needs for an action; undefined where signing in is enough. */
export function scopeOf(resource: Resource, { access, method }: Guarded): Scope | undefined {
  if (access === 'public' || access === 'signed-in') return undefined
  if (resource.administrative) return 'admin'
  if (method === 'GET') return 'read'
  return method === 'DELETE' ? 'delete' : 'write'
}

/** The one place that decides whether an action may run. Returns the rule under which it does. */
export function authorise(actor: Actor, resource: Resource, action: Guarded): Permission {
  const scope = scopeOf(resource, action)
  if (scope && !actor.scopes.includes(scope)) {
    throw new Problem('INSUFFICIENT_SCOPE', {
      message: `This needs the scope "${scope}", which the credential does not carry.`,
      details: [{ field: 'scope', message: scope }],
    })
  }
  const { access } = action
  if (access === 'public' || access === 'signed-in') return EVERYTHING
  const permission = permissionOn(actor.permissions, resource)
  if (permission.can.includes(access)) return permission
  throw new Problem('FORBIDDEN', { message: `The role "${actor.role}" may not ${access} ${resource.name}.` })
}

/** A path is covered by itself and by the group or the lines that it belongs to. */
export const covers = (paths: readonly string[] | undefined, path: string): boolean =>
  paths?.some((covered) => path === covered || path.startsWith(`${covered}.`)) ?? false

export function refuseHidden(permission: Permission, paths: Iterable<string>): void {
  for (const path of paths) {
    if (covers(permission.hidden, path)) throw fieldRefusal(path, 'see')
  }
}

export const fieldRefusal = (path: string, verb: 'see' | 'change') =>
  new Problem('FIELD_NOT_PERMITTED', {
    message: `Your role may not ${verb} the field "${path}".`,
    details: [{ field: path, message: `Your role may not ${verb} this field.` }],
  })
