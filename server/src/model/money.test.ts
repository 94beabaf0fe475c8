import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amountText, currencyDecimals, lineAmounts, partAmounts, sumOf, totalsOf } from './money.ts'

const decimal = (max: number, digits = 4) =>
  fc.integer({ min: 0, max: max * 10 ** digits }).map((n) => n / 10 ** digits)
const terms = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 10_000),
  rate: decimal(100_000),
  discount: decimal(100, 2),
  taxRate: decimal(30, 2),
})
const decimals = fc.constantFrom(0, 2, 3)
const nothing = { discountAmount: 0, amount: 0, taxAmount: 0 }

test('the proof cases come out to the cent', () => {
  const amountOf = (quantity: number, rate: number, discount: number) =>
    lineAmounts({ quantity, rate, discount, taxRate: 0 }, 2).amount
  assert.equal(amountOf(2.25, 64.22, 100), 0)
  assert.equal(amountOf(10, 82.5, 15), 701.25)
  assert.equal(amountOf(1, 1.005, 0), 1.01)
  assert.equal(amountOf(3, 0.335, 0), 1.01)
})

test('tax is rounded on each line, half away from zero', () => {
  assert.equal(lineAmounts({ quantity: 1, rate: 0.5, discount: 0, taxRate: 1 }, 2).taxAmount, 0.01)
  assert.equal(lineAmounts({ quantity: 1, rate: 0.49, discount: 0, taxRate: 1 }, 2).taxAmount, 0)
})

test('a negative amount is rounded half away from zero as well', () => {
  const amountOf = (quantity: number) => lineAmounts({ quantity, rate: 1, discount: 0, taxRate: 0 }, 2).amount
  assert.deepEqual([-0.005, -0.0049, -0.015].map(amountOf), [-0.01, 0, -0.02])
})

test('an amount in a message has the decimals that it needs, but two at least', () => {
  const texts = [5000, 0.5, 1.0001].map((value) => amountText(value, 'EUR'))
  assert.deepEqual(texts, ['5000.00 EUR', '0.50 EUR', '1.0001 EUR'])
})

test('a currency without cents has none', () => {
  assert.equal(currencyDecimals('JPY'), 0)
  assert.equal(currencyDecimals('EUR'), 2)
  assert.equal(currencyDecimals('KWD'), 3)
  assert.deepEqual(lineAmounts({ quantity: 3, rate: 0.5, discount: 0, taxRate: 10 }, 0), {
    discountAmount: 0,
    amount: 2,
    taxAmount: 0,
  })
})

test('printed lines always sum to the totals, and nothing is negative', () => {
  fc.assert(
    fc.property(fc.array(terms, { minLength: 1, maxLength: 30 }), decimals, (lines, digits) => {
      const amounts = lines.map((line) => lineAmounts(line, digits))
      const { subtotal, discountTotal, taxTotal, total } = totalsOf(amounts)
      assert.equal(total, sumOf(amounts.flatMap(({ amount, taxAmount }) => [amount, taxAmount])))
      assert.equal(sumOf([subtotal, taxTotal]), sumOf([total, discountTotal]))
      for (const value of [subtotal, discountTotal, taxTotal, total, ...amounts.flatMap(Object.values)]) {
        assert.ok(value >= 0)
        assert.equal(Math.round(value * 10 ** digits) / 10 ** digits, value)
      }
    }),
  )
})

test('parts of a line always sum to the whole, however it is cut, and none is negative', () => {
  fc.assert(
    fc.property(
      terms,
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 }),
      decimals,
      (line, weights, digits) => {
        const parts = cut(line.quantity, weights)
        const billed = []
        let billedQuantity = 0
        for (const quantity of parts) {
          const part = partAmounts(line, { quantity, billedQuantity, billed: addUp(billed) }, digits)
          for (const value of Object.values(part)) assert.ok(value >= 0)
          billed.push(part)
          billedQuantity = sumOf([billedQuantity, quantity])
        }
        assert.deepEqual(addUp(billed), lineAmounts(line, digits))
      },
    ),
  )
})

test('parts still sum to the whole when one of them was voided in between', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 2, max: 5 }), decimals, (line, count, digits) => {
      const [first = 0, second = 0, ...rest] = cut(line.quantity, Array(count).fill(1))
      const a = partAmounts(line, { quantity: first, billedQuantity: 0, billed: nothing }, digits)
      const b = partAmounts(line, { quantity: second, billedQuantity: first, billed: a }, digits)
      // a is voided: only b stands
      const remaining = sumOf([first, ...rest])
      const last = partAmounts(line, { quantity: remaining, billedQuantity: second, billed: b }, digits)
      for (const value of Object.values(last)) assert.ok(value >= 0)
      assert.deepEqual(addUp([b, last]), lineAmounts(line, digits))
    }),
  )
})

/** Cuts a quantity of ten-thousandths into parts of about these weights. */
function cut(quantity: number, weights: readonly number[]): number[] {
  const units = Math.round(quantity * 10_000)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let [given, weighed] = [0, 0]
  return weights
    .map((weight) => {
      weighed += weight
      const upTo = Math.floor((units * weighed) / all)
      const part = upTo - given
      given = upTo
      return part / 10_000
    })
    .filter((part) => part > 0)
}

const addUp = (parts: readonly (typeof nothing)[]) => ({
  discountAmount: sumOf(parts.map(({ discountAmount }) => discountAmount)),
  amount: sumOf(parts.map(({ amount }) => amount)),
  taxAmount: sumOf(parts.map(({ taxAmount }) => taxAmount)),
})
