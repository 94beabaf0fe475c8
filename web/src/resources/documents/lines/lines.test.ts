import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyFrom } from '../edit/draft.ts'
import {
  amountOf,
  inputOf,
  isBlank,
  lineFrom,
  moved,
  newLine,
  removed,
  subtotalsIn,
  totalsFor,
  withItem,
} from './lines.ts'

const BOLT = {
  id: 'itm_bolt',
  itemCode: 'BOLT',
  itemName: 'Bolt',
  itemType: 'Product',
  uom: 'Nos',
  sellingPrice: 82.5,
  taxRate: 19,
  availableStock: 4,
}
const TERMS = { price: 'sellingPrice' }
const PARTS = ['item', 'quantity', 'rate', 'discount', 'taxRate'].map((name) => ({ name, kind: 'quantity' as const }))

test('an item brings its price and its tax, but does not undo what was typed', () => {
  assert.deepEqual(
    [withItem(newLine(), BOLT, TERMS).rate, withItem(newLine({ rate: 70 }), BOLT, TERMS).rate],
    [82.5, 70],
  )
  const untaxed = withItem(newLine(), BOLT, { ...TERMS, tax: null })
  assert.equal(untaxed.taxRate, null)
  const buying = withItem(newLine(), { ...BOLT, purchaseTaxRate: 7 }, { ...TERMS, tax: 'purchaseTaxRate' })
  assert.equal(buying.taxRate, 7)
  const other = withItem(
    withItem(newLine({ rate: 70 }), BOLT, TERMS),
    { ...BOLT, id: 'itm_nut', sellingPrice: 3 },
    TERMS,
  )
  assert.deepEqual([other.rate, other.listPrice, other.available], [3, 3, 4])
  assert.equal(withItem(newLine(), { ...BOLT, itemType: 'Service' }, TERMS).available, undefined)
})

test('totals are those of the server', () => {
  const line = (quantity: number, rate: number, discount: number) =>
    newLine({ item: 'itm_bolt', quantity, rate, discount, taxRate: 0 })
  assert.equal(totalsFor([line(10, 82.5, 15)], 2, 'rate').total, 701.25)
  assert.equal(totalsFor([line(2.25, 64.22, 100)], 2, 'rate').total, 0)
  assert.equal(totalsFor([line(3, 0.335, 0), newLine()], 2, 'rate').total, 1.01)
  assert.equal(totalsFor([line(3, 0.5, 0)], 0, 'rate').total, 2)
  const taxed = { ...line(1, 0.5, 0), taxRate: 1 }
  assert.deepEqual(
    (['rate', 'line'] as const).map((rounding) => totalsFor([taxed, taxed, newLine()], 2, rounding).taxTotal),
    [0.01, 0.02],
  )
})

test('prices that include tax come to the total, and a line shows them', () => {
  const shelf = newLine({ item: 'itm_bolt', quantity: 3, rate: 9.99, taxRate: 19 })
  const lines = [shelf, newLine({ kind: 'subtotal' })]
  const { subtotal, taxTotal, total } = totalsFor(lines, 2, 'rate', true)
  assert.deepEqual([subtotal, taxTotal, total], [25.18, 4.79, 29.97])
  assert.deepEqual(
    [true, false].map((isGross) => amountOf(shelf, 2, isGross)),
    [29.97, 29.97],
  )
  assert.deepEqual([...subtotalsIn(lines, 2, true).values()], [29.97])
})

test('a copy of a document has the same prices with tax, or without it', () => {
  const row = { id: 'ord_1', pricesIncludeTax: true, items: [{ id: 'lin_1', quantity: 1, rate: 11.9, taxRate: 19 }] }
  const rateIn = (isGross: boolean, pricesIncludeTax = true) =>
    copyFrom({ ...row, pricesIncludeTax }, [], {}, isGross).lines[0]!.rate
  assert.deepEqual([rateIn(true), rateIn(false), rateIn(true, false), rateIn(false, false)], [11.9, 10, 14.161, 11.9])
})

test('only what was written is sent, and only what the user may write', () => {
  const lines = [withItem(newLine({ quantity: 2 }), BOLT, TERMS), newLine(), newLine({ typed: 'nonsense' })]
  const blind = PARTS.map((part) => (part.name === 'rate' ? { ...part, isReadOnly: true } : part))
  assert.deepEqual(inputOf(lines, blind), [
    { item: 'itm_bolt', quantity: 2, discount: 0, taxRate: 19 },
    { quantity: 1, discount: 0 },
  ])
})

test('a line of a document keeps its id; in a copy it is a new one', () => {
  const row = { id: 'lin_1', item: 'itm_bolt', itemCode: 'BOLT', itemName: 'Bolt', uom: 'Nos', quantity: 2, rate: 1 }
  assert.deepEqual([lineFrom(row).id, lineFrom(row, true).id], ['lin_1', undefined])
})

test('lines move within their bounds, and there is always one to write on', () => {
  const [one, two] = [newLine({ item: 'a' }), newLine({ item: 'b' })]
  const items = (lines: readonly { item: string | null }[]) => lines.map(({ item }) => item)
  assert.deepEqual(items(moved([one, two], 0, 1)), ['b', 'a'])
  assert.deepEqual(items(moved([one, two], 0, -1)), ['a', 'b'])
  assert.deepEqual(items(removed([one, two], 0)), ['b'])
  assert.ok(removed([one], 0).every(isBlank))
})
