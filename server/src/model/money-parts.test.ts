import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimals, documentOf, lineList, nothing, terms } from '../../test/support/priced-lines.ts'
import { lineAmounts, partAmounts, partTaxes, shownAmount, sumOf, sumsOfParts, taxBreakdown } from './money.ts'

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
