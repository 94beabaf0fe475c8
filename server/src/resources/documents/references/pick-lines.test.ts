import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../core/problem.ts'
import { msg } from '../../../model/message.ts'
import { sumOf } from '../../../model/money.ts'
import type { OrderLine, SalesOrder } from '../../sales-orders/sales-orders.resource.ts'
import { pickLines, type RequestedLine } from './pick-lines.ts'

const line = (id: string, item: string, quantity: number, deliveredQuantity = 0) =>
  ({ id, item, itemCode: item.toUpperCase(), uom: 'Nos', quantity, deliveredQuantity }) as OrderLine
const order = {
  orderNumber: 'SO-1',
  items: [line('one', 'a', 2), line('two', 'b', 5, 4.5), line('three', 'a', 3)],
} as unknown as SalesOrder
const picking = {
  source: msg`The order SO-1`,
  reveals: ['orders.number'],
  left: ({ quantity, deliveredQuantity }: OrderLine) => sumOf([quantity, -deliveredQuantity]),
  tooMuch: 'DOCUMENT_LOCKED',
  purpose: msg`delivered`,
} as const
const request = (wanted: Partial<RequestedLine>): RequestedLine => ({ line: null, item: null, quantity: 1, ...wanted })
const picked = (...requested: RequestedLine[]) =>
  pickLines(order.items, requested, picking).map(({ line: { id }, quantity }) => [id, quantity])
function refusal(...requested: RequestedLine[]): Problem {
  try {
    picked(...requested)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return assert.fail('nothing was refused')
}

test('without requested lines, all that is left is taken', () => {
  assert.deepEqual(picked(), [
    ['one', 2],
    ['two', 0.5],
    ['three', 3],
  ])
})

test('lines with nothing left are skipped', () => {
  const done = { ...order, items: order.items.map((each) => ({ ...each, deliveredQuantity: each.quantity })) }
  assert.deepEqual(pickLines(done.items, [], picking), [])
})

test('a line is taken by its id, and requests for the same line add up', () => {
  assert.deepEqual(picked(request({ line: 'three', quantity: 0.1 }), request({ line: 'three', quantity: 0.2 })), [
    ['three', 0.3],
  ])
})

test('an item on two lines is taken from the first to the last', () => {
  assert.deepEqual(picked(request({ item: 'a', quantity: 1 })), [['one', 1]])
  assert.deepEqual(picked(request({ item: 'a', quantity: 4 })), [
    ['one', 2],
    ['three', 2],
  ])
  assert.deepEqual(picked(request({ item: 'a', quantity: 2 }), request({ item: 'a', quantity: 3 })), [
    ['one', 2],
    ['three', 3],
  ])
})

test('more than is left is refused, at the request that exceeds it', () => {
  const single = refusal(request({ line: 'two', quantity: 0.5001 }))
  assert.deepEqual([single.code, single.details[0]!.field], ['DOCUMENT_LOCKED', 'items[0].quantity'])
  assert.equal(single.message, '0.5001 of B is more than the 0.5 Nos left to be delivered.')
  const mixed = refusal(request({ line: 'one', quantity: 2 }), request({ item: 'a', quantity: 3.5 }))
  assert.deepEqual(
    [mixed.details[0]!.field, mixed.message],
    ['items[1].quantity', '5.5 of A is more than the 5 Nos left to be delivered.'],
  )
})

test('a request for a line that the order does not have is refused at its field', () => {
  assert.equal(refusal(request({ line: 'four' })).details[0]!.field, 'items[0].line')
  assert.equal(refusal(request({ item: 'c' })).details[0]!.field, 'items[0].item')
  const unnamed = refusal(request({}))
  assert.deepEqual([unnamed.message, unnamed.details[0]!.field], ['Name the line, or its item.', 'items[0].line'])
})

test('a refusal tells of the order, but for a request that names nothing', () => {
  const wanted = [{ line: 'four' }, { item: 'c' }, { line: 'two', quantity: 9 }, {}]
  const told = wanted.map((one) => refusal(request(one)).reveals)
  assert.deepEqual(told, [picking.reveals, picking.reveals, picking.reveals, []])
})
