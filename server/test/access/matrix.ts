import type { Right, Scope } from '../../src/model/rights.ts'
import type { Route } from '../support/product.ts'

/**
 * What each role is promised, by resource: r read, c create, u update, d delete, s submit, x cancel, o override,
 * e export, m manage. Written down by hand and from nothing else: the program is held against it.
 */
const ALL = 'rcudsxoem'
const BUSINESS = 'rcudsxoe'
/** The user's own records, whatever the role. */
const OWN = 'rcud'
export const promised: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  admin: {
    items: ALL,
    customers: ALL,
    'sales-orders': ALL,
    invoices: ALL,
    payments: ALL,
    deliveries: ALL,
    'stock-movements': ALL,
    settings: ALL,
    views: ALL,
    imports: ALL,
    users: ALL,
    roles: ALL,
    'api-keys': ALL,
    'oauth-clients': ALL,
    'audit-log': ALL,
    messages: ALL,
  },
  manager: {
    items: BUSINESS,
    customers: BUSINESS,
    'sales-orders': BUSINESS,
    invoices: BUSINESS,
    payments: BUSINESS,
    deliveries: BUSINESS,
    'stock-movements': BUSINESS,
    views: OWN,
    imports: OWN,
    users: 'r',
    'audit-log': 'r',
  },
  sales: {
    items: 'r',
    customers: 'rcue',
    'sales-orders': 'rcusx',
    invoices: 'r',
    payments: 'r',
    deliveries: 'r',
    views: OWN,
    imports: OWN,
  },
  accountant: {
    items: 'r',
    customers: 'rue',
    'sales-orders': 'r',
    invoices: 'rcusxe',
    payments: 'rcude',
    deliveries: 'r',
    'stock-movements': 'r',
    views: OWN,
    imports: OWN,
  },
  warehouse: {
    items: 'ru',
    'sales-orders': 'r',
    deliveries: 'rcud',
    'stock-movements': 'rc',
    views: OWN,
    imports: OWN,
  },
  viewer: {
    items: 'r',
    customers: 'r',
    'sales-orders': 'r',
    invoices: 'r',
    payments: 'r',
    deliveries: 'r',
    'stock-movements': 'r',
    views: OWN,
    imports: OWN,
  },
}
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

const ADMINISTRATION = ['users', 'roles', 'api-keys', 'oauth-clients', 'audit-log', 'settings', 'messages']

/** What each route asks of a role, by the name of its action. Whatever is not named here fails the test. */
const needed: Readonly<Record<string, string>> = {
  list: 'r',
  read: 'r',
  history: 'r',
  pdf: 'r',
  create: 'c',
  'create-from-order': 'c',
  rotate: 'c',
  'invite-new': 'c',
  invite: 'c',
  run: 'c',
  cancel: 'c',
  template: 'c',
  'failed-rows': 'r',
  update: 'u',
  'rotate-secret': 'u',
  'reset-two-factor': 'u',
  'password-link': 'u',
  delete: 'd',
  export: 'e',
  'fill-demo': 'u',
  bulk: 'r', // and the right to do it, once it is known what is to be done
  status: 'sx', // either: which of them depends on where the record goes
}

/** No right is needed for these. `anyone` needs no credential; `person` is no key and no app. */
const open: Readonly<Record<string, 'anyone' | 'caller' | 'person'>> = {
  login: 'anyone',
  refresh: 'anyone',
  'forgot-password': 'anyone',
  'look-up-password-link': 'anyone', // needs the token of the link
  'redeem-password-link': 'anyone',
  me: 'caller',
  'list-resources': 'caller', // the resources that the caller may read
  'get-resource': 'caller',
  'get-usage': 'caller',
  logout: 'person',
  'change-password': 'person',
  'change-email': 'person', // and the right to update users
  'list-sessions': 'person',
  'end-other-sessions': 'person',
  'end-session': 'person',
  'list-connected-apps': 'person',
  'disconnect-app': 'person',
  'list-own-keys': 'person',
  'revoke-own-key': 'person',
  'list-security-events': 'person',
  'read-two-factor': 'person',
  'begin-totp': 'person',
  'confirm-totp': 'person',
  'remove-totp': 'person',
  'begin-passkey': 'person',
  'add-passkey': 'person',
  'remove-passkey': 'person',
  'renew-recovery-codes': 'person',
  reauthenticate: 'person',
  'begin-reauthentication': 'person',
}

export type Verdict = 'allowed' | 'FORBIDDEN' | `INSUFFICIENT_SCOPE ${Scope}`

/**
 * What must become of a request, as the documentation says it. Which actions only a signed-in person may do follows
 * from their declarations; a test of its own holds these against what guards access.
 */
export function expected(
  { entry: { resource, path }, action: { name, method, sessionOnly } }: Route,
  role: string,
  scopes: readonly Scope[],
  isPerson: boolean,
): Verdict {
  const who = open[name]
  if (path === 'auth' && !who) throw new Error(`The matrix does not say who may ${name}.`)
  if (who) {
    return who !== 'person' || isPerson ? 'allowed' : 'FORBIDDEN'
  }
  const scope = scopeFor(resource.name, method)
  // What the role may read is found, or added up; the rest is left out.
  const isForAll = resource.name === 'search' || resource.name === 'reports'
  if (!scopes.includes(scope)) return `INSUFFICIENT_SCOPE ${scope}`
  if (isForAll) return 'allowed'
  if (sessionOnly && !isPerson) return 'FORBIDDEN'
  const rights = needed[name]
  if (!rights) throw new Error(`The matrix does not say who may ${name} ${resource.name}.`)
  const granted = promised[role]![resource.name] ?? ''
  return [...rights].some((letter) => granted.includes(letter)) ? 'allowed' : 'FORBIDDEN'
}

function scopeFor(resource: string, method: string): Scope {
  if (ADMINISTRATION.includes(resource)) return 'admin'
  return method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : 'write'
}
