import type { Field } from '../../src/model/fields.ts'
import { type Right, SCOPES, type Scope } from '../../src/model/rights.ts'
import { ALL, OWN } from '../support/fixture.ts'
import { businessNames, fixtures } from '../support/fixtures.ts'
import type { Route } from '../support/product.ts'

/** What each role is promised of the business is written beside its resources: `rights` of each fixture. */
const ofBusiness = (role: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...fixtures].map(([name, { rights }]) => [name, role === 'admin' ? ALL : ((rights as Letters)[role] ?? '')]),
  )
type Letters = Readonly<Record<string, string>>

/** The same of running the service. */
const ofService: Readonly<Record<string, Letters>> = {
  admin: {
    imports: ALL,
    users: ALL,
    roles: ALL,
    'api-keys': ALL,
    'oauth-clients': ALL,
    'audit-log': ALL,
    messages: ALL,
    webhooks: ALL,
    'webhook-deliveries': ALL,
  },
  manager: { imports: OWN, users: 'r', 'audit-log': 'r' },
  sales: { imports: OWN },
  accountant: { imports: OWN },
  warehouse: { imports: OWN },
  viewer: { imports: OWN },
}

/** What each role is promised, by resource. Written down by hand and from nothing else: the program is held against it. */
export const promised: Readonly<Record<string, Letters>> = Object.fromEntries(
  Object.entries(ofService).map(([role, letters]) => [role, { ...ofBusiness(role), ...letters }]),
)
export const roleNames = Object.keys(promised)

export const letters: Readonly<Record<Right, string>> = {
  read: 'r',
  create: 'c',
  update: 'u',
  delete: 'd',
  submit: 's',
  cancel: 'x',
  override: 'o',
  export: 'e',
  manage: 'm',
}

const ADMINISTRATION = [
  ...['users', 'roles', 'api-keys', 'oauth-clients', 'audit-log', 'settings', 'messages'],
  ...['webhooks', 'webhook-deliveries'],
]

/** What each route asks of a role, by the name of its action. Whatever is not named here fails the test. */
const needed: Readonly<Record<string, string>> = {
  list: 'r',
  read: 'r',
  'read-by-key': 'r',
  upsert: 'cu', // either, to be let in: which of them is needed depends on whether the record exists
  history: 'r',
  pdf: 'r',
  'letterhead-preview': 'r',
  'get-logo': 'r',
  'set-logo': 'u',
  'remove-logo': 'u',
  create: 'c',
  'create-from-order': 'c',
  'create-from-quotation': 'c',
  'convert-to-order': 's', // and the right to create orders
  duplicate: 'c',
  rotate: 'c',
  'invite-new': 'c',
  invite: 'c',
  run: 'c',
  upload: 'c',
  cancel: 'c',
  template: 'c',
  'failed-rows': 'r',
  update: 'u',
  'create-from-invoice': 'c',
  refund: 'u',
  unrefund: 'u',
  allocate: 'u',
  unallocate: 'u',
  'rotate-secret': 'u',
  'send-test': 'u',
  replay: 'u',
  retry: 'u',
  'list-deliveries': 'r',
  'reset-two-factor': 'u',
  'password-link': 'u',
  delete: 'd',
  export: 'e',
  'fill-demo': 'u',
  bulk: 'r', // and the right to do one of the actions to a single record
  similar: 'r',
  correct: 'x', // and the right to create, in the transaction
  'get-numbering': 'r',
  'set-next-number': 'u',
  status: 'sx', // either: which of them depends on where the record goes
}

/** No right is needed for these: what the role may not read is left out, or the user's own things are concerned. */
const withoutRight: readonly string[] = [
  'auth.login',
  'auth.refresh',
  'auth.forgot-password',
  'auth.look-up-password-link', // needs the token of the link
  'auth.redeem-password-link',
  'auth.me',
  'auth.logout',
  'auth.change-password',
  'auth.change-email', // and the right to update users
  'auth.list-sessions',
  'auth.end-other-sessions',
  'auth.end-session',
  'auth.list-connected-apps',
  'auth.disconnect-app',
  'auth.list-own-keys',
  'auth.revoke-own-key',
  'auth.list-own-webhooks',
  'auth.delete-own-webhook',
  'auth.list-security-events',
  'auth.read-two-factor',
  'auth.begin-totp',
  'auth.confirm-totp',
  'auth.remove-totp',
  'auth.begin-passkey',
  'auth.add-passkey',
  'auth.remove-passkey',
  'auth.renew-recovery-codes',
  'auth.reauthenticate',
  'auth.begin-reauthentication',
  'batch.run', // each operation needs the rights of its own request
  'resources.list-resources',
  'resources.get-resource',
  'usage.get-usage',
]

