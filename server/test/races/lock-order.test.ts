import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { type Records, wholeScope } from '../../src/core/store.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { lockRanks } from '../../src/db/records/lock-order.ts'
import { createStore } from '../../src/db/store.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { gadgetMakers, gadgetOrders, gadgetOrdersMigration } from '../support/gadget-orders.ts'
import { kontorFor } from '../support/kontor.ts'
import { create, createCustomer, createItem } from '../support/records.ts'

const toys = [...catalog, gadgetMakers, gadgetOrders]
const orderOf = (names: readonly string[]) => {
  const ranks = lockRanks(everyResource(toys))
  return names.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!)
}

test('a document is locked after the one that it is made from, its party and its items last', () => {
  const names = [
    'customers',
    'deliveries',
    'invoices',
    'items',
    'payments',
    'gadget-orders',
    'sales-orders',
    'gadget-makers',
  ]
  const order = [
    'gadget-orders',
    'payments', // its lines stay what they are before what they settle is locked
    'sales-orders',
    'deliveries',
    'invoices',
    'customers',
    'gadget-makers',
    'items',
  ]
  assert.deepEqual(orderOf(names), order)
  assert.deepEqual(orderOf(['roles', 'sessions', 'users']), ['users', 'roles', 'sessions'])
})

onEveryDatabase('The order of locks is checked', (kind) => {
  const kontor = kontorFor(kind, { catalog: toys, migrations: [...migrations, gadgetOrdersMigration] })
  const ids = { maker: '', other: '', item: '', order: '' }

  before(async () => {
    const { id: maker } = await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Nord' })
    const { id: other } = await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Süd' })
    const { id: item } = await createItem(kontor(), { costPrice: 12.5 })
    const { id: order } = await create(kontor(), '/gadget-orders', { maker, items: [{ item, quantity: 1 }] })
    Object.assign(ids, { maker, other, item, order })
  })

  const write = (work: (records: Records) => Promise<unknown>) =>
    createStore(kontor().engine, everyResource(toys)).write(wholeScope(new Date().toISOString()), work)
  const refusal = (earlier: string, later: string) =>
    new RegExp(`^${later} \\w+ is locked after ${earlier} \\w+, but comes before`)

  test('records of several resources are locked in their order, and locked again in any', async () => {
    await write(async (records) => {
      await records.lock(gadgetOrders, ids.order)
      await records.lock(gadgetMakers, ids.maker)
      await records.lock(gadgetMakers, ids.other)
      await records.lock(items, ids.item)
      await records.lock(gadgetOrders, ids.order)
    })
  })

  test('a lock out of its rank is an error that names both records', async () => {
    const isRefused = (earlier: string, later: string, work: (records: Records) => Promise<unknown>) =>
      assert.rejects(write(work), (error: Error) => refusal(earlier, later).test(error.message))
    await isRefused('gadget-makers', 'gadget-orders', async (records) => {
      await records.lock(gadgetMakers, ids.maker)
      await records.lock(gadgetOrders, ids.order)
    })
    await isRefused('items', 'gadget-makers', async (records) => {
      await records.lock(items, ids.item)
      await records.attempt(async () => {})
      await records.lock(gadgetMakers, ids.maker)
    })
    await isRefused('gadget-makers', 'gadget-makers', async (records) => {
      await records.lock(gadgetMakers, ids.other)
      await records.lock(gadgetMakers, ids.maker)
    })
  })

  test('an operation that can fail alone begins anew', async () => {
    await write(async (records) => {
      await records.lock(items, ids.item)
      await records.attempt((inner) => inner.lock(gadgetOrders, ids.order))
    })
  })

  test('requests that name a version, or a key of another system, keep the order', async () => {
    const { id: customer } = await createCustomer(kontor())
    const { id: item } = await createItem(kontor(), { sellingPrice: 5 })
    await create(kontor(), '/stock-movements', { item, quantity: 10, reason: 'receipt' })
    const { id: salesOrder } = await create(kontor(), '/sales-orders', { customer, items: [{ item, quantity: 4 }] })
    assert.equal((await kontor().put(`/sales-orders/${salesOrder}/status`, { status: 'submitted' })).status, 200)
    const externalIds = { shop: 'one' }
    const ifMatch = { headers: { 'if-match': '"1"' } }

    await create(kontor(), '/deliveries', { salesOrder, items: [{ item, quantity: 1 }], externalIds })
    const [delivery] = (await kontor().get('/deliveries')).body.data
    const noted = await kontor().put('/deliveries/by/externalIds.shop/one', { notes: 'Ring twice.' }, ifMatch)
    assert.equal(noted.status, 200, noted.text)
    const undone = await kontor().delete(`/deliveries/${delivery.id}`, { headers: { 'if-match': '"2"' } })
    assert.equal(undone.status, 204, undone.text)

    const draft = await create(kontor(), '/invoices/from-order', { salesOrder, draft: true })
    const issued = await kontor().put(`/invoices/${draft.id}/status`, { status: 'unpaid' }, ifMatch)
    assert.equal(issued.status, 200, issued.text)
    const { id: payment } = await create(kontor(), '/payments', { invoice: draft.id, amount: 1, method: 'cash' })
    const taken = await kontor().delete(`/payments/${payment}`, ifMatch)
    assert.equal(taken.status, 204, taken.text)
    const corrected = await kontor().post(`/invoices/${draft.id}/correct`, {})
    assert.equal(corrected.status, 201, corrected.text)
  })
})
