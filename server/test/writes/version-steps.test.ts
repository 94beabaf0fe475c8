import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { fixtureOf } from '../support/fixtures.ts'
import { type Answer, type Kontor, kontorFor } from '../support/kontor.ts'
import { png } from '../support/logos.ts'
import { create, createCustomer, createItem, read } from '../support/records.ts'
import { createOrder, createService, createStockedItem, createSubmitted, deliver, invoice } from '../support/trade.ts'
import { changes, created, createWorld, entries, type World } from '../support/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

const TABLES = everyResource()
  .filter(({ internal }) => !internal)
  .map(({ name }) => name)

/** Every action that writes. Demo data are many requests in one, and some records bear no change. */
const everyWrite = entries.flatMap(({ resource, actions }) =>
  actions
    .filter(({ name, method }) => method !== 'GET' && name !== 'fill-demo')
    .filter(({ name }) => resource.name in changes || !['update', 'delete', 'bulk'].includes(name))
    .map(({ name }) => `${resource.name}.${name}`),
)

type Requests = Readonly<Record<string, () => Promise<Answer>>>

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

  /** The stock actions of every resource, and the first move of its records. */
  async function requestsOfFixtures(world: World): Promise<Requests> {
    const requests: Record<string, () => Promise<Answer>> = {}
    for (const { resource, rules } of entries.filter(({ resource }) => created.includes(resource))) {
      const { name } = resource
      const path = `/${name}`
      const fresh = async () => {
        const { id } = await create(kontor(), path, world.bodyOf(name, fixtureOf(name).draft))
        return id as string
      }
      const input = changes[name] ?? {}
      const [changed, upserted] = [await fresh(), await fresh()]
      await kontor().put(`${path}/${upserted}`, { externalIds: { shop: upserted } })
      Object.assign(requests, {
        [`${name}.create`]: post(path, world.bodyOf(name)),
        [`${name}.update`]: put(`${path}/${changed}`, input),
        [`${name}.bulk`]: post(`${path}/bulk`, { action: 'update', ids: [await fresh()], input }),
        [`${name}.delete`]: remove(`${path}/${await fresh()}`),
        [`${name}.upsert`]: put(`${path}/by/externalIds.shop/${upserted}`, { externalIds: { erp: upserted } }),
        [`${name}.status`]: moved(`${path}/${await fresh()}`, rules?.lifecycle?.moves[0]?.to ?? ''),
      })
    }
    return Object.fromEntries(Object.entries(requests).filter(([name]) => everyWrite.includes(name)))
  }

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

    const quotations = await Promise.all(Array.from({ length: 3 }, () => create(kontor(), '/quotations', body)))

    const byHand: Requests = {
      'quotations.convert-to-order': post(`/quotations/${quotations[0].id}/to-order`, {}),
      'quotations.duplicate': post(`/quotations/${quotations[0].id}/duplicate`, {}),
      'sales-orders.create-from-quotation': post('/sales-orders/from-quotation', { quotation: quotations[1].id }),
      'sales-orders.duplicate': post(`/sales-orders/${other.id}/duplicate`, {}),
      'invoices.duplicate': post(`/invoices/${unpaid.id}/duplicate`, {}),
      'items.update': put(`/items/${item.id}`, { sellingPrice: 11, reorderLevel: 2000 }),
      'items.bulk': post('/items/bulk', { action: 'update', ids: [item.id, service.id], input: { category: 'New' } }),
      'customers.update': put(`/customers/${customer.id}`, { creditLimit: 1e9, address: { city: 'Kiel' } }),
      'customers.bulk': post('/customers/bulk', { action: 'update', ids: [customer.id], input: { type: 'Club' } }),
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
      'payments.unallocate': post(`/payments/${payment.id}/unallocate`, {}),
      'payments.allocate': post(`/payments/${payment.id}/allocate`, { oldestFirst: true }),
      'payments.update': put(`/payments/${payment.id}`, { reference: 'Statement 1' }),
      'payments.bulk': post('/payments/bulk', { action: 'update', ids: [payment.id], input: { method: 'cash' } }),
      'payments.delete': remove(`/payments/${payment.id}`),
      'deliveries.create': post('/deliveries', { salesOrder: (await submitted()).id }),
      'deliveries.update': put(`/deliveries/${delivery.id}`, { notes: 'Late' }),
      'deliveries.bulk': post('/deliveries/bulk', { action: 'update', ids: [delivery.id], input: { notes: 'Later' } }),
      'deliveries.delete': remove(`/deliveries/${delivery.id}`),
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
    const ofFixtures = await requestsOfFixtures(await createWorld(kontor()))
    for (const request of Object.values(byHand)) await steps(request)
    for (const [name, request] of Object.entries(ofFixtures)) if (!(name in byHand)) await steps(request)

    const missing = everyWrite.filter((name) => !(name in byHand || name in ofFixtures))
    assert.deepEqual(missing, [], 'every action is tried')
  })
})
