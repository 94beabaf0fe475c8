import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimals, documentOf, lineList, rounding, terms } from '../../test/support/priced-lines.ts'
import { inEnglish } from './message.ts'
import {
  amountText,
  currencyDecimals,
  documentAmounts,
  type LineTerms,
  lineAmounts,
  shownAmount,
  sumOf,
  taxBreakdown,
  totalsOf,
} from './money.ts'

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
  const texts = [5000, 0.5, 1.0001].map((value) => inEnglish(amountText(value, 'EUR')))
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
    fc.property(fc.array(terms, { minLength: 1, maxLength: 30 }), decimals, fc.boolean(), (lines, digits, isGross) => {
      const amounts = lines.map((line) => lineAmounts(line, digits, isGross))
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

const taxed = (amount: number, taxRate: number) => ({ quantity: 1, rate: amount, discount: 0, taxRate })
const taxesOf = (lines: readonly LineTerms[]) => documentAmounts(lines, 2, 'rate').map(({ taxAmount }) => taxAmount)

test('tax is rounded once for each rate, on the sum of its lines', () => {
  const lines = [taxed(0.5, 1), taxed(0.5, 1), taxed(0.5, 1), taxed(0.5, 5), taxed(0.5, 1)]
  assert.deepEqual(
    lines.map((line) => lineAmounts(line, 2).taxAmount),
    [0.01, 0.01, 0.01, 0.03, 0.01],
  )
  assert.deepEqual(taxesOf(lines), [0.01, 0, 0.01, 0.03, 0])
  assert.deepEqual(taxBreakdown(documentOf(lines, 2, 'rate')), [
    { rate: 1, base: 2, amount: 0.02 },
    { rate: 5, base: 0.5, amount: 0.03 },
  ])
})

test('a line whose tax needs no rounding keeps it, whatever stands before it', () => {
  assert.deepEqual(taxesOf([taxed(0.49, 1), taxed(100, 1), taxed(0.02, 1)]), [0, 1, 0.01])
})

test('what is taxed is summed up for each rate, the lowest first', () => {
  const line = (rate: number, taxRate: number) => ({ quantity: 2.5, rate, discount: 10, taxRate })
  assert.deepEqual(taxBreakdown(documentOf([line(10, 19), line(20, 0), line(0.1, 19), line(30, 7.5)], 2, 'line')), [
    { rate: 0, base: 45, amount: 0 },
    { rate: 7.5, base: 67.5, amount: 5.06 },
    { rate: 19, base: 22.72, amount: 4.32 },
  ])
  assert.deepEqual(taxBreakdown([]), [])
})

test('lines add up to the tax of each rate, and that to the totals, however tax is rounded', () => {
  fc.assert(
    fc.property(lineList, decimals, rounding, fc.boolean(), (lines, digits, how, isGross) => {
      const document = documentOf(lines, digits, how, isGross)
      const [breakdown, totals] = [taxBreakdown(document), totalsOf(document)]
      assert.equal(sumOf(breakdown.map(({ amount }) => amount)), totals.taxTotal)
      assert.equal(sumOf(breakdown.map(({ base }) => base)), sumOf([totals.subtotal, -totals.discountTotal]))
      for (const { taxRate, taxAmount } of document) {
        const { amount } = breakdown.find(({ rate }) => rate === taxRate)!
        assert.ok(taxAmount >= 0 && taxAmount <= amount)
      }
    }),
  )
})

test('the tax of a rate is that on its sum, and each line has its own, rounded up or down', () => {
  fc.assert(
    fc.property(lineList, decimals, (lines, digits) => {
      const document = documentOf(lines, digits, 'rate')
      for (const { rate, base, amount } of taxBreakdown(document))
        assert.equal(amount, lineAmounts(taxed(base, rate), digits).taxAmount)
      for (const { amount, taxRate, taxAmount } of document)
        assert.ok(Math.abs(taxAmount - (amount * taxRate) / 100) < 10 ** -digits)
    }),
  )
})

test('a gross price contains its tax, and the total is the sum of the prices to the cent', () => {
  const shop = [taxed(9.99, 19), taxed(2.49, 7), { ...taxed(9.99, 19), quantity: 3, discount: 10 }, taxed(1, 0)]
  const document = documentOf(shop, 2, 'rate', true)
  assert.deepEqual(
    document.map(({ discountAmount, amount, taxAmount }) => [discountAmount, amount, taxAmount]),
    [
      [0, 8.39, 1.6],
      [0, 2.33, 0.16],
      [2.52, 22.67, 4.3],
      [0, 1, 0],
    ],
  )
  assert.equal(totalsOf(document).total, sumOf([9.99, 2.49, 26.97, 1]))
  assert.deepEqual(lineAmounts({ ...taxed(9.99, 19), quantity: 3 }, 2, true), {
    discountAmount: 0,
    amount: 25.18,
    taxAmount: 4.79,
  })
  assert.deepEqual(lineAmounts(taxed(0.01, 100), 2, true), { discountAmount: 0, amount: 0, taxAmount: 0.01 })
})

test('lines with gross prices come to these exactly, and the tax of a rate is that in their sum', () => {
  fc.assert(
    fc.property(lineList, decimals, rounding, (lines, digits, how) => {
      const document = documentOf(lines, digits, how, true)
      const prices = lines.map((line) => lineAmounts({ ...line, taxRate: 0 }, digits).amount)
      assert.deepEqual(
        document.map((line) => shownAmount(line, true)),
        prices,
      )
      for (const amount of document.flatMap((line) => [line.amount, line.taxAmount, line.discountAmount]))
        assert.ok(amount >= 0)
      if (how === 'line') return
      for (const { rate, base, amount } of taxBreakdown(document)) {
        const exact = BigInt(Math.round(sumOf([base, amount]) * 10 ** digits)) * BigInt(rate * 10)
        const whole = BigInt(1000 + rate * 10)
        assert.equal(BigInt(Math.round(amount * 10 ** digits)), (2n * exact + whole) / (2n * whole), `${rate} %`)
      }
    }),
  )
})

test('an amount is the same whether a number holds its products exactly or not', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 10 ** 9 }).map((n) => n / 10_000),
    rate: fc.integer({ min: 0, max: 10 ** 12 }).map((n) => n / 10_000),
  })
  const half = (numerator: bigint, divisor: bigint) => (2n * numerator + divisor) / (2n * divisor)
  fc.assert(
    fc.property(line, decimals, ({ quantity, rate }, digits) => {
      const step = 10n ** BigInt(4 - digits)
      const product = BigInt(Math.round(quantity * 10_000)) * BigInt(Math.round(rate * 10_000))
      const right = Number(half(product, 10_000n * step) * step) / 10_000
      assert.equal(lineAmounts({ quantity, rate, discount: 0, taxRate: 0 }, digits).amount, right)
    }),
  )
})
