import { onceFor } from '../model/memo.ts'
import {
  eitherOf,
  type Language,
  type Message,
  type MessageValue,
  msg,
  recordName,
  recordsName,
  rightName,
  verbatim,
} from '../model/message.ts'
import { type Resource, resourceNamed } from '../model/resource.ts'
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
import { hiddenByReveals, overlaps, type Sight } from './reply/revealed.ts'

/** The actor of a request: user, credential and rights. Plain data, so that it can cross threads. */
export interface Actor {
  readonly userId: string | null
  readonly name: string | null
  readonly role: string
  readonly scopes: readonly Scope[]
  /** Where the credential is good for some resources only: its scopes on each of them. */
  readonly narrowedTo?: Narrowing
  readonly permissions: Permissions
  readonly credential: Credential | null
  /** In a session: the user has entered the password, or used a passkey, within the last minutes. */
  readonly isProven?: true
  /** The role requires a second factor, and the time to set one up is over. */
  readonly mustSetUp?: true
  readonly userAgent: string | null
  /** The way in, where it is not the API; the audit log tells it. */
  readonly via?: 'mcp'
  /** Of the messages in the answer. */
  readonly language: Language
  readonly address: string
  readonly requestId: string
  /** Made by the server for this request alone; a client may have chosen the other one. Null for the service itself. */
  readonly serverRequestId: string | null
}

/** The credential of the caller: the session of a sign-in, an API key, or an app that acts for its user. */
export interface Credential {
  readonly kind: 'session' | 'key' | 'app'
  readonly id: string
  /** A session that was begun in the web interface. */
  readonly isWeb?: true
  /** What an app may learn of its user, by the scopes of OpenID Connect. */
  readonly identity?: readonly string[]
}

/**
 * The actor with the rights of this moment, for work that goes on after its request was admitted. Throws the 401 or 403 that a
 * new request with the same credential would be answered with.
 */
export type CurrentActor = (actor: Actor) => Promise<Actor>

const NOTHING: Permission = { can: [] }
const EVERYTHING: Permission = { can: RIGHTS }
/** The rights of every user on their own personal records. */
const OWN_RECORDS: Permission = { can: ['read', 'create', 'update', 'delete'], own: true }

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
  serverRequestId: null,
  language: 'en',
}

/** Whether a person acts in a session of their own, or the service for itself; not through an API key or app. */
export const isInPerson = ({ credential, userId }: Actor): boolean =>
  credential ? credential.kind === 'session' : userId === null

export function permissionOn(permissions: Permissions, resource: Resource): Permission {
  const named = permissions[resource.name]
  if (named) return named
  const all = permissions['*'] ?? NOTHING
  if (resource.personal && !all.can.includes('manage')) return OWN_RECORDS
  return resource.administrative && !all.can.includes('manage') ? NOTHING : all
}

/**
 * What an actor may do with a resource: what the role allows, without the fields that the kind of credential closes, and
 * without those that would reveal what the actor may not read elsewhere.
 */
export function permissionFor(actor: Actor, resource: Resource): Permission {
  const permission = permissionOn(actor.permissions, resource)
  const { sessionOnlyFields: sessionOnly } = resource
  const revealing = revealingFor(actor, resource)
  const isClosed = sessionOnly && !isInPerson(actor)
  if (revealing.length === 0 && !isClosed) return permission
  return {
    ...permission,
    ...(revealing.length > 0 && { hidden: [...(permission.hidden ?? []), ...revealing] }),
    ...(isClosed && { readOnly: [...(permission.readOnly ?? []), ...sessionOnly], sessionOnly }),
  }
}

/** What follows from a role and the scopes is found out once for each resource. */
function revealingFor(actor: Actor, resource: Resource): readonly string[] {
  const find = () => hiddenByReveals(resource, (other) => sightOf(actor, other))
  if (actor.narrowedTo) return find()
  return revealingUnder(actor.permissions)(actor.scopes).getOrInsertComputed(resource, find)
}

const revealingUnder = onceFor((_: Permissions) =>
  onceFor((_: readonly Scope[]) => new Map<Resource, readonly string[]>()),
)

function sightOf(actor: Actor, resource: Resource): Sight {
  const { own = false, hidden = [] } = permissionOn(actor.permissions, resource)
  return { canRead: mayRead(actor, resource), own, hidden }
}

const READ = { method: 'GET', access: 'read' } as const

/** Whether role and credential allow to read records of a resource; all of them, or the actor's own. */
export const mayRead = (actor: Actor, resource: Resource): boolean =>
  permissionOn(actor.permissions, resource).can.includes('read') &&
  scopesOn(actor, resource).includes(scopeOf(resource, READ)!)

/** Whether the actor may read this record. */
export const maySee = (actor: Actor, resource: Resource, record: { readonly createdBy: string | null }): boolean =>
  mayRead(actor, resource) && (!permissionOn(actor.permissions, resource).own || record.createdBy === actor.userId)

/**
 * Whether an actor may know what stands at a path such as `projects.budget`. An own rule counts as not reading, but for the
 * resource that the request is about: it would have been refused.
 */
export function mayKnow(actor: Actor, path: string, asked?: Resource): boolean {
  const [name = '', ...rest] = path.split('.')
  const resource = resourceNamed(name)
  if (!resource || !mayRead(actor, resource)) return false
  const { own, hidden = [] } = permissionFor(actor, resource)
  if (own && resource.name !== asked?.name) return false
  const field = rest.join('.')
  return field === '' || !hidden.some((closed) => overlaps(closed, field))
}

