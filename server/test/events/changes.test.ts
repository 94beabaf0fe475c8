import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf, imported } from '../imports/importing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyEvent, endOfFeed, eventsAfter, eventsOf, typesOf } from '../support/events.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused, createCustomer, createItem, itemBody, newCode, read, times } from '../support/records.ts'
import { createService, createStockedItem, createSubmitted, deliver, invoice, pay } from '../support/trade.ts'

onEveryDatabase('The change feed', (kind) => {
  const kontor = kontorFor(kind)

  test('has one event for each acknowledged change, at the next request', async () => {
    const start = await endOfFeed(kontor())
    const created = await kontor().post('/items', itemBody({ itemName: 'Hammer' }))
    const { id } = created.body.data
    const first = (await eventsAfter(kontor(), start)).events
    assert.equal(first.length, 1)
    const { id: eventId, cursor, at, actor, changes, changedFields, ...rest } = first[0]
    assert.match(eventId, /^evt_\w+$/)
    assert.match(at, /^\d{4}-.*Z$/)
    assert.deepEqual([changes.itemName, changedFields.includes('itemName')], [[null, 'Hammer'], true])
    const [admin] = await read(kontor(), '/users?perPage=1&sort=createdAt&order=asc')
    assert.equal(actor, admin.id)
    const requestId = created.headers['x-request-id']
    assert.deepEqual(rest, { type: 'items.created', resource: 'items', recordId: id, version: 1, requestId })
    await kontor().put(`/items/${id}`, { itemName: 'Mallet' })
    await kontor().delete(`/items/${id}`)
    const later = (await eventsAfter(kontor(), cursor)).events
    assert.deepEqual(
      later.map(({ type, version, changedFields: fields }) => [type, version, fields.includes('itemName')]),
      [
        ['items.updated', 2, true],
        ['items.deleted', 3, true],
      ],
    )
    assert.deepEqual(later[0].changes, { itemName: ['Hammer', 'Mallet'] })
  })

  test('tells of a status that a record has reached as a second event, with an id and a cursor of its own', async () => {
    const order = () => createService(kontor()).then((service) => createSubmitted(kontor(), [service]))
    const events = await eventsOf(kontor(), order, 'resources=sales-orders')
    assert.deepEqual(typesOf(events), ['sales-orders.created', 'sales-orders.updated', 'sales-orders.submitted'])
    const [, updated, submitted] = events
    assert.equal(submitted.id, `${updated.id}-submitted`)
    assert.deepEqual([submitted.version, submitted.recordId], [updated.version, updated.recordId])
    const after = await eventsAfter(kontor(), updated.cursor, 'limit=1')
    assert.deepEqual(after.events, [submitted])
    const page = await kontor().get(`/events?after=${events[0].cursor}&limit=1`)
    assert.deepEqual([page.body.data, page.body.meta.cursor], [[updated], updated.cursor])
  })

  test('has a business event for a record that is created in another status than the usual one', async () => {
    const events = await eventsOf(kontor(), () => createCustomer(kontor(), { isActive: false }))
    assert.deepEqual(typesOf(events), ['customers.created', 'customers.inactive'])
    assert.deepEqual(typesOf(await eventsOf(kontor(), () => createCustomer(kontor()))), ['customers.created'])
  })

  test('includes what else a request changes: stock, orders, and the invoice that a payment settles', async () => {
    const item = await createStockedItem(kontor(), 5)
    const order = await createSubmitted(kontor(), [item])
    const delivered = await eventsOf(kontor(), () => deliver(kontor(), order))
    const changed = new Set(delivered.map(({ resource, recordId }) => `${resource} ${recordId}`))
    for (const one of [`items ${item.id}`, `sales-orders ${order.id}`]) assert.ok(changed.has(one), one)
    const bill = await invoice(kontor(), order)
    const paid = await eventsOf(kontor(), () => pay(kontor(), bill, bill.total))
    const types = typesOf(paid)
    for (const type of ['payments.created', 'invoices.updated', 'invoices.paid']) assert.ok(types.includes(type), type)
    assert.equal(new Set(paid.map(({ requestId }) => requestId)).size, 1)
  })

  test('includes every record of an import and of a bulk action', async () => {
    const rows = await times(30, async (index) => [newCode(), `Row ${index}`])
    const created = await eventsOf(
      kontor(),
      () => imported(kontor(), csvOf(['itemCode', 'itemName'], ...rows), { mode: 'insert' }),
      'types=items.created',
    )
    assert.deepEqual(created.map(({ changes }) => changes.itemCode[1]).sort(), rows.map(([code]) => code).sort())
    const ids = created.map(({ recordId }) => recordId)
    const deleted = await eventsOf(kontor(), () => kontor().post('/items/bulk', { action: 'delete', ids }))
    assert.deepEqual(
      deleted.map(({ type, recordId }) => `${type} ${recordId}`).sort(),
      ids.map((id) => `items.deleted ${id}`).sort(),
    )
  })

  test('has nothing of a request that was refused, of sign-ins, and of changes that change nothing', async () => {
    const item = await createItem(kontor(), { itemName: 'Same' })
    const events = await eventsOf(kontor(), async () => {
      assertRefused(await kontor().post('/items', itemBody({ itemCode: item.itemCode })), 422, 'VALIDATION_ERROR')
      assert.equal((await kontor().put(`/items/${item.id}`, { itemName: 'Same' })).status, 200)
      assert.equal((await kontor().login('admin@kontor.local', 'wrong password')).status, 401)
    })
    assert.deepEqual(events, [])
  })

  test('shows the record as it is now on request, and null if it is deleted', async () => {
    const [kept, gone] = [await createItem(kontor()), await createItem(kontor())]
    const start = await endOfFeed(kontor())
    await kontor().put(`/items/${kept.id}`, { itemName: 'First' })
    await kontor().put(`/items/${kept.id}`, { itemName: 'Second' })
    await kontor().delete(`/items/${gone.id}`)
    const { events } = await eventsAfter(kontor(), start, 'include=record')
    assert.deepEqual(
      events.map(({ record }: AnyEvent) => record),
      [await read(kontor(), `/items/${kept.id}`), await read(kontor(), `/items/${kept.id}`), null],
    )
    assert.ok(!('record' in (await eventsAfter(kontor(), start)).events[0]))
  })

  test('is the same whatever the size of a page, and begins at the first event without a cursor', async () => {
    const all = (await eventsAfter(kontor(), undefined)).events
    const ids = all.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const limit of [1, 7, 100]) {
      const walked = (await eventsAfter(kontor(), undefined, `limit=${limit}`)).events
      assert.deepEqual(
        walked.map(({ id }) => id),
        ids,
        `limit ${limit}`,
      )
    }
    for (const [, some] of Map.groupBy(all, ({ recordId }) => recordId)) {
      const versions = some.map(({ version }) => version)
      assert.deepEqual(
        versions,
        versions.toSorted((a: number, b: number) => a - b),
      )
    }
  })

  test('keeps only the wanted resources, types and record, while the cursor moves over the others', async () => {
    const item = await createItem(kontor())
    const start = await endOfFeed(kontor())
    await times(20, () => createCustomer(kontor()))
    await kontor().put(`/items/${item.id}`, { itemName: 'Wanted' })
    const wanted = async (query: string) => typesOf((await eventsAfter(kontor(), start, query)).events)
    assert.deepEqual(await wanted('resources=items'), ['items.updated'])
    assert.deepEqual(await wanted('resources=items,customers&types=items.*'), ['items.updated'])
    assert.deepEqual(await wanted(`recordId=${item.id}`), ['items.updated'])
    assert.deepEqual(await wanted('types=items.deleted'), [])
    assert.equal((await wanted('types=customers.created,items.updated')).length, 21)
    const passed = await eventsAfter(kontor(), start, 'types=items.deleted')
    assert.deepEqual((await eventsAfter(kontor(), passed.cursor)).events, [])
  })
})
