import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inEnglish } from './message.ts'
import {
  amountText,
  currencyDecimals,
  documentAmounts,
  type LineTerms,
  lineAmounts,
  partAmounts,
  partTaxes,
  shownAmount,
  sumOf,
  sumsOfParts,
  TAX_ROUNDINGS,
  taxBreakdown,
  totalsOf,
} from './money.ts'

const decimal = (max: number, digits = 4) =>
  fc.integer({ min: 0, max: max * 10 ** digits }).map((n) => n / 10 ** digits)
const terms = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 10_000),
  rate: decimal(100_000),
  discount: decimal(100, 2),
  taxRate: decimal(30, 2),
})
const decimals = fc.constantFrom(0, 2, 3)
const rounding = fc.constantFrom(...TAX_ROUNDINGS)
/** Few rates, so that several lines share one. */
const lineTerms = fc
  .record({ quantity: terms, taxRate: fc.constantFrom(0, 5.5, 7, 19, 100) })
  .map(({ quantity: line, taxRate }) => ({ ...line, taxRate }))
const lineList = fc.array(lineTerms, { minLength: 1, maxLength: 12 })

/** A document as it prints. */
const documentOf = (lines: readonly LineTerms[], ...how: [number, (typeof TAX_ROUNDINGS)[number], boolean?]) =>
  documentAmounts(lines, ...how).map((amounts, index) => ({ ...lines[index]!, ...amounts }))
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

test('parts of several lines add up to the tax of each rate, however they are cut and whichever is voided', () => {
  const steps = fc.array(fc.record({ share: fc.integer({ min: 1, max: 4 }), isVoided: fc.boolean() }), { maxLength: 6 })
  fc.assert(
    fc.property(lineList, steps, decimals, fc.boolean(), (lines, cuts, digits, isGross) => {
      const order = documentOf(lines, digits, 'rate', isGross).map((line) => ({ ...line, ...BILLED_NOTHING }))
      for (const { share, isVoided } of cuts) {
        const invoice = billed(
          order,
          ({ quantity, billedQuantity }, index) => {
            const left = Math.round((quantity - billedQuantity) * 10_000)
            return index % share === 0 ? Math.floor(left / share) / 10_000 : 0
          },
          digits,
          isGross,
        )
        if (isVoided) for (const [index, part] of invoice.entries()) note(order[index]!, part, -1)
      }
      billed(order, ({ quantity, billedQuantity }) => sumOf([quantity, -billedQuantity]), digits, isGross)
      const taxation = { taxRounding: 'rate', pricesIncludeTax: isGross } as const
      for (const line of order) assert.deepEqual(sumsOfParts(billedOf(line), taxation), sumsOfParts(line, taxation))
      assert.deepEqual(taxBreakdown(order.map((line) => ({ ...line, ...billedOf(line) }))), taxBreakdown(order))
    }),
  )
})

test('parts of a line always sum to the whole, however it is cut, and none is negative', () => {
  fc.assert(
    fc.property(
      terms,
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 }),
      decimals,
      fc.boolean(),
      (line, weights, digits, isGross) => {
        const parts = cut(line.quantity, weights)
        const billed = []
        let billedQuantity = 0
        for (const quantity of parts) {
          const part = partAmounts(line, { quantity, billedQuantity, billed: addUp(billed) }, digits, isGross)
          for (const value of Object.values(part)) assert.ok(value >= 0)
          billed.push(part)
          billedQuantity = sumOf([billedQuantity, quantity])
        }
        assert.deepEqual(addUp(billed), lineAmounts(line, digits, isGross))
      },
    ),
  )
})

test('parts still sum to the whole when one of them was voided in between', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 2, max: 5 }), decimals, fc.boolean(), (line, count, digits, isGross) => {
      const [first = 0, second = 0, ...rest] = cut(line.quantity, Array(count).fill(1))
      const a = partAmounts(line, { quantity: first, billedQuantity: 0, billed: nothing }, digits, isGross)
      const b = partAmounts(line, { quantity: second, billedQuantity: first, billed: a }, digits, isGross)
      // a is voided: only b stands
      const remaining = sumOf([first, ...rest])
      const last = partAmounts(line, { quantity: remaining, billedQuantity: second, billed: b }, digits, isGross)
      for (const value of Object.values(last)) assert.ok(value >= 0)
      assert.deepEqual(addUp([b, last]), lineAmounts(line, digits, isGross))
    }),
  )
})

const BILLED_NOTHING = { billedQuantity: 0, billedDiscount: 0, billedAmount: 0, billedTax: 0 }
type OrderLine = ReturnType<typeof documentOf>[number] & typeof BILLED_NOTHING
type Part = ReturnType<typeof lineAmounts> & { quantity: number }

const billedOf = ({ billedDiscount: discountAmount, billedAmount: amount, billedTax: taxAmount }: OrderLine) => ({
  discountAmount,
  amount,
  taxAmount,
})

/** Bills of each line as much as is asked for, and notes it. */
function billed(
  order: OrderLine[],
  quantityOf: (line: OrderLine, index: number) => number,
  digits: number,
  isGross: boolean,
): Part[] {
  const parts = order.map((line, index) => {
    const quantity = quantityOf(line, index)
    const part = { quantity, billedQuantity: line.billedQuantity, billed: billedOf(line) }
    return { ...line, ...partAmounts(line, part, digits, isGross), quantity }
  })
  const taxes = partTaxes(order, parts, digits, isGross)
  const invoice = parts.map((part, index) => {
    const taxAmount = taxes[index]!
    const amount = isGross ? sumOf([shownAmount(part, true), -taxAmount]) : part.amount
    return { ...part, amount, taxAmount }
  })
  for (const [index, part] of invoice.entries()) {
    for (const value of [part.amount, part.discountAmount, part.taxAmount]) assert.ok(value >= 0)
    note(order[index]!, part, 1)
  }
  return invoice
}

function note(line: OrderLine, part: Part, sign: 1 | -1): void {
  line.billedQuantity = sumOf([line.billedQuantity, sign * part.quantity])
  line.billedDiscount = sumOf([line.billedDiscount, sign * part.discountAmount])
  line.billedAmount = sumOf([line.billedAmount, sign * part.amount])
  line.billedTax = sumOf([line.billedTax, sign * part.taxAmount])
}

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