/** An action on records of another resource. */
export interface FurtherAction {
  readonly resource: Resource
  readonly action: Guarded
}

/** What access control looks at in an action. */
export interface Guarded {
  readonly method: string
  /** The right that a role needs; or any user, with any credential; or no credential at all. */
  readonly access: Right | 'signed-in' | 'public'
  /** Another right that lets the request in; the action itself asks for the one that it turns out to need. */
  readonly orAccess?: Right
  /** Only a signed-in person may do it: an API key or app could outlast or widen itself by it. */
  readonly sessionOnly?: true
  /** In a session, the user must have proven their identity within the last minutes: it could be an open browser. */
  readonly needsProof?: true
  /** Allowed to a user who must set up a second factor before anything else. */
  readonly duringSetUp?: true
  /** Where it does not follow from the resource and the method. */
  readonly scope?: Scope
  /** What it does to records of other resources, which its body names: the actor must be allowed one of these at least. */
  readonly anyOf?: readonly FurtherAction[]
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
  const permission = allowedBy(actor, resource, action)
  if (action.needsProof) refuseUnproven(actor)
  return permission
}

/** In a session, the user must have proven their identity within the last minutes. */
export function refuseUnproven({ credential, isProven }: Actor): void {
  if (credential?.kind === 'session' && !isProven) throw new Problem('REAUTHENTICATION_REQUIRED')
}

/** What the role and the credential allow, whether or not the user has to confirm it first. */
function allowedBy(actor: Actor, resource: Resource, action: Guarded): Permission {
  if (actor.mustSetUp && !action.duringSetUp && action.access !== 'public')
    throw new Problem('SECOND_FACTOR_SETUP_REQUIRED')
  const scope = scopeOf(resource, action)
  const carried = action.scope ? actor.scopes : scopesOn(actor, resource)
  if (scope && !carried.includes(scope)) {
    throw new Problem('INSUFFICIENT_SCOPE', {
      text: msg`This needs the scope "${scope}", which the credential does not carry for ${recordsName(resource)}.`,
      details: [{ field: 'scope', message: verbatim(scope) }],
    })
  }
  const { access } = action
  if (action.sessionOnly && !isInPerson(actor)) {
    const text = isRight(access)
      ? msg`Only a signed-in person can ${rightName(access)} ${recordsName(resource)}; an API key or app cannot.`
      : msg`Only a signed-in person can do this; an API key or app cannot.`
    throw new Problem('FORBIDDEN', { text })
  }
  if (!isRight(access)) return EVERYTHING
  const permission = permissionFor(actor, resource)
  const enough = action.orAccess ? [access, action.orAccess] : [access]
  if (!enough.some((right) => permission.can.includes(right)))
    throw forbidden(actor, eitherOf(enough.map(rightName)), recordsName(resource))
  const { anyOf } = action
  if (!anyOf) return permission
  const refusals = anyOf.flatMap((one) => refusedAccess(actor, one.resource, one.action) ?? [])
  if (refusals.length < anyOf.length) return permission
  const isSessionOnly = anyOf.every((one) => one.action.sessionOnly) && !isInPerson(actor)
  // A further scope would not help where the role allows none of them.
  if (isSessionOnly || refusals.every(({ code }) => code === 'INSUFFICIENT_SCOPE')) throw refusals[0]!
  const rights = eitherOf([...new Set(anyOf.map((one) => one.action.access))].map(rightName))
  const names = eitherOf([...new Set(anyOf.map((one) => one.resource))].map(recordsName))
  throw forbidden(actor, rights, names)
}

const forbidden = ({ role }: Actor, right: MessageValue, what: MessageValue) =>
  new Problem('FORBIDDEN', { text: msg`The role "${role}" may not ${right} ${what}.` })

/** Why an action may not run; undefined if it may, perhaps after the user has confirmed it. */
export function refusedAccess(actor: Actor, resource: Resource, action: Guarded): Problem | undefined {
  try {
    allowedBy(actor, resource, action)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** A personal record that its owner shows to others. */
export const notYours = (resource: Resource): Problem =>
  new Problem('FORBIDDEN', {
    text: msg`This ${recordName(resource)} belongs to another user: you can see it, but not change it.`,
  })

/** A path is covered by itself and by the group or the lines that it belongs to. */
export const covers = (paths: readonly string[] | undefined, path: string): boolean =>
  paths?.some((covered) => path === covered || path.startsWith(`${covered}.`)) ?? false

export function refuseHidden(permission: Permission, paths: Iterable<string>): void {
  for (const path of paths) {
    if (covers(permission.hidden, path)) throw fieldRefusal(path, 'see')
  }
}

export function fieldRefusal(path: string, verb: 'see' | 'change', permission?: Permission): Problem {
  const isSessionOnly = verb === 'change' && covers(permission?.sessionOnly, path)
  const because = (field: Message) => {
    if (isSessionOnly) return msg`Only a signed-in person can change ${field}; an API key or app cannot.`
    return verb === 'see' ? msg`Your role may not see ${field}.` : msg`Your role may not change ${field}.`
  }
  const details = [{ field: path, message: because(msg`this field`) }]
  return new Problem('FIELD_NOT_PERMITTED', { text: because(msg`the field "${path}"`), details })
}
