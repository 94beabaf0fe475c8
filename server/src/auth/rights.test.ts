import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import { exceedingAt } from './rights.ts'

const resources = [{ name: 'boxes' }, { name: 'lids' }] as Resource[]
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