/** The column of session-only actions: only a signed-in person may do these, an API key or an app may not. */
export const inPerson: readonly string[] = [
  'auth.logout',
  'auth.change-password',
  'auth.change-email',
  'auth.list-sessions',
  'auth.end-other-sessions',
  'auth.end-session',
  'auth.list-connected-apps',
  'auth.disconnect-app',
  'auth.list-own-keys',
  'auth.revoke-own-key',
  'auth.list-own-webhooks',
  'auth.delete-own-webhook',
  'auth.list-security-events',
  'auth.read-two-factor',
  'auth.begin-totp',
  'auth.confirm-totp',
  'auth.remove-totp',
  'auth.begin-passkey',
  'auth.add-passkey',
  'auth.remove-passkey',
  'auth.renew-recovery-codes',
  'auth.reauthenticate',
  'auth.begin-reauthentication',
  'users.create',
  'users.invite-new',
  'users.invite',
  'users.password-link',
  'users.reset-two-factor',
  'roles.create',
  'roles.update',
  'roles.upsert',
  'roles.delete',
  'api-keys.create',
  'api-keys.update',
  'api-keys.rotate',
  'oauth-clients.create',
  'oauth-clients.update',
  'oauth-clients.rotate-secret',
]

/** The same for single fields of a resource that an API key or an app may otherwise change. */
export const fieldsInPerson: Readonly<Record<string, readonly string[]>> = {
  users: ['email', 'role', 'type', 'password'],
}

/** The column of what else is needed: one of these rights on one of these resources, which the body names. */
const alsoNeeded: Readonly<Record<string, { readonly of: readonly string[]; readonly rights: string }>> = {
  'imports.create': { of: businessNames, rights: 'cu' },
  'imports.upload': { of: businessNames, rights: 'cu' },
  'imports.run': { of: businessNames, rights: 'cu' },
  'quotations.convert-to-order': { of: ['sales-orders'], rights: 'c' },
  'webhooks.list-deliveries': { of: ['webhook-deliveries'], rights: 'r' },
}

/** `users.create` */
export const nameOf = ({ entry: { resource, path }, action }: Route): string =>
  `${path ?? resource.name}.${action.name}`

export type Verdict = 'allowed' | 'FORBIDDEN' | `INSUFFICIENT_SCOPE ${Scope}`

/** What must become of a request, as the documentation says it. */
export function expected(route: Route, role: string, scopes: readonly Scope[], isPerson: boolean): Verdict {
  const { resource } = route.entry
  const { name, method } = route.action
  const isClosed = inPerson.includes(nameOf(route)) && !isPerson
  if (withoutRight.includes(nameOf(route))) return isClosed ? 'FORBIDDEN' : 'allowed'
  const scope = scopeFor(resource.name, method)
  // What the role may read is found, or added up; the rest is left out.
  const isForAll = ['search', 'reports', 'events'].includes(resource.name)
  if (!scopes.includes(scope)) return `INSUFFICIENT_SCOPE ${scope}`
  if (isForAll) return 'allowed'
  if (isClosed) return 'FORBIDDEN'
  const rights = needed[name]
  if (!rights) throw new Error(`The matrix does not say who may ${name} ${resource.name}.`)
  const has = (some: string, of: string) => [...some].some((letter) => promised[role]![of]?.includes(letter))
  const also = alsoNeeded[nameOf(route)]
  const isAllowed = has(rights, resource.name) && (!also || also.of.some((of) => has(also.rights, of)))
  if (name !== 'bulk') return isAllowed ? 'allowed' : 'FORBIDDEN'
  const singles = singlesOf(route).map((single) => expected(single, role, scopes, isPerson))
  if (!isAllowed) return 'FORBIDDEN'
  return (
    singles.find((verdict) => verdict === 'allowed') ??
    singles.find((verdict) => verdict === 'FORBIDDEN') ??
    singles[0]!
  )
}

/** What a bulk action does to each record. */
function singlesOf({ action, ...place }: Route): Route[] {
  const names = (action.input.action as Field).options.choices!
  return place.entry.actions.filter(({ name }) => names.includes(name)).map((single) => ({ ...place, action: single }))
}

function scopeFor(resource: string, method: string): Scope {
  if (ADMINISTRATION.includes(resource)) return 'admin'
  return method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : 'write'
}

/** What credentials are limited to in the tests. */
export const scopeSets: readonly (readonly Scope[])[] = [
  [],
  ...SCOPES.map((scope) => [scope]),
  ['read', 'write'],
  SCOPES,
]
