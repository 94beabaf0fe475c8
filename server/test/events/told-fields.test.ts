import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { changedFieldsOf, toldChanges, visibleChanges } from '../../src/core/audit/changes.ts'
import type { Changes } from '../../src/model/changes.ts'
import type { Fields } from '../../src/model/fields.ts'
import type { Resource } from '../../src/model/resource.ts'
import { isReceived } from '../../src/model/traits.ts'
import { salesOrders } from '../../src/resources/sales-orders/sales-orders.resource.ts'
import { csvOf, imported } from '../imports/importing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { eventsAfter, eventsOf, typesOf } from '../support/events.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { newCode, read } from '../support/records.ts'
import { createOrder, createService, createStockedItem, invoice, pay, readOrder, submit } from '../support/trade.ts'
import { createWorld } from '../support/world.ts'

const pathsOf = (fields: Fields, isTold: (field: Fields[string]) => boolean, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(isTold(field) ? [prefix + name] : []),
    ...pathsOf(field.options.fields ?? {}, isTold, `${prefix}${name}.`),
  ])
/** What a client can have of a record; of a password or a key the log tells that it was changed. */
const tellable = new Map(
  everyResource().map((resource: Resource) => [
    resource.name,
    pathsOf(resource.fields, (field) => isReceived(field) || field.options.secret === true),
  ]),
)

function assertTold(resource: string, changes: Changes | null, place: string): void {
  for (const name of changedFieldsOf(changes ?? {}))
    assert.ok(tellable.get(resource)!.includes(name), `${place} tells of ${resource}.${name}`)
}

/** A draft invoice of a submitted order. Issuing it changes only what the order keeps for its own use. */
async function draftInvoice(kontor: Kontor) {
  const order = await submit(kontor, await createOrder(kontor, [await createService(kontor, { sellingPrice: 10 })]))
  return { order: await readOrder(kontor, order), draft: await invoice(kontor, order, { draft: true }) }
}

onEveryDatabase('What is told of a change', (kind) => {
  const kontor = kontorFor(kind)

  test('names only fields that a reader can have: in the feed, the audit log, histories and effects of dry runs', async () => {
    await createWorld(kontor())
    const { draft } = await draftInvoice(kontor())
    await kontor().put(`/invoices/${draft.id}/status?dryRun=true`, { status: 'unpaid' })
    await kontor().put(`/invoices/${draft.id}/status`, { status: 'unpaid' })
    const payment = await pay(kontor(), draft, 1)
    await kontor().delete(`/payments/${payment.id}`)
    await kontor().put(`/invoices/${draft.id}/status`, { status: 'cancelled' })
    const { items, id } = (await kontor().post(`/invoices/${draft.id}/correct`, {})).body.data
    const repriced = items.map((line: object) => ({ ...line, rate: 3 }))
    assert.equal((await kontor().put(`/invoices/${id}`, { items: repriced })).status, 200)
    await imported(kontor(), csvOf(['itemCode', 'itemName'], [newCode(), 'Vice']))
    await kontor().post('/users', {
      email: 'told@example.com',
      name: 'Told',
      role: 'viewer',
      password: 'long-enough-9',
    })
    const { events } = await eventsAfter(kontor(), undefined)
    assert.ok(events.length > 20)
    for (const { resource, changes, changedFields, type } of events) {
      assertTold(resource, changes, `the event ${type}`)
      assert.deepEqual(changedFields, changedFieldsOf(changes))
    }
    for (const { resource, recordId } of new Map(events.map((event) => [event.recordId, event])).values()) {
      const { body, status } = await kontor().get(`/${resource}/${recordId}/history`)
      if (status === 200) for (const { changes } of body.data) assertTold(resource, changes, 'a history')
    }
    for (const { resource, changes, action } of await read(kontor(), '/audit-log?perPage=100'))
      if (['create', 'update', 'delete'].includes(action)) assertTold(resource, changes, 'the audit log')
    const again = await draftInvoice(kontor())
    const requests: [path: string, body: object][] = [
      [`/invoices/${again.draft.id}/status`, { status: 'unpaid' }],
      [`/sales-orders/${again.order.id}/status`, { status: 'on_hold' }],
      [`/invoices/${draft.id}`, { notes: 'x' }],
    ]
    for (const [path, body] of requests) {
      const answer = await kontor().put(`${path}?dryRun=true`, body)
      assert.equal(answer.status, 200, answer.text)
      assert.ok(answer.body.meta.effects.length > 0)
      for (const { resource, changes } of answer.body.meta.effects)
        assertTold(resource, changes, `a dry run of ${path}`)
    }
  })

  test('leaves out a record of which only internal fields change: its version, time, history and events stay', async () => {
    const { order, draft } = await draftInvoice(kontor())
    const path = `/sales-orders/${order.id}`
    const before = await read(kontor(), path)
    const issue = () => kontor().put(`/invoices/${draft.id}/status`, { status: 'unpaid' })
    const history = await read(kontor(), `${path}/history`)
    assert.deepEqual(typesOf(await eventsOf(kontor(), issue)), ['invoices.updated', 'invoices.unpaid'])
    const { version, updatedAt } = await read(kontor(), path)
    assert.deepEqual([version, updatedAt], [before.version, before.updatedAt])
    assert.deepEqual(await read(kontor(), `${path}/history`), history)
  })

  test('leaves nothing out that other rules need: a part of an order that was invoiced as a draft stays invoiced', async () => {
    const item = await createStockedItem(kontor(), 9, { sellingPrice: 10 })
    const order = await submit(kontor(), await createOrder(kontor(), [item]))
    await invoice(kontor(), order, { draft: true })
    const refused = await kontor().post('/invoices/from-order', { salesOrder: order.id })
    assert.equal(refused.body.error.code, 'NOTHING_TO_INVOICE')
  })
})

test('no resource of the business has a secret: what its rules keep for themselves is internal', () => {
  const business = everyResource().filter(({ administrative, internal }) => !administrative && !internal)
  const secrets = business.flatMap(({ name, fields }) =>
    pathsOf(fields, ({ options }) => options.secret === true).map((path) => `${name}.${path}`),
  )
  assert.deepEqual(secrets, [])
})

test('internal fields in entries of older versions are not told', () => {
  const secret = ['[secret]', '[secret]'] as const
  const old = { 'items.lin_1.billedAmount': secret, issuedTotal: secret }
  assert.deepEqual(visibleChanges(salesOrders, { ...old, status: ['draft', 'submitted'] }), {
    status: ['draft', 'submitted'],
  })
  assert.equal(toldChanges(salesOrders, 'update', old, undefined), undefined)
})
