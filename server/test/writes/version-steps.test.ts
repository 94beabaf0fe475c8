import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, type Kontor, kontorFor } from '../support/kontor.ts'
import { png } from '../support/logos.ts'
import { create, createCustomer, createItem, customerBody, itemBody, read } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  receive,
} from '../support/trade.ts'
import { entries } from '../support/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

const TABLES = everyResource()
  .filter(({ internal }) => !internal)
  .map(({ name }) => name)

/** The ledger bears no change, and demo data are many requests in one. */
const LEFT_OUT = ['update', 'delete', 'bulk'].map((name) => `stock-movements.${name}`).concat('settings.fill-demo')

/** The version of every record, by id. */
async function versions({ engine }: Kontor): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const table of TABLES) {
    const rows = await engine.reader.query(engine.builder.selectFrom(table).select(['id', 'version']).compile())
    for (const [id, version] of rows) found.set(id as string, Number(version))
  }
  return found
}

onEveryDatabase('One request', (kind) => {
  const kontor = kontorFor(kind)

  /** Returns by how much each version has grown; a new record counts with its version. */
  async function steps(work: () => Promise<Answer>): Promise<Record<string, number>> {
    const old = await versions(kontor())
    const answer = await work()
    assert.ok(answer.status < 300, answer.text)
    const grown: Record<string, number> = {}
    for (const [id, version] of await versions(kontor())) {
      const step = version - (old.get(id) ?? 0)
      if (step !== 0 && !id.startsWith('aud_')) grown[id] = step
      assert.ok(step <= 1, `${id} has moved by ${step}: ${answer.text}`)
    }
    return grown
  }
  const post = (path: string, body: object) => () => kontor().post(path, body)
  const put = (path: string, body: object) => () => kontor().put(path, body)
  const remove = (path: string) => () => kontor().delete(path)
  const moved = (path: string, status: string) => put(`${path}/status`, { status })

  test('raises the version of an order by one and creates an invoice at version 1, issued or not', async () => {
    for (const draft of [false, true]) {
      const item = await createStockedItem(kontor(), 10)
      const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 2 }])
      assert.equal(order.version, 2)
      const answer = await kontor().post('/invoices/from-order', { salesOrder: order.id, draft })
      assert.deepEqual([answer.status, answer.body.data.version], [201, 1], answer.text)
      assert.equal((await read(kontor(), `/sales-orders/${order.id}`)).version, 3)
      assert.equal((await read(kontor(), `/invoices/${answer.body.data.id}`)).version, 1)
    }
  })

  test('that submits an order in order to invoice it raises the version of the order by one', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor())])
    const grown = await steps(post('/invoices/from-order', { salesOrder: order.id }))
    assert.equal(grown[order.id], 1)
  })

  test('that enters a delivery or a payment raises what it touches by one, and leaves the item as it is', async () => {
    const item = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [
      { item: item.id, quantity: 2 },
      { item: item.id, quantity: 3 },
    ])
    const delivered = await steps(post('/deliveries', { salesOrder: order.id }))
    assert.deepEqual([delivered[order.id], item.id in delivered], [1, false])
    const issued = await invoice(kontor(), order)
    const paid = await steps(post('/payments', { invoice: issued.id, amount: 1 }))
    assert.equal(paid[issued.id], 1)
  })

  test('that voids one of several invoices of an order raises the version of the order by one', async () => {
    const order = await createSubmitted(kontor(), [{ item: (await createStockedItem(kontor(), 10)).id, quantity: 3 }])
    const part = { items: [{ line: order.items[0].id, quantity: 1 }] }
    const first = await invoice(kontor(), order, part)
    await invoice(kontor(), order, part)
    const grown = await steps(moved(`/invoices/${first.id}`, 'cancelled'))
    assert.deepEqual([grown[order.id], grown[first.id]], [1, 1])
  })

  test('raises no version by more than one, whichever action it is', async () => {
    const item = await createStockedItem(kontor(), 1000, { taxRate: 19 })
    const service = await createService(kontor())
    const customer = await createCustomer(kontor())
    const lines = [
      { item: item.id, quantity: 5 },
      { item: service.id, quantity: 1 },
    ]
    const body = { customer: customer.id, items: lines }
    const newOrder = () => createOrder(kontor(), lines, { customer })
    const submitted = () => createSubmitted(kontor(), lines, { customer })
    const issued = async () => invoice(kontor(), await submitted())
    const drafted = async () => invoice(kontor(), await submitted(), { draft: true })
    const [order, other, third] = [await newOrder(), await submitted(), await submitted()]
    const [unpaid, draft] = [await issued(), await drafted()]
    const delivery = await deliver(kontor(), third)
    const payment: AnyRecord = await create(kontor(), '/payments', { invoice: unpaid.id, amount: 1 })
    const view = await create(kontor(), '/views', { name: 'Mine', resource: 'items', isDefault: true })
    const { items: stored } = await read(kontor(), `/sales-orders/${other.id}`)

    const movement = await receive(kontor(), item, 1)
    const known = {
      items: item,
      customers: customer,
      'sales-orders': order,
      invoices: unpaid,
      payments: payment,
      deliveries: delivery,
      'stock-movements': movement,
    }
    const upserts: Record<string, () => Promise<Answer>> = {}
    for (const [name, { id }] of Object.entries(known)) {
      await kontor().put(`/${name}/${id}`, { externalIds: { shop: id } })
      upserts[`${name}.upsert`] = put(`/${name}/by/externalIds.shop/${id}`, { externalIds: { erp: id } })
    }

    const requests: Readonly<Record<string, () => Promise<Answer>>> = {
      ...upserts,
      'items.create': post('/items', itemBody()),
      'items.update': put(`/items/${item.id}`, { sellingPrice: 11, reorderLevel: 2000 }),
      'items.bulk': post('/items/bulk', { action: 'update', ids: [item.id, service.id], input: { category: 'New' } }),
      'items.delete': remove(`/items/${(await createItem(kontor())).id}`),
      'customers.create': post('/customers', customerBody()),
      'customers.update': put(`/customers/${customer.id}`, { creditLimit: 1e9, address: { city: 'Kiel' } }),
      'customers.bulk': post('/customers/bulk', { action: 'update', ids: [customer.id], input: { type: 'Club' } }),
      'customers.delete': remove(`/customers/${(await createCustomer(kontor())).id}`),
      'sales-orders.create': post('/sales-orders', body),
      'sales-orders.update': put(`/sales-orders/${other.id}`, {
        items: stored.map((line: AnyRecord) => ({ ...line, quantity: 7 })),
      }),
      'sales-orders.status': moved(`/sales-orders/${order.id}`, 'submitted'),
      'sales-orders.bulk': post('/sales-orders/bulk', {
        action: 'status',
        ids: [order.id, other.id],
        input: { status: 'cancelled' },
      }),
      'sales-orders.delete': remove(`/sales-orders/${order.id}`),
      'invoices.create': post('/invoices', body),
      'invoices.create-from-order': post('/invoices/from-order', { salesOrder: third.id, invoiceDate: '2026-01-01' }),
      'invoices.update': put(`/invoices/${draft.id}`, { notes: 'Hello', invoiceDate: '2026-01-02' }),
      'invoices.status': moved(`/invoices/${draft.id}`, 'unpaid'),
      'invoices.bulk': post('/invoices/bulk', { action: 'status', ids: [draft.id], input: { status: 'cancelled' } }),
      'invoices.correct': post(`/invoices/${(await issued()).id}/correct`, {}),
      'invoices.delete': remove(`/invoices/${(await issued()).id}`),
      'payments.create': post('/payments', { invoice: unpaid.id, amount: 2 }),
      'payments.update': put(`/payments/${payment.id}`, { reference: 'Statement 1' }),
      'payments.bulk': post('/payments/bulk', { action: 'update', ids: [payment.id], input: { method: 'cash' } }),
      'payments.delete': remove(`/payments/${payment.id}`),
      'deliveries.create': post('/deliveries', { salesOrder: (await submitted()).id }),
      'deliveries.update': put(`/deliveries/${delivery.id}`, { notes: 'Late' }),
      'deliveries.bulk': post('/deliveries/bulk', { action: 'update', ids: [delivery.id], input: { notes: 'Later' } }),
      'deliveries.delete': remove(`/deliveries/${delivery.id}`),
      'stock-movements.create': post('/stock-movements', { item: item.id, quantity: 3 }),
      'settings.update': put('/settings', { companyName: 'Kettenwerk' }),
      'settings.set-logo': () =>
        kontor().call('PUT', '/settings/logo', { text: png(), headers: { 'content-type': 'image/png' } }),
      'settings.remove-logo': remove('/settings/logo'),
      'settings.set-next-number': put('/settings/numbering', { document: 'invoices', nextNumber: 5000 }),
      'views.create': post('/views', { name: 'Also mine', resource: 'items', isDefault: true }),
      'views.update': put(`/views/${view.id}`, { isDefault: true }),
      'views.bulk': post('/views/bulk', { action: 'update', ids: [view.id], input: { name: 'Ours' } }),
      'views.delete': remove(`/views/${view.id}`),
    }
    for (const request of Object.values(requests)) await steps(request)

    const all = entries.flatMap(({ resource, actions }) =>
      actions.filter(({ method }) => method !== 'GET').map(({ name }) => `${resource.name}.${name}`),
    )
    const missing = all.filter((name) => !(name in requests) && !LEFT_OUT.includes(name))
    assert.deepEqual(missing, [], 'every action is tried')
  })
})
