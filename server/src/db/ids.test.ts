import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createId, firstIdAt } from './ids.ts'

const instant = fc
  .date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

test('ids sort as the times at which they were made', () => {
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      if (a !== b) assert.equal(createId('x', a) < createId('x', b), a < b)
    }),
  )
})

test('ids made in one millisecond keep the order in which they were made, and none comes twice', () => {
  const now = '2026-11-15T10:00:00.000Z'
  const ids = Array.from({ length: 10_000 }, () => createId('x', now))
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('the first id of a millisecond divides the ids before from those since', () => {
  fc.assert(
    fc.property(instant, instant, (at, border) => {
      assert.equal(createId('x', at) >= firstIdAt('x', Date.parse(border)), at >= border)
    }),
  )
})

test('times before 1970 and after 3084 divide nothing', () => {
  const id = createId('x', '2026-11-15T10:00:00.000Z')
  assert.ok(id >= firstIdAt('x', Date.parse('1900-01-01')))
  assert.ok(id < firstIdAt('x', Date.parse('9999-12-31')))
})
