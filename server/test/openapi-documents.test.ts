import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from './support/databases.ts'
import { type Answer, kontorFor } from './support/kontor.ts'
import { type DescribedApi, describedApi } from './support/openapi.ts'
import { create, createCustomer, createItem, read } from './support/records.ts'
import { createWorld, type World } from './support/world.ts'

const STATUS = '/api/v1/sales-orders/{id}/status'
const FROM_ORDER = '/api/v1/invoices/from-order'

onEveryDatabase('What the OpenAPI document promises of documents', (kind) => {
  const kontor = kontorFor(kind)
  let api: DescribedApi
  let world: World
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
    world = await createWorld(kontor())
  })

  const newOrder = (more: object = {}) => create(kontor(), '/sales-orders', world.bodyOf('sales-orders', more))
  const linesOf = (item: { id: string }, quantity: number) => ({ items: [{ item: item.id, quantity }] })
  const move = ({ id }: { id: string }, status: string, more: object = {}) =>
    kontor().put(`/sales-orders/${id}/status`, { status, ...more })

  /** Refused with this code, and the document says that it can be. */
  function assertForeseen(method: string, path: string, answer: Answer, code: string): void {
    assert.equal(answer.body.error?.code, code, answer.text)
    api.foresees(method, path, answer)
  }

  test('an order moves by the documented example, and what it can become is listed as documented', async () => {
    const order = await newOrder()
    const [body] = api.bodies('PUT', STATUS)
    for (const method of ['PUT', 'PATCH']) {
      const moved = await kontor().call(method, `/sales-orders/${order.id}/status`, { body })
      assert.deepEqual([moved.status, moved.body.data.status], [200, body.status])
      api.foresees(method, STATUS, moved)
    }
    await create(kontor(), '/deliveries', { salesOrder: order.id })
    const delivered = await kontor().get(`/sales-orders/${order.id}`)
    api.foresees('GET', '/api/v1/sales-orders/{id}', delivered)
    const blocked = delivered.body.data.allowedTransitions.find(({ allowed }: { allowed: boolean }) => !allowed)
    assert.deepEqual(Object.keys(blocked), ['status', 'allowed', 'reason', 'blockers'])
    assert.deepEqual(Object.keys(blocked.blockers[0]), ['code', 'message'])
  })

  test('a warning comes as documented, and only where there is something to warn of', async () => {
    const short = await move(await newOrder(linesOf(await createItem(kontor()), 5)), 'submitted')
    assert.deepEqual(
      short.body.meta.warnings.map(({ code }: { code: string }) => code),
      ['BACKORDER'],
    )
    api.foresees('PUT', STATUS, short)
    assert.equal((await move(await newOrder(), 'submitted')).body.meta, undefined)
    const odd = await kontor().post('/invoices', world.bodyOf('invoices', { paymentTerms: 'by full moon' }))
    assert.equal(odd.body.meta.warnings[0].code, 'PAYMENT_TERMS_NOT_UNDERSTOOD')
    api.foresees('POST', '/api/v1/invoices', odd)
  })

  test('an invoice comes from an order by each documented example, and is had as PDF', async () => {
    for (const example of world.withRealIds(api.bodies('POST', FROM_ORDER))) {
      const made = await kontor().post('/invoices/from-order', example)
      assert.equal(made.status, 201, made.text)
      api.foresees('POST', FROM_ORDER, made)
      const pdf = await kontor().get(`/invoices/${made.body.data.id}/pdf`)
      assert.equal(pdf.status, 200)
      assert.match(pdf.text, /^%PDF-/)
      api.foresees('GET', '/api/v1/invoices/{id}/pdf', pdf)
      await kontor().delete(`/invoices/${made.body.data.id}`)
    }
    const missing = await kontor().get('/invoices/inv_nothing/pdf')
    assertForeseen('GET', '/api/v1/invoices/{id}/pdf', missing, 'NOT_FOUND')
  })

  test('an invoice moves by the documented example', async () => {
    const draft = await create(kontor(), '/invoices', world.bodyOf('invoices', { draft: true }))
    const [body] = api.bodies('PUT', '/api/v1/invoices/{id}/status')
    const moved = await kontor().put(`/invoices/${draft.id}/status`, body)
    assert.deepEqual([moved.status, moved.body.data.status], [200, body.status])
    api.foresees('PUT', '/api/v1/invoices/{id}/status', moved)
    const again = await kontor().put(`/invoices/${draft.id}/status`, { status: 'paid' })
    assertForeseen('PUT', '/api/v1/invoices/{id}/status', again, 'INVALID_STATUS_TRANSITION')
  })

  test('every way in which an order is refused is foreseen', async () => {
    const orders = '/api/v1/sales-orders'
    const post = (more: object) => kontor().post('/sales-orders', world.bodyOf('sales-orders', more))
    const [idle, resting] = [await createItem(kontor(), { isActive: false }), await createItem(kontor())]
    const held = await createCustomer(kontor(), { creditHold: true })
    const poor = await createCustomer(kontor(), { creditLimit: 1 })
    assertForeseen('POST', orders, await post(linesOf(idle, 1)), 'INACTIVE_REFERENCE')
    assertForeseen('POST', orders, await post({ expectedTotal: 1 }), 'TOTAL_MISMATCH')
    assertForeseen('POST', orders, await post({ customer: 'cus_nobody' }), 'VALIDATION_ERROR')
    const order = await newOrder(linesOf(resting, 1))
    await kontor().put(`/items/${resting.id}`, { isActive: false })
    assertForeseen('PUT', STATUS, await move(order, 'submitted'), 'INACTIVE_REFERENCE')
    assertForeseen('PUT', STATUS, await move(order, 'closed'), 'INVALID_STATUS_TRANSITION')
    assertForeseen('PUT', STATUS, await move(order, 'unheard-of'), 'VALIDATION_ERROR')
    assertForeseen('PUT', STATUS, await move(await newOrder({ customer: held.id }), 'submitted'), 'CUSTOMER_ON_HOLD')
    const dear = await newOrder({ customer: poor.id })
    assertForeseen('PUT', STATUS, await move(dear, 'submitted'), 'CREDIT_LIMIT_EXCEEDED')
    const overridden = await move(dear, 'submitted', { overrideCreditLimit: true })
    assert.equal(overridden.status, 200, overridden.text)
    const change = (body: object) => kontor().put(`/sales-orders/${dear.id}`, body)
    assertForeseen('PUT', `${orders}/{id}`, await change({ customer: held.id }), 'DOCUMENT_LOCKED')
    const { items } = await read(kontor(), `/sales-orders/${dear.id}`)
    const more = { items: [{ ...items[0], quantity: 7 }] }
    assertForeseen('PUT', `${orders}/{id}`, await change(more), 'CREDIT_LIMIT_EXCEEDED')
    assertForeseen('DELETE', `${orders}/{id}`, await kontor().delete(`/sales-orders/${dear.id}`), 'DOCUMENT_LOCKED')
  })

  test('every way in which an invoice, a payment, a delivery or a movement is refused is foreseen', async () => {
    const order = await newOrder()
    const bill = (more: object = {}) => kontor().post('/invoices/from-order', { salesOrder: order.id, ...more })
    const tooMuch = { items: [{ line: order.items[0].id, quantity: 2 }] }
    assertForeseen('POST', FROM_ORDER, await bill(tooMuch), 'OVER_INVOICED')
    const { id, total } = (await bill()).body.data
    assertForeseen('POST', FROM_ORDER, await bill(), 'NOTHING_TO_INVOICE')
    assertForeseen('POST', FROM_ORDER, await bill({ salesOrder: 'so_nothing' }), 'VALIDATION_ERROR')
    const cancelled = await newOrder()
    await move(cancelled, 'cancelled')
    assertForeseen('POST', FROM_ORDER, await bill({ salesOrder: cancelled.id }), 'DOCUMENT_LOCKED')
    const wrong = await kontor().post('/invoices', world.bodyOf('invoices', { expectedTotal: 1 }))
    assertForeseen('POST', '/api/v1/invoices', wrong, 'TOTAL_MISMATCH')
    const locked = await kontor().put(`/invoices/${id}`, { paymentTerms: 'Net 90' })
    assertForeseen('PUT', '/api/v1/invoices/{id}', locked, 'DOCUMENT_LOCKED')
    const over = await kontor().post('/payments', { invoice: id, amount: total + 1 })
    assertForeseen('POST', '/api/v1/payments', over, 'OVERPAYMENT')
    const payment = await create(kontor(), '/payments', { invoice: id, amount: total })
    const paid = await kontor().delete(`/invoices/${id}`)
    assertForeseen('DELETE', '/api/v1/invoices/{id}', paid, 'DOCUMENT_LOCKED')
    const raised = await kontor().put(`/payments/${payment.id}`, { amount: 1 })
    assertForeseen('PUT', '/api/v1/payments/{id}', raised, 'DOCUMENT_LOCKED')
    const early = await kontor().post('/deliveries', { salesOrder: (await newOrder()).id })
    assertForeseen('POST', '/api/v1/deliveries', early, 'DOCUMENT_LOCKED')
    const gone = { ...world.bodyOf('stock-movements'), quantity: -9_000_000 }
    const empty = await kontor().post('/stock-movements', gone)
    assertForeseen('POST', '/api/v1/stock-movements', empty, 'INSUFFICIENT_STOCK')
    const missing = await newOrder(linesOf(await createItem(kontor()), 1))
    await move(missing, 'submitted')
    const short = await kontor().post('/deliveries', { salesOrder: missing.id })
    assertForeseen('POST', '/api/v1/deliveries', short, 'INSUFFICIENT_STOCK')
    const used = await kontor().delete(world.addressOf('customers'))
    assertForeseen('DELETE', '/api/v1/customers/{id}', used, 'RESOURCE_IN_USE')
  })
})
