import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Actor, serviceActor } from '../core/access.ts'
import { text } from '../model/fields.ts'
import { defineResource, type Resource } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import { exceedingAt, usefulScopes } from './rights.ts'

const resources = [{ name: 'boxes' }, { name: 'lids' }] as Resource[]
const declared = { title: 'name', description: 'For these tests.', fields: { name: text() } } as const
const wheels = defineResource({ ...declared, name: 'rights-wheels', singular: 'wheel', idPrefix: 'rwh' })
const badges = defineResource({
  ...declared,
  name: 'rights-badges',
  singular: 'badge',
  idPrefix: 'rba',
  administrative: true,
})
const all = (more: Partial<Actor>): Actor => ({ ...serviceActor, ...more })
const exceeding = (given: Permission, limit: Permission) =>
  exceedingAt({ lids: given }, { lids: limit }, resources) === 'lids'

test('the same rights, and fewer, are not more', () => {
  const limit: Permission = { can: ['read', 'update'], own: true, hidden: ['price'], readOnly: ['size'] }
  assert.ok(!exceeding(limit, limit))
  assert.ok(!exceeding({ ...limit, can: ['read'] }, limit))
  assert.ok(!exceeding({ can: [] }, { can: [] }))
  assert.ok(!exceeding({ can: ['read'], own: true, hidden: ['price'] }, { can: ['read'] }))
})

test('a further right is more, and the first resource with one is named', () => {
  assert.ok(exceeding({ can: ['read', 'delete'] }, { can: ['read'] }))
  assert.equal(exceedingAt({ '*': { can: ['read'] } }, { boxes: { can: ['read'] } }, resources), 'lids')
  assert.equal(exceedingAt({ '*': { can: ['read'] } }, { '*': { can: ['read'] } }, resources), undefined)
})

test('the records of others are more than the own ones', () => {
  assert.ok(exceeding({ can: ['read'] }, { can: ['read'], own: true }))
  assert.ok(!exceeding({ can: ['read'], own: true }, { can: ['read'] }))
})

test('a field that the limit hides must be hidden', () => {
  const limit: Permission = { can: ['read'], hidden: ['price', 'lines.cost'] }
  assert.ok(exceeding({ can: ['read'] }, limit))
  assert.ok(exceeding({ can: ['read'], hidden: ['price'] }, limit))
  assert.ok(exceeding({ can: ['read'], readOnly: ['price', 'lines'] }, limit))
  assert.ok(!exceeding({ can: ['read'], hidden: ['price', 'lines'] }, limit))
})

test('a field that the limit does not let change must be read-only or hidden', () => {
  const limit: Permission = { can: ['update'], readOnly: ['price', 'size'] }
  assert.ok(exceeding({ can: ['update'] }, limit))
  assert.ok(exceeding({ can: ['update'], readOnly: ['price'] }, limit))
  assert.ok(!exceeding({ can: ['update'], readOnly: ['price'], hidden: ['size'] }, limit))
})

test('fields do not matter where nothing may be done', () => {
  assert.ok(!exceeding({ can: [] }, { can: ['read'], own: true, hidden: ['price'] }))
})

test('a scope is of use if the role allows something that needs it', () => {
  const useful = (permissions: Actor['permissions']) => usefulScopes(all({ permissions }))
  assert.deepEqual(useful({}), [])
  assert.deepEqual(useful({ [wheels.name]: { can: ['export'] } }), ['read'])
  assert.deepEqual(useful({ [wheels.name]: { can: ['read', 'submit', 'delete'] } }), ['read', 'write', 'delete'])
  for (const right of ['create', 'update', 'cancel', 'override'] as const)
    assert.deepEqual(useful({ [wheels.name]: { can: [right] } }), ['write'])
  assert.deepEqual(useful({ '*': { can: ['manage'] } }), ['admin'])
  assert.deepEqual(useful({ [badges.name]: { can: ['read'] } }), ['admin'])
  assert.deepEqual(useful({ [badges.name]: { can: [] } }), [])
  const narrow = all({ permissions: { [wheels.name]: { can: ['read', 'update'] } }, scopes: ['write', 'admin'] })
  assert.deepEqual(usefulScopes(narrow), ['write'])
})
