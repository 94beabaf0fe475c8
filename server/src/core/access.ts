import type { Resource } from '../model/resource.ts'
import {
  type Narrowing,
  type Permission,
  type Permissions,
  RIGHTS,
  type Right,
  SCOPES,
  type Scope,
} from '../model/rights.ts'
import { Problem } from './problem.ts'

/** Who is asking, with what credential, and under which rights. Plain data, so that it can cross threads. */
export interface Actor {
  readonly userId: string | null
  readonly name: string | null
  readonly role: string
  readonly scopes: readonly Scope[]
  /** Where the credential is good for some resources only: its scopes on each of them. */
  readonly narrowedTo?: Narrowing
  readonly permissions: Permissions
  readonly credential: Credential | null
  readonly userAgent: string | null
  readonly address: string
  readonly requestId: string
}

/** What the caller proved himself with: the session of a sign-in, an API key, or an app that acts for its user. */
export interface Credential {
  readonly kind: 'session' | 'key' | 'app'
  readonly id: string
  /** A session that was begun in the web interface. */
  readonly isWeb?: true
}

/**
 * The actor with the rights of this moment, for work that goes on after its request was admitted. Throws the 401 or 403 that a
 * new request with the same credential would be answered with.
 */
export type CurrentActor = (actor: Actor) => Promise<Actor>

const NOTHING: Permission = { can: [] }
const EVERYTHING: Permission = { can: RIGHTS }
/** What everybody may do with what belongs to himself. */
const HIS_OWN: Permission = { can: ['read', 'create', 'update', 'delete'], own: true }

/** The service acting for itself: first start, demo data, housekeeping. */
export const serviceActor: Actor = {
  userId: null,
  name: null,
  role: 'service',
  scopes: SCOPES,
  permissions: { '*': EVERYTHING },
  credential: null,
  userAgent: null,
  address: '',
  requestId: 'service',
}

export function permissionOn(permissions: Permissions, resource: Resource): Permission {
  const named = permissions[resource.name]
  if (named) return named
  const all = permissions['*'] ?? NOTHING
  if (resource.personal && !all.can.includes('manage')) return HIS_OWN
  return resource.administrative && !all.can.includes('manage') ? NOTHING : all
}

/** What access control looks at in an action. */
export interface Guarded {
  readonly method: string
  /** The right that a role needs; or anyone with a credential; or only he himself, signed in; or anyone at all. */
  readonly access: Right | 'signed-in' | 'session' | 'public'
  /** Where it does not follow from the resource and the method. */
  readonly scope?: Scope
}

export const isRight = (access: Guarded['access']): access is Right => (RIGHTS as readonly string[]).includes(access)

/** The scope that a credential needs for an action; undefined where signing in is enough. */
export function scopeOf(resource: Resource, { access, method, scope }: Guarded): Scope | undefined {
  if (scope) return scope
  if (!isRight(access)) return undefined
  if (resource.administrative) return 'admin'
  if (method === 'GET') return 'read'
  return method === 'DELETE' ? 'delete' : 'write'
}

/** What a credential may do with a resource, as far as its scopes go. */
export const scopesOn = ({ scopes, narrowedTo }: Actor, { name }: Resource): readonly Scope[] =>
  narrowedTo ? scopes.filter((scope) => narrowedTo[name]?.includes(scope)) : scopes

/** The one place that decides whether an action may run. Returns the rule under which it does. */
export function authorise(actor: Actor, resource: Resource, action: Guarded): Permission {
  const scope = scopeOf(resource, action)
  const carried = action.scope ? actor.scopes : scopesOn(actor, resource)
  if (scope && !carried.includes(scope)) {
    throw new Problem('INSUFFICIENT_SCOPE', {
      message: `This needs the scope "${scope}", which the credential does not carry for ${resource.name}.`,
      details: [{ field: 'scope', message: scope }],
    })
  }
  const { access } = action
  if (access === 'session' && actor.credential?.kind !== 'session') {
    throw new Problem('FORBIDDEN', { message: 'Only a person who is signed in may do this, not an API key or an app.' })
  }
  if (!isRight(access)) return EVERYTHING
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
