import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressOf } from '../documents/references/progress.ts'
import { creditClaimOf, holdsStock } from './order-moves.ts'
import { type OrderLine, salesOrders } from './sales-orders.resource.ts'

const line = (more: Partial<OrderLine> = {}) =>
  ({ item: 'a', itemType: 'Product', quantity: 2, deliveredQuantity: 0, invoicedQuantity: 0, ...more }) as OrderLine
const deliveryStatusOf = (lines: OrderLine[]) => progressOf(salesOrders.document, lines).deliveryStatus
const invoiceStatusOf = (lines: OrderLine[]) => progressOf(salesOrders.document, lines).invoiceStatus
const service = (more: Partial<OrderLine> = {}) => line({ itemType: 'Service', ...more })

test('an order is delivered when all its goods are; services do not count', () => {
  assert.equal(deliveryStatusOf([line(), service()]), 'not_delivered')
  assert.equal(deliveryStatusOf([line({ deliveredQuantity: 0.0001 }), line()]), 'partly_delivered')
  assert.equal(deliveryStatusOf([line({ deliveredQuantity: 2 }), line()]), 'partly_delivered')
  assert.equal(deliveryStatusOf([line({ deliveredQuantity: 2 }), service()]), 'delivered')
  assert.equal(deliveryStatusOf([service(), service()]), 'not_applicable')
  assert.equal(deliveryStatusOf([line({ itemType: 'Consumable' })]), 'not_delivered')
})

test('an order is invoiced when all its lines are, services too', () => {
  assert.equal(invoiceStatusOf([line(), service()]), 'not_invoiced')
  assert.equal(invoiceStatusOf([line({ invoicedQuantity: 2 }), service()]), 'partly_invoiced')
  assert.equal(invoiceStatusOf([line({ invoicedQuantity: 1.9999 })]), 'partly_invoiced')
  assert.equal(invoiceStatusOf([line({ invoicedQuantity: 2 }), service({ invoicedQuantity: 2 })]), 'invoiced')
})

test('open orders use credit with what is not invoiced, never with less than nothing', () => {
  for (const status of ['submitted', 'on_hold'] as const) {
    assert.ok(holdsStock(status))
    assert.equal(creditClaimOf(status, 100, 0), 100)
    assert.equal(creditClaimOf(status, 0.3, 0.1), 0.2)
    assert.equal(creditClaimOf(status, 100, 100.01), 0)
  }
  for (const status of ['draft', 'closed', 'cancelled'] as const) {
    assert.ok(!holdsStock(status))
    assert.equal(creditClaimOf(status, 100, 0), 0)
  }
})
