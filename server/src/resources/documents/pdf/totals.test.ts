import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineAmounts, sumOf, totalsOf } from '../../../model/money.ts'
import type { PrintedLine } from './printed-document.ts'
import { taxSummary } from './totals.ts'

function line(rate: number, taxRate: number): Required<PrintedLine> {
  const terms = { quantity: 2.5, rate, discount: 10, taxRate }
  return { itemCode: null, itemName: 'Bolt', uom: null, ...terms, ...lineAmounts(terms, 2) }
}

test('what is taxed is summed up for each rate, the lowest first', () => {
  assert.deepEqual(taxSummary([line(10, 19), line(20, 0), line(0.1, 19), line(30, 7.5)]), [
    { taxRate: 0, net: 45, tax: 0 },
    { taxRate: 7.5, net: 67.5, tax: 5.06 },
    { taxRate: 19, net: 22.72, tax: 4.32 },
  ])
  assert.deepEqual(taxSummary([]), [])
})

test('the summary adds up to the totals of the invoice, to the cent', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 }).map((value) => value / 100)
  const lines = fc.array(fc.tuple(cents, fc.constantFrom(0, 5.5, 7, 19, 20)).map(([rate, tax]) => line(rate, tax)))
  fc.assert(
    fc.property(lines, (printed) => {
      const summary = taxSummary(printed)
      const { taxTotal, subtotal, discountTotal } = totalsOf(printed.map((each) => lineAmounts(each, 2)))
      assert.equal(sumOf(summary.map(({ tax }) => tax)), taxTotal)
      assert.equal(sumOf(summary.map(({ net }) => net)), sumOf([subtotal, -discountTotal]))
    }),
  )
})
