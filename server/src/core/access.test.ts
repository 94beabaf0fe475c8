import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flag, text } from '../model/fields.ts'
import { inEnglish } from '../model/message.ts'
import { defineResource } from '../model/resource.ts'
import type { Permission, Right } from '../model/rights.ts'
import {
  type Actor,
  authorise,
  covers,
  fieldRefusal,
  type Guarded,
  isInPerson,
  mayKnow,
  mayRead,
  maySee,
  permissionFor,
  permissionOn,
  refusedAccess,
  refuseHidden,
  scopeOf,
  scopesOn,
  serviceActor,
} from './access.ts'
import { Problem } from './problem.ts'

const declared = { title: 'name', description: 'For these tests.', fields: { name: text(), note: text() } } as const
const wheels = defineResource({ ...declared, name: 'access-wheels', singular: 'wheel', idPrefix: 'xwh' })
const badges = defineResource({
  ...declared,
  name: 'access-badges',
  singular: 'badge',
  idPrefix: 'xba',
  administrative: true,
  sessionOnlyFields: ['note'],
  fields: { ...declared.fields, isLocked: flag() },
})
const drawers = defineResource({
  ...declared,
  name: 'access-drawers',
  singular: 'drawer',
  idPrefix: 'xdr',
  personal: true,
})

const key = { kind: 'key', id: 'key_1' } as const
const session = { kind: 'session', id: 'ses_1' } as const
const actor = (permission: Permission, more: Partial<Actor> = {}): Actor => ({
  ...serviceActor,
  userId: 'usr_1',
  role: 'tester',
  credential: session,
  permissions: { [wheels.name]: permission },
  ...more,
})
const all = (more: Partial<Actor> = {}) => actor({ can: [] }, { permissions: serviceActor.permissions, ...more })
const action = (access: Guarded['access'], more: Partial<Guarded> = {}): Guarded => ({ method: 'PUT', access, ...more })

/** The code and the text of a refusal; nothing where the action may run. */
function refused(by: Actor, resource: typeof wheels | typeof badges, asked: Guarded): string[] {
  try {
    authorise(by, resource, asked)
    return []
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.message]
    throw error
  }
}
const code = (...given: Parameters<typeof refused>) => refused(...given)[0]

test('a person acts in a session, and the service for itself; a key or app is no person', () => {
  assert.ok(isInPerson(serviceActor))
  assert.ok(isInPerson(actor({ can: [] })))
  assert.ok(!isInPerson(actor({ can: [] }, { credential: null })))
  for (const kind of ['key', 'app'] as const)
    assert.ok(!isInPerson(actor({ can: [] }, { credential: { kind, id: 'x' } })), kind)
})

test('"*" allows resources of the business, and administrative ones only with the right to manage', () => {
  const business: Permission = { can: ['read', 'update'] }
  assert.equal(permissionOn({ '*': business }, wheels), business)
  assert.deepEqual(permissionOn({ '*': business }, badges), { can: [] })
  assert.deepEqual(permissionOn({}, wheels), { can: [] })
  const everything: Permission = { can: ['read', 'manage'] }
  for (const resource of [wheels, badges, drawers])
    assert.equal(permissionOn({ '*': everything }, resource), everything)
  const named: Permission = { can: ['read'] }
  assert.equal(permissionOn({ '*': everything, [badges.name]: named }, badges), named)
})

test('every user has their own personal records', () => {
  const own = { can: ['read', 'create', 'update', 'delete'], own: true }
  for (const permissions of [{}, { '*': { can: ['read'] as Right[] } }])
    assert.deepEqual(permissionOn(permissions, drawers), own)
})

test('fields that only a person may set are read-only for a key', () => {
  const permissions = { [badges.name]: { can: ['update'], readOnly: ['name'] } as const }
  assert.deepEqual(permissionFor(all({ permissions }), badges), permissions[badges.name])
  const closed = permissionFor(all({ permissions, credential: key }), badges)
  assert.deepEqual([closed.readOnly, closed.sessionOnly], [['name', 'note'], ['note']])
  assert.equal(permissionFor(all({ credential: key }), wheels).sessionOnly, undefined)
})

