// What the declarations say, held against the matrix of promised rights.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyResource, subjectsOf } from '../../src/app/every-resource.ts'
import { accessResources } from '../../src/auth/administration.ts'
import { type Actor, authorise, permissionOn, serviceActor } from '../../src/core/access.ts'
import { type Action, type Context, writeAction } from '../../src/core/action.ts'
import { onlookerRefusal } from '../../src/core/moves.ts'
import { Problem } from '../../src/core/problem.ts'
import { inEnglish } from '../../src/model/message.ts'
import type { Right, Scope } from '../../src/model/rights.ts'
import { fixtures } from '../support/fixtures.ts'
import { everyRoute, type Route } from '../support/product.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import {
  expected,
  fieldsInPerson,
  inPerson,
  letters,
  nameOf,
  promised,
  roleNames,
  scopeSets,
  type Verdict,
} from './matrix.ts'
import { isBulk } from './matrix-requests.ts'

test('an action without declared access does not compile', () => {
  // @ts-expect-error: the access is missing.
  const action: Action = writeAction({ name: 'x', method: 'POST', path: '', summary: '', status: 204, run })
  assert.equal(action.access, undefined)
})
const run = async () => undefined

test('the shipped roles are those that are promised, and may do that and nothing else', () => {
  assert.deepEqual(shippedRoles.map(({ name }) => name).sort(), roleNames.toSorted())
  for (const { name, permissions } of shippedRoles) {
    for (const resource of subjectsOf(everyResource())) {
      const { can } = permissionOn(permissions, resource)
      const spelt = (Object.keys(letters) as Right[])
        .filter((right) => can.includes(right))
        .map((right) => letters[right])
      assert.equal(spelt.join(''), promised[name]![resource.name] ?? '', `${name} on ${resource.name}`)
    }
  }
})

test('the shipped roles are limited to own records, and kept from fields, where that is promised and nowhere else', () => {
  const limits = shippedRoles.flatMap(({ name, permissions }) =>
    Object.entries(permissions)
      .map(([resource, { can: _, ...limit }]) => [`${name} on ${resource}`, limit] as const)
      .filter(([, limit]) => Object.keys(limit).length > 0),
  )
  const promises = [...fixtures].flatMap(([resource, { limits = {} }]) =>
    Object.entries(limits).map(([role, limit]) => [`${role} on ${resource}`, limit]),
  )
  assert.deepEqual(Object.fromEntries(limits), Object.fromEntries(promises))
})

test('every route is open to exactly the roles, scopes and kinds of credential that it is promised to', () => {
  let count = 0
  for (const route of everyRoute) {
    for (const { name: role, permissions } of shippedRoles) {
      for (const scopes of scopeSets) {
        for (const kind of ['session', 'key', 'app'] as const) {
          const credential = { kind, id: 'x' }
          const proven: Actor = { ...serviceActor, userId: 'usr_1', isProven: true }
          const actor: Actor = { ...proven, role, permissions, scopes, credential }
          const promise = expected(route, role, scopes, kind === 'session')
          assert.equal(verdictOf(actor, route), promise, `${route.title} as ${role} with ${scopes} by ${kind}`)
          count++
        }
      }
    }
  }
  assert.ok(count > 5000, `${count} combinations`)
})

