import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DECIMAL_MAX, difference, fromScaled, isDecimal, toScaled } from './money.ts'

const SCALED_MAX = 999_999_999_999_999
/** Below this a fifth decimal can still be told apart from none. */
const FIFTH_DECIMAL_MAX = 2 ** 35

const scaled = fc.integer({ min: -SCALED_MAX, max: SCALED_MAX })

/** A number as a client would write it, from its ten-thousandths. */
const written = (value: number) => {
  const digits = String(Math.abs(value)).padStart(5, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

test('the largest decimal is a safe integer when scaled', () => {
  assert.equal(toScaled(DECIMAL_MAX), SCALED_MAX)
  assert.ok(Number.isSafeInteger(SCALED_MAX))
  assert.equal(String(DECIMAL_MAX), '99999999999.9999')
})

test('every decimal with up to four places survives being scaled and back', () => {
  fc.assert(
    fc.property(scaled, (value) => {
      const read = Number(written(value))
      assert.ok(isDecimal(read))
      assert.equal(fromScaled(toScaled(read)), read + 0)
      assert.equal(toScaled(read), value)
    }),
  )
})

test('it is written in JSON with the digits that were sent', () => {
  fc.assert(
    fc.property(scaled, (value) => {
      const kept = JSON.stringify(fromScaled(toScaled(Number(written(value)))))
      assert.equal(toScaled(Number(kept)), value)
      assert.match(kept, /^-?\d+(\.\d{1,4})?(e-\d)?$/)
    }),
  )
})

test('a fifth decimal is always noticed', () => {
  const whole = fc.integer({ min: 0, max: FIFTH_DECIMAL_MAX })
  const places = fc.integer({ min: 1, max: 99_999 }).filter((digits) => digits % 10 !== 0)
  fc.assert(
    fc.property(whole, places, (integer, digits) => {
      assert.ok(!isDecimal(Number(`${integer}.${String(digits).padStart(5, '0')}`)))
    }),
  )
})

test('float noise is no decimal', () => {
  for (const noisy of [0.1 + 0.2, 1.1 * 3, 5e-324, 1 / 3, Number.EPSILON]) assert.ok(!isDecimal(noisy))
})

test('neither is what is no finite number', () => {
  assert.ok(!isDecimal(Number.NaN))
})

test('a difference is exact where that of two floats is not', () => {
  assert.notEqual(0.3 - 0.1, 0.2)
  assert.equal(difference(0.3, 0.1), 0.2)
  assert.equal(difference(1, 0.9), 0.1)
  fc.assert(
    fc.property(scaled, scaled, (a, b) => {
      fc.pre(Math.abs(a - b) <= SCALED_MAX)
      assert.equal(difference(fromScaled(a), fromScaled(b)), fromScaled(a - b))
    }),
  )
})