test('a record can be seen with the right and the scope to read, and where only own ones may be, by its owner', () => {
  const mine = { createdBy: 'usr_1' }
  const other = { createdBy: 'usr_2' }
  const sees = (permission: Permission, record: typeof mine, more?: Partial<Actor>) =>
    maySee(actor(permission, more), wheels, record)
  assert.ok(sees({ can: ['read'] }, other))
  assert.ok(sees({ can: ['read'], own: true }, mine))
  assert.ok(!sees({ can: ['read'], own: true }, other))
  assert.ok(!sees({ can: ['update'] }, mine))
  assert.ok(!sees({ can: ['read'] }, mine, { scopes: ['write'] }))
  assert.ok(!mayRead(all({ scopes: ['read'] }), badges))
  assert.ok(mayRead(all({ scopes: ['admin'] }), badges))
})

test('an actor may know a field that is not hidden, of a resource that is read as a whole', () => {
  const knows = (permission: Permission, path: string, asked?: typeof wheels) => mayKnow(actor(permission), path, asked)
  assert.ok(knows({ can: ['read'] }, `${wheels.name}.note`))
  assert.ok(knows({ can: ['read'] }, wheels.name))
  assert.ok(!knows({ can: ['update'] }, wheels.name))
  assert.ok(!knows({ can: ['read'] }, 'access-nothing.note'))
  assert.ok(!knows({ can: ['read'], hidden: ['note'] }, `${wheels.name}.note`))
  assert.ok(!knows({ can: ['read'], hidden: ['name', 'note.part'] }, `${wheels.name}.note`))
  assert.ok(knows({ can: ['read'], hidden: ['note'] }, `${wheels.name}.name`))
  assert.ok(knows({ can: ['read'], hidden: ['note'] }, wheels.name))
  assert.ok(!knows({ can: ['read'], own: true }, `${wheels.name}.note`))
  assert.ok(!knows({ can: ['read'], own: true }, `${wheels.name}.note`, drawers))
  assert.ok(knows({ can: ['read'], own: true }, `${wheels.name}.note`, wheels))
})

test('the scope follows from the resource and the method, unless the action names one', () => {
  assert.equal(scopeOf(wheels, { method: 'GET', access: 'read' }), 'read')
  assert.equal(scopeOf(wheels, { method: 'POST', access: 'create' }), 'write')
  assert.equal(scopeOf(wheels, { method: 'DELETE', access: 'delete' }), 'delete')
  assert.equal(scopeOf(badges, { method: 'GET', access: 'read' }), 'admin')
  assert.equal(scopeOf(badges, action('signed-in')), undefined)
  assert.equal(scopeOf(wheels, action('signed-in', { scope: 'write' })), 'write')
})

test('a narrowed credential carries its scopes for the named resources only', () => {
  const narrowed = all({ scopes: ['read', 'write'], narrowedTo: { [wheels.name]: ['read', 'delete'] } })
  assert.deepEqual(scopesOn(narrowed, wheels), ['read'])
  assert.deepEqual(scopesOn(narrowed, badges), [])
  assert.deepEqual(scopesOn(all({ scopes: ['read'] }), badges), ['read'])
  // What any signed-in user may do is not about a resource.
  assert.equal(code(narrowed, badges, action('signed-in', { scope: 'write' })), undefined)
  assert.equal(code(narrowed, wheels, action('update')), 'INSUFFICIENT_SCOPE')
})

test('an action needs its right, or the other one that lets it in', () => {
  assert.deepEqual(refused(actor({ can: ['read'] }), wheels, action('update')), [
    'FORBIDDEN',
    'The role "tester" may not update access-wheels.',
  ])
  assert.equal(code(actor({ can: ['update'] }), wheels, action('update')), undefined)
  assert.equal(code(actor({ can: ['create'] }), wheels, action('update', { orAccess: 'create' })), undefined)
  assert.equal(code(actor({ can: ['read'] }), wheels, action('update', { orAccess: 'create' })), 'FORBIDDEN')
  assert.equal(code(actor({ can: [] }), wheels, action('signed-in')), undefined)
})

