import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, rowsIn } from '../support/records.ts'
import {
  createOrder,
  createStockedItem,
  createSubmitted,
  invoice,
  moveThrough,
  readOrder,
  stockOf,
} from '../support/trade.ts'

onEveryDatabase('Deleting', (kind) => {
  const kontor = kontorFor(kind)

  test('a draft and a cancelled order go, and the stock is as before', async () => {
    const item = await createStockedItem(kontor(), 5)
    for (const way of [[], ['cancelled'], ['submitted', 'draft'], ['submitted', 'cancelled']]) {
      const order = await moveThrough(kontor(), await createOrder(kontor(), [item]), ...way)
      const deleted = await kontor().delete(`/sales-orders/${order.id}`)
      assert.deepEqual([deleted.status, deleted.text], [204, ''])
      assertRefused(await kontor().get(`/sales-orders/${order.id}`), 404, 'NOT_FOUND')
      assertRefused(await kontor().delete(`/sales-orders/${order.id}`), 404, 'NOT_FOUND')
      assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
    }
    assert.equal(await rowsIn(kontor(), 'sales-orders_items'), 0)
  })

  for (const way of [['submitted'], ['submitted', 'on_hold'], ['submitted', 'closed']]) {
    test(`an order that is ${way.at(-1)} stays, and says what to do`, async () => {
      const item = await createStockedItem(kontor(), 5)
      const order = await moveThrough(kontor(), await createOrder(kontor(), [item]), ...way)
      const answer = await kontor().delete(`/sales-orders/${order.id}`)
      assertRefused(answer, 422, 'DOCUMENT_LOCKED')
      assert.match(
        answer.body.error.message,
        new RegExp(`The order (has the status "${way.at(-1)}"|is closed).*[Cc]ancel it`),
      )
      assert.deepEqual(await readOrder(kontor(), order), order)
      assert.deepEqual(await stockOf(kontor(), item), [
        5,
        way.at(-1) === 'closed' ? 0 : 1,
        way.at(-1) === 'closed' ? 5 : 4,
      ])
    })
  }

  test('a cancelled order stays while a voided invoice still names it', async () => {
    const order = await createSubmitted(kontor(), [await createItem(kontor(), { sellingPrice: 5 })])
    const voided = await invoice(kontor(), order)
    await kontor().put(`/invoices/${voided.id}/status`, { status: 'cancelled' })
    await moveThrough(kontor(), order, 'cancelled')
    const answer = await kontor().delete(`/sales-orders/${order.id}`)
    assertRefused(answer, 422, 'RESOURCE_IN_USE')
    assert.ok(answer.body.error.message.includes(voided.id), answer.text)
  })

  test('an item or customer that an order uses stays: retire it instead', async () => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const order = await createOrder(kontor(), [item], { customer })
    for (const path of [`/items/${item.id}`, `/customers/${customer.id}`]) {
      const answer = await kontor().delete(path)
      assertRefused(answer, 422, 'RESOURCE_IN_USE')
      assert.ok(answer.body.error.message.includes(`1 sales order (${order.id})`), answer.text)
      assert.match(answer.body.error.message, / inactive instead\.$/)
      assert.equal((await kontor().get(path)).status, 200)
    }
    await kontor().delete(`/sales-orders/${order.id}`)
    assert.equal((await kontor().delete(`/items/${item.id}`)).status, 204)
    assert.equal((await kontor().delete(`/customers/${customer.id}`)).status, 204)
  })

  test('an item with a history in the warehouse stays', async () => {
    const item = await createStockedItem(kontor(), 1)
    const answer = await kontor().delete(`/items/${item.id}`)
    assertRefused(answer, 422, 'RESOURCE_IN_USE')
    assert.match(answer.body.error.message, /1 stock movement \(stk_/)
  })

  test('is not for sales, nor for those who only look', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor())])
    for (const role of ['viewer', 'warehouse', 'accountant', 'sales']) {
      const { token } = await signedIn(kontor(), role)
      assertRefused(await kontor().delete(`/sales-orders/${order.id}`, { token }), 403, 'FORBIDDEN')
    }
    assert.deepEqual(await readOrder(kontor(), order), order)
  })
})
