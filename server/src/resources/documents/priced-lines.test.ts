import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../core/problem.ts'
import type { Item } from '../items/items.resource.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { documentTotals, pricedLines, refuseInactive, refuseUnexpectedTotal } from './priced-lines.ts'

type Line = Parameters<typeof pricedLines>[0][number]

const item = (id: string, more: Partial<Item> = {}) =>
  ({
    id,
    itemCode: id.toUpperCase(),
    itemName: 'Bolt',
    itemType: 'Product',
    uom: 'Nos',
    sellingPrice: 10,
    taxRate: 19,
    isActive: true,
    ...more,
  }) as Item
const known = (...items: Item[]) => new Map(items.map((each) => [each.id, each]))
/** A line as a client sends it: what the client leaves out is null. */
const sent = (more: object) =>
  ({ id: '', kind: 'item', quantity: 1, rate: null, discount: 0, taxRate: null, ...more }) as unknown as Line
const problemOf = (work: () => unknown): Problem => {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return assert.fail('nothing was refused')
}

const PRICING = {
  document: salesOrders,
  party: 'cus_1',
  date: '2026-11-19',
  decimals: 2,
  taxRounding: 'line',
  pricesIncludeTax: false,
} as const

test('a new line takes price, tax and names of the item, unless it says otherwise', () => {
  const [plain, own, free] = pricedLines(
    [sent({ item: 'a', quantity: 2 }), sent({ item: 'a', rate: 5, taxRate: 0 }), sent({ item: 'a', rate: 0 })],
    [],
    known(item('a')),
    PRICING,
  )
  assert.deepEqual(
    [plain!.rate, plain!.taxRate, plain!.amount, plain!.taxAmount, plain!.itemCode, plain!.uom],
    [10, 19, 20, 3.8, 'A', 'Nos'],
  )
  assert.deepEqual([own!.rate, own!.taxRate, own!.amount, own!.taxAmount], [5, 0, 5, 0])
  assert.deepEqual([free!.rate, free!.taxRate, free!.amount], [0, 19, 0])
})

test('a line that was there with the same item keeps what was agreed; with another item it begins anew', () => {
  const before = pricedLines([sent({ id: 'line', item: 'a' })], [], known(item('a')), PRICING)
  const dearer = known(item('a', { sellingPrice: 99, taxRate: 0, itemName: 'Gold' }), item('b', { sellingPrice: 3 }))
  const [same] = pricedLines([sent({ id: 'line', item: 'a' })], before, dearer, PRICING)
  assert.deepEqual([same!.rate, same!.taxRate, same!.itemName], [10, 19, 'Bolt'])
  const [other] = pricedLines([sent({ id: 'line', item: 'b' })], before, dearer, PRICING)
  assert.deepEqual([other!.rate, other!.itemCode], [3, 'B'])
  const [unknown] = pricedLines([sent({ id: 'another line', item: 'a' })], before, dearer, PRICING)
  assert.equal(unknown!.rate, 99)
})

test('a line without an item keeps what it says, and one that only structures the document has no amounts', () => {
  const free = sent({ item: null, description: 'Shipping', rate: 4.95, taxRate: 19, uom: 'parcels' })
  const heading = sent({ kind: 'heading', item: null, description: 'Goods', quantity: 5, rate: 3 })
  const [priced, structure] = pricedLines([free, heading], [], known(), PRICING)
  assert.deepEqual([priced!.itemCode, priced!.uom, priced!.amount, priced!.taxAmount], [null, 'parcels', 4.95, 0.94])
  assert.deepEqual([structure!.quantity, structure!.rate, structure!.uom, structure!.amount], [0, 0, null, 0])
})

test('a type of document says which fields of an item price and tax its lines, and whether any taxes them', () => {
  const priced = (more: object) => {
    const document = { ...salesOrders, document: { ...salesOrders.document, ...more } }
    const items = known(item('a', { costPrice: 7, reorderQty: 5 }))
    return pricedLines([sent({ item: 'a' })], [], items, { ...PRICING, document })[0]!
  }
  const termsOf = ({ rate, taxRate }: Line) => [rate, taxRate]
  assert.deepEqual(termsOf(priced({ price: 'costPrice' })), [7, 19])
  assert.deepEqual(termsOf(priced({ price: 'costPrice', tax: 'reorderQty' })), [7, 5])
  assert.deepEqual(termsOf(priced({ price: 'costPrice', tax: null })), [7, 0])
})

const amounts = (amount: number) => ({ discountAmount: 0, amount, taxAmount: 0 })

test('a total that can be kept exactly passes, the next one does not', () => {
  for (const most of [99_999_999_999.99, 99_999_999_999.9999]) assert.equal(documentTotals([amounts(most)]).total, most)
  const { code, details } = problemOf(() => documentTotals([amounts(99_999_999_999.99), amounts(0.01)]))
  assert.deepEqual([code, details[0]!.field], ['VALIDATION_ERROR', 'items'])
})

test('what is too large before its discount is refused too', () => {
  const line = { discountAmount: 99_999_999_999, amount: 1, taxAmount: 0 }
  assert.equal(problemOf(() => documentTotals([line])).code, 'VALIDATION_ERROR')
})

test('every inactive item is named with its line', () => {
  const items = known(item('a', { isActive: false }), item('b'), item('c', { isActive: false }))
  refuseInactive([{ item: 'b' }], items)
  const { code, details } = problemOf(() => refuseInactive([{ item: 'a' }, { item: 'b' }, { item: 'c' }], items))
  assert.equal(code, 'INACTIVE_REFERENCE')
  assert.deepEqual(
    details.map(({ field }) => field),
    ['items[0].item', 'items[2].item'],
  )
})

test('a total is compared only with one that was expected', () => {
  for (const expected of [undefined, null, 5]) refuseUnexpectedTotal(salesOrders, expected, 5, [amounts(5)])
  const { code, details } = problemOf(() => refuseUnexpectedTotal(salesOrders, 0, 5, [amounts(2), amounts(3)]))
  assert.deepEqual([code, details.length], ['TOTAL_MISMATCH', 2])
})