test('an action for persons is refused to a key, with what it would have done', () => {
  const asKey = all({ credential: key })
  assert.deepEqual(refused(asKey, badges, action('update', { sessionOnly: true })), [
    'FORBIDDEN',
    'Only a signed-in person can update access-badges; an API key or app cannot.',
  ])
  assert.deepEqual(refused(asKey, badges, action('signed-in', { sessionOnly: true })), [
    'FORBIDDEN',
    'Only a signed-in person can do this; an API key or app cannot.',
  ])
  assert.equal(code(all(), badges, action('update', { sessionOnly: true })), undefined)
  assert.equal(code(asKey, badges, action('update')), undefined)
})

test('an action that needs a proof is refused in a session without one, and nowhere else', () => {
  const sensitive = action('update', { needsProof: true })
  assert.equal(code(all(), wheels, sensitive), 'REAUTHENTICATION_REQUIRED')
  assert.equal(code(all({ isProven: true }), wheels, sensitive), undefined)
  assert.equal(code(all({ credential: key }), wheels, sensitive), undefined)
  assert.equal(code(serviceActor, wheels, sensitive), undefined)
  assert.equal(code(all(), wheels, action('update')), undefined)
  assert.equal(refusedAccess(all(), wheels, sensitive), undefined)
})

test('a user who must set up a second factor can do that, and what is public', () => {
  const late = all({ mustSetUp: true })
  assert.equal(code(late, wheels, action('update')), 'SECOND_FACTOR_SETUP_REQUIRED')
  assert.equal(code(late, wheels, action('signed-in', { duringSetUp: true })), undefined)
  assert.equal(code(late, wheels, action('public')), undefined)
})

test('an action on records of other resources needs one of them to be allowed', () => {
  const anyOf = [wheels, badges].map((resource) => ({ resource, action: action('update') }))
  const asked = action('read', { method: 'GET', anyOf })
  const permissions = (wheel: Right[], badge: Right[]) => ({
    [drawers.name]: { can: ['read'] as Right[] },
    [wheels.name]: { can: wheel },
    [badges.name]: { can: badge },
  })
  const by = (wheel: Right[], badge: Right[], more: Partial<Actor> = {}) =>
    refused(all({ permissions: permissions(wheel, badge), ...more }), drawers as typeof wheels, asked)
  assert.deepEqual(by(['update'], []), [])
  assert.deepEqual(by([], ['update']), [])
  assert.deepEqual(by([], []), ['FORBIDDEN', 'The role "tester" may not update access-wheels or access-badges.'])
  assert.equal(by(['update'], ['update'], { scopes: ['read'] })[0], 'INSUFFICIENT_SCOPE')
})

test('a path is covered by itself and by what it is a part of', () => {
  assert.ok(covers(['lines'], 'lines'))
  assert.ok(covers(['other', 'lines'], 'lines.price'))
  assert.ok(!covers(['lines.price'], 'lines'))
  assert.ok(!covers(['line'], 'lines'))
  assert.ok(!covers(undefined, 'lines'))
})

test('a hidden field is refused by its name, and so is one that only a person may change', () => {
  const permission: Permission = { can: ['update'], hidden: ['price'], sessionOnly: ['role'] }
  assert.throws(() => refuseHidden(permission, ['name', 'price.net']), /Your role may not see the field "price.net"\./)
  assert.doesNotThrow(() => refuseHidden(permission, ['name']))
  const texts = (problem: Problem) => [problem.message, inEnglish(problem.details[0]!.message)]
  assert.deepEqual(texts(fieldRefusal('role', 'change', permission)), [
    'Only a signed-in person can change the field "role"; an API key or app cannot.',
    'Only a signed-in person can change this field; an API key or app cannot.',
  ])
  assert.deepEqual(texts(fieldRefusal('name', 'change', permission)), [
    'Your role may not change the field "name".',
    'Your role may not change this field.',
  ])
  assert.deepEqual(texts(fieldRefusal('role', 'see', permission))[0], 'Your role may not see the field "role".')
})
