import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'
import { customerWith, draftOrder, stockedItem, submittedOrder } from './scenes.ts'

onEveryDatabase(`${CLIENTS} clients who invoice one order at once`, (kind) => {
  const arena = arenaFor(kind)
  const fromOrder = (salesOrder: string, more: object = {}) =>
    arena().rush({ method: 'POST', path: '/invoices/from-order', body: { salesOrder, ...more } })

  test('make one invoice of it', async () => {
    const order = await submittedOrder(arena(), await stockedItem(arena()), 10)
    const answers = await fromOrder(order.id)
    assert.deepEqual(outcomesOf(answers), { 201: 1, '422 NOTHING_TO_INVOICE': CLIENTS - 1 })
    const [invoice] = answers.filter(({ status }) => status === 201)
    assert.equal(invoice!.body.data.total, order.total)
    const { invoices, invoiceStatus } = await arena().read(`/sales-orders/${order.id}`)
    assert.deepEqual([invoices, invoiceStatus], [[invoice!.body.data.id], 'invoiced'])
  })

  test('submit a draft once and make one invoice of it', async () => {
    const item = await stockedItem(arena())
    const order = await draftOrder(arena(), await customerWith(arena()), item, 3)
    assert.deepEqual(outcomesOf(await fromOrder(order.id)), { 201: 1, '422 NOTHING_TO_INVOICE': CLIENTS - 1 })
    assert.equal((await arena().read(`/items/${item.id}`)).reservedStock, 3)
  })

  test('in parts, never invoice more than was ordered, and all of it to the cent', async () => {
    const item = await stockedItem(arena(), { sellingPrice: 33.33, taxRate: 7 })
    const order = await submittedOrder(arena(), item, 10)
    const answers = await fromOrder(order.id, { items: [{ item: item.id, quantity: 0.25 }] })
    assert.deepEqual(outcomesOf(answers), { 201: 40, '422 OVER_INVOICED': CLIENTS - 40 })
    const cents = answers.filter(({ status }) => status === 201).map(({ body }) => Math.round(body.data.total * 100))
    assert.equal(
      cents.reduce((sum, part) => sum + part, 0),
      Math.round(order.total * 100),
    )
  })

  test('while others void what they made, still leave no more than one', async () => {
    const order = await submittedOrder(arena(), await stockedItem(arena()), 10)
    const make = { method: 'POST', path: '/invoices/from-order', body: { salesOrder: order.id } } as const
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const made = await arena().send(client, make)
        if (made.status === 422) return assert.equal(made.body.error.code, 'NOTHING_TO_INVOICE')
        assert.equal(made.status, 201, made.text)
        const path = `/invoices/${made.body.data.id}`
        const status = { method: 'PUT', path: `${path}/status`, body: { status: 'cancelled' } } as const
        const voided = await arena().send(client + 1, client % 2 === 0 ? status : { method: 'DELETE', path })
        assert.ok(voided.status < 300, voided.text)
      }),
    )
    assert.equal((await arena().read(`/sales-orders/${order.id}`)).invoiceStatus, 'not_invoiced')
  })

  test('who correct one invoice at once make one draft, and the order is never invoiced twice', async () => {
    const order = await submittedOrder(arena(), await stockedItem(arena()), 10)
    const { customer, items } = order
    const line = { item: items[0].item, quantity: 1 }
    const direct = await arena().create('/invoices', { customer, items: [line] })
    const ofOrder = await arena().create('/invoices/from-order', { salesOrder: order.id })
    for (const { id } of [direct, ofOrder]) {
      const answers = await arena().rush({ method: 'POST', path: `/invoices/${id}/correct`, body: {} })
      assert.deepEqual(outcomesOf(answers), { 201: 1, '422 DOCUMENT_LOCKED': CLIENTS - 1 })
    }
    const after = await arena().read(`/sales-orders/${order.id}`)
    assert.deepEqual([after.invoiceStatus, after.items[0].invoicedQuantity], ['invoiced', 10])
  })

  test('who correct, void, pay and invoice an order at once never invoice more than was ordered', async () => {
    const order = await submittedOrder(arena(), await stockedItem(arena()), 10)
    const { id } = await arena().create('/invoices/from-order', { salesOrder: order.id })
    const requests = [
      { method: 'POST', path: `/invoices/${id}/correct`, body: {} },
      { method: 'PUT', path: `/invoices/${id}/status`, body: { status: 'cancelled' } },
      { method: 'POST', path: '/payments', body: { invoice: id, amount: 0.01 } },
      { method: 'POST', path: '/invoices/from-order', body: { salesOrder: order.id } },
    ] as const
    const answers = await arena().rush((client) => requests[client % requests.length]!)
    assert.deepEqual(
      answers.filter(({ status }) => ![200, 201, 422].includes(status)),
      [],
    )
    assert.ok((await arena().read(`/sales-orders/${order.id}`)).items[0].invoicedQuantity <= 10)
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
