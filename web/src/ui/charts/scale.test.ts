import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scaleFor } from './scale.ts'

test('An axis has few round marks', () => {
  assert.deepEqual(scaleFor([0, 1430, 1650]), [0, 500, 1000, 1500, 2000])
  assert.deepEqual(scaleFor([3, 8]), [0, 2, 4, 6, 8])
  assert.deepEqual(scaleFor([-40, 100]), [-50, 0, 50, 100])
  assert.deepEqual(scaleFor([]), [0, 0.25])
})

test('An axis holds zero and every value, whatever the values are', () => {
  const amounts = fc.array(fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100))
  fc.assert(
    fc.property(amounts, (values) => {
      const marks = scaleFor(values)
      assert.ok(marks.length >= 2 && marks.length <= 7, `${marks.length} marks`)
      assert.ok(marks.includes(0) || marks.includes(-0))
      const rounding = 1e-9 * (marks.at(-1)! - marks[0]!)
      for (const value of values) assert.ok(value >= marks[0]! - rounding && value <= marks.at(-1)! + rounding)
    }),
  )
})