test('what gives access is changed, and administration exported, only in a session whose user has confirmed it; nothing else asks for that', () => {
  const credential = { kind: 'session', id: 'x' } as const
  const admin = shippedRoles.find(({ name }) => name === 'admin')!
  const actor: Actor = { ...serviceActor, userId: 'usr_1', role: 'admin', permissions: admin.permissions, credential }
  const asked = everyRoute.filter((route) => refusalOf(actor, route) === 'REAUTHENTICATION_REQUIRED')
  assert.deepEqual(asked.map(({ title }) => title).sort(), [
    'DELETE /auth/two-factor/passkeys/:id',
    'DELETE /roles/:id',
    'DELETE /users/:id',
    'GET /api-keys/export',
    'GET /audit-log/export',
    'GET /messages/export',
    'GET /oauth-clients/export',
    'GET /roles/export',
    'GET /users/export',
    'POST /api-keys',
    'POST /api-keys/:id/rotate',
    'POST /auth/two-factor/passkeys',
    'POST /auth/two-factor/passkeys/options',
    'POST /auth/two-factor/recovery-codes',
    'POST /oauth-clients',
    'POST /oauth-clients/:id/rotate-secret',
    'POST /roles',
    'POST /users',
    'POST /users/:id/invite',
    'POST /users/:id/password-link',
    'POST /users/:id/reset-two-factor',
    'POST /users/invitations',
    'POST /webhooks',
    'POST /webhooks/:id/rotate-secret',
    'PUT /api-keys/:id',
    'PUT /oauth-clients/:id',
    'PUT /roles/:id',
    'PUT /roles/by/:field/:value',
    'PUT /users/:id',
    'PUT /users/by/:field/:value',
    'PUT /webhooks/:id',
  ])
  for (const route of everyRoute) assert.equal(refusalOf({ ...actor, isProven: true }, route), undefined, route.title)
})

test('a user who must set up a second factor may do nothing but that, look at the own sign-in, and leave', () => {
  const credential = { kind: 'session', id: 'x' } as const
  const { permissions } = shippedRoles.find(({ name }) => name === 'admin')!
  const actor: Actor = { ...serviceActor, userId: 'usr_1', role: 'admin', permissions, credential, mustSetUp: true }
  for (const route of everyRoute) {
    const isOpen =
      route.entry.path === 'auth' && !/(app|apps|own-key|own-keys|own-webhook|own-webhooks)$/.test(route.action.name)
    const refusal = refusalOf({ ...actor, isProven: true }, route)
    assert.equal(refusal, isOpen ? undefined : 'SECOND_FACTOR_SETUP_REQUIRED', route.title)
  }
})

const refusalOf = (actor: Actor, { entry, action }: Route) => {
  try {
    authorise(actor, entry.resource, action)
    return undefined
  } catch (error) {
    return (error as Problem).code
  }
}

test('exactly the actions and fields of the column are declared to be for a signed-in person only', () => {
  const declared = everyRoute.filter(({ action }) => action.sessionOnly).map(nameOf)
  assert.deepEqual(declared.sort(), inPerson.toSorted())
  const fields = everyResource().flatMap(({ name, sessionOnlyFields }) =>
    sessionOnlyFields ? [[name, sessionOnlyFields]] : [],
  )
  assert.deepEqual(Object.fromEntries(fields), fieldsInPerson)
  for (const { name, fields: known, sessionOnlyFields = [] } of everyResource())
    for (const field of sessionOnlyFields) assert.ok(known[field], `${name} has no field ${field}`)
})

test('whatever gives access is created and changed by a signed-in person only, or closes the fields that give it', () => {
  const givesAccess = new Set(accessResources.filter(({ internal }) => !internal).map(({ name }) => name))
  const giving = everyRoute.filter(
    // Taking access away needs no person, and a bulk action does nothing but what other actions do.
    ({ entry, action }) => givesAccess.has(entry.resource.name) && WRITES.includes(action.method) && !isBulk(action),
  )
  assert.ok(giving.length > 5)
  for (const route of giving) {
    const closesFields = route.action.mode === 'update' && route.entry.resource.name in fieldsInPerson
    assert.ok(route.action.sessionOnly || closesFields, route.title)
  }
})

const WRITES: readonly string[] = ['POST', 'PUT']

function verdictOf(actor: Actor, { entry, action }: Route): Verdict {
  try {
    const permission = authorise(actor, entry.resource, action)
    const isMove = action.name === 'status'
    // Which right a move needs depends on the status; a role without any of them is refused at once.
    const onlooker =
      isMove && onlookerRefusal({ actor, permission } as Context, entry.resource, entry.rules!.lifecycle!)
    if (onlooker) throw onlooker
    return 'allowed'
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.code === 'INSUFFICIENT_SCOPE'
      ? `INSUFFICIENT_SCOPE ${inEnglish(error.details[0]!.message) as Scope}`
      : (error.code as 'FORBIDDEN')
  }
}
