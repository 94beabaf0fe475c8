import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { siteFor } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey } from '../support/keys.ts'
import { createCustomer, createItem, newCode, read } from '../support/records.ts'
import { createWorld, type World } from '../support/world.ts'
import { type Assistant, connectAssistant } from './assistant.ts'

onEveryDatabase('An assistant', (kind) => {
  const site = siteFor(kind)
  let assistant: Assistant
  let world: World
  before(async () => {
    world = await createWorld(site().kontor)
    assistant = await connectAssistant(
      site(),
      await createKey(site().kontor, { scopes: ['read', 'write', 'delete', 'admin'] }),
    )
  })

  test('finds records of all kinds by words, with links into the web interface', async () => {
    const { id } = await createCustomer(site().kontor, { name: 'Nordlicht Fahrräder' })
    const { hits } = await assistant.use('search', { q: 'nordlicht fahrrader' })
    assert.deepEqual(hits[0], {
      resource: 'customers',
      id,
      name: 'Nordlicht Fahrräder',
      status: 'active',
      link: `${site().origin}/customers/${id}`,
    })
    assert.deepEqual((await assistant.use('search', { q: 'nordlicht', types: ['items'] })).hits, [])
  })

  test('learns what there is, and of one resource its fields, filters, statuses and actions', async () => {
    const { resources } = await assistant.use('describe_resource')
    assert.ok(resources.some(({ name, description }: Record<string, string>) => name === 'items' && description))
    const told = await assistant.use('describe_resource', { resource: 'invoices' })
    const field = (name: string) => told.fields.find((one: { name: string }) => one.name === name)
    assert.deepEqual(field('customer'), { name: 'customer', kind: 'ref', required: true, target: 'customers' })
    assert.equal(field('total').readOnly, true)
    assert.ok(field('items').fields.some(({ name }: { name: string }) => name === 'quantity'))
    assert.ok(told.filters.includes('invoiceDate') && told.sortable.includes('invoiceDate'))
    assert.ok(told.statuses.includes('unpaid'))
    const [action] = told.actions
    assert.equal(action.name, 'create-from-order')
    assert.equal(action.values.find(({ name }: { name: string }) => name === 'salesOrder').required, true)
  })

  test('lists the fields that matter, filtered and sorted, with the total, counts and sums', async () => {
    const category = newCode()
    for (const sellingPrice of [5, 10, 15])
      await createItem(site().kontor, { category, sellingPrice, description: 'long' })
    const { records, total, ...rest } = await assistant.use('list_records', {
      resource: 'items',
      filters: { category: [category, 'a, b'], sellingPrice: { gte: 6, lt: 16 } },
      sort: 'sellingPrice',
      order: 'asc',
    })
    assert.deepEqual([total, Object.keys(rest)], [2, []])
    assert.deepEqual(
      records.map(({ sellingPrice }: { sellingPrice: number }) => sellingPrice),
      [10, 15],
    )
    assert.equal(records[0].link, `${site().origin}/items/${records[0].id}`)
    for (const name of ['id', 'itemCode', 'itemName', 'category', 'version']) assert.ok(name in records[0], name)
    for (const name of ['description', 'images', 'createdAt']) assert.ok(!(name in records[0]), name)
    const orders = await assistant.use('list_records', { resource: 'sales-orders', include: ['counts', 'sums'] })
    assert.equal(orders.counts.status.submitted, 1)
    assert.equal(orders.sums.total.EUR, orders.records[0].total)
  })

  test('walks through a list by its cursor, and chooses the fields', async () => {
    const category = newCode()
    for (let count = 0; count < 3; count++) await createItem(site().kontor, { category })
    const given = { resource: 'items', filters: { category }, limit: 2, fields: ['itemCode'] }
    const first = await assistant.use('list_records', given)
    assert.deepEqual(Object.keys(first.records[0]), ['id', 'itemCode', 'link'])
    const second = await assistant.use('list_records', { ...given, cursor: first.nextCursor })
    assert.equal(second.nextCursor, undefined)
    const ids = [...first.records, ...second.records].map(({ id }: { id: string }) => id)
    assert.equal(new Set(ids).size, 3)
  })

  test('reads a record with what can be done to it, and its history', async () => {
    const { id } = world.records['sales-orders']
    const { record } = await assistant.use('read_record', { resource: 'sales-orders', id })
    assert.equal(record.link, `${site().origin}/sales-orders/${id}`)
    assert.ok(record.items.length > 0 && !('notes' in record))
    const cancelled = record.allowedTransitions.find(({ status }: { status: string }) => status === 'cancelled')
    assert.equal(cancelled.allowed, false)
    assert.match(cancelled.reason, /invoiced/)
    assert.equal(record.permitted.actions['invoices.create-from-order'].allowed, true)
    const part = await assistant.use('read_record', { resource: 'sales-orders', id, fields: ['total'] })
    assert.deepEqual(Object.keys(part.record), ['id', 'total', 'link'])
    const { records } = await assistant.use('read_history', { resource: 'sales-orders', id, limit: 1 })
    assert.deepEqual(Object.keys(records[0]).sort(), ['action', 'actorName', 'changes', 'createdAt', 'id', 'operation'])
  })

  test('creates, changes and deletes a record', async () => {
    const itemCode = newCode()
    const { record } = await assistant.use('create_record', {
      resource: 'items',
      values: { itemCode, itemName: 'Bolt', sellingPrice: 2.5 },
    })
    assert.deepEqual([record.itemCode, record.version], [itemCode, 1])
    const changed = await assistant.use('update_record', {
      resource: 'items',
      id: record.id,
      values: { sellingPrice: 3 },
      ifVersion: 1,
    })
    assert.deepEqual([changed.record.sellingPrice, changed.record.version], [3, 2])
    assert.equal((await read(site().kontor, `/items/${record.id}`)).sellingPrice, 3)
    assert.deepEqual(await assistant.use('delete_record', { resource: 'items', id: record.id }), { done: true })
    assert.equal((await site().kontor.get(`/items/${record.id}`)).status, 404)
  })

  test('takes an order through its statuses and invoices it', async () => {
    const { record: order } = await assistant.use('create_record', {
      resource: 'sales-orders',
      values: { customer: world.records.customers.id, items: [{ item: world.records.items.id, quantity: 2 }] },
    })
    const submitted = await assistant.use('change_status', {
      resource: 'sales-orders',
      id: order.id,
      status: 'submitted',
    })
    assert.equal(submitted.record.status, 'submitted')
    const { record: invoice } = await assistant.use('run_action', {
      resource: 'invoices',
      action: 'create-from-order',
      values: { salesOrder: order.id, draft: true },
    })
    assert.deepEqual([invoice.status, invoice.total], ['draft', order.total])
  })

  test('reads and changes the only record of a resource without an id', async () => {
    const { record } = await assistant.use('read_record', { resource: 'settings' })
    assert.equal(record.link, `${site().origin}/settings`)
    const values = { companyName: 'Kettenwerk' }
    const changed = await assistant.use('update_record', { resource: 'settings', values })
    assert.equal(changed.record.companyName, 'Kettenwerk')
  })

  test('runs reports with their parameters', async () => {
    const parameters = { from: '2026-01-01', to: '2026-03-31', interval: 'month' }
    const { result } = await assistant.use('run_report', { report: 'sales', parameters })
    assert.deepEqual([result.interval, result.periods.length], ['month', 3])
    assert.ok((await assistant.use('run_report', { report: 'summary' })).result)
  })

  test('tries a change out first, is told its effects, and then makes it', async () => {
    const items = [{ item: world.records.items.id, quantity: 2 }]
    const { record: order } = await assistant.use('create_record', {
      resource: 'sales-orders',
      values: { customer: world.records.customers.id, items },
    })
    const given = { resource: 'sales-orders', id: order.id, status: 'submitted' }
    const tried = await assistant.use('change_status', { ...given, dryRun: true })
    assert.deepEqual([tried.dryRun, tried.record.status, tried.record.link], [true, 'submitted', undefined])
    const touched = tried.effects.map(({ resource }: { resource: string }) => resource)
    assert.ok(touched.includes('sales-orders') && touched.includes('items'), touched.join())
    assert.equal((await read(site().kontor, `/sales-orders/${order.id}`)).status, 'draft')
    const made = await assistant.use('change_status', { ...given, dryRun: false })
    assert.deepEqual([made.dryRun, made.record.status], [undefined, 'submitted'])
  })

  test('keeps nothing of a dry run, whether it creates or deletes', async () => {
    const { id } = await createItem(site().kontor)
    const removal = await assistant.use('delete_record', { resource: 'items', id, dryRun: true })
    const effects = removal.effects.map(({ action, recordId }: Record<string, string>) => [action, recordId])
    assert.deepEqual([removal.dryRun, effects], [true, [['delete', id]]])
    assert.equal((await site().kontor.get(`/items/${id}`)).status, 200)
    const values = { itemCode: newCode(), itemName: 'Never' }
    const created = await assistant.use('create_record', { resource: 'items', values, dryRun: true })
    assert.equal(created.dryRun, true)
    const filters = { itemCode: values.itemCode }
    assert.equal((await assistant.use('list_records', { resource: 'items', filters })).total, 0)
    const fault = await assistant.refused('create_record', { resource: 'items', values: {}, dryRun: true })
    assert.equal(fault.code, 'VALIDATION_ERROR')
  })

  test('is told of values that were ignored', async () => {
    const { id } = await createItem(site().kontor)
    const values = { itemName: 'Hammer', currentStock: 5 }
    const { warnings } = await assistant.use('update_record', { resource: 'items', id, values })
    assert.deepEqual([warnings[0].code, warnings[0].field], ['READ_ONLY_IGNORED', 'currentStock'])
  })

  test('carries out a call once that it repeats with the same idempotency key, as the API does', async () => {
    const values = { itemCode: newCode(), itemName: 'Once' }
    const given = { resource: 'items', values, idempotencyKey: newCode() }
    const first = await assistant.use('create_record', given)
    assert.deepEqual(await assistant.use('create_record', given), first)
    const other = await assistant.refused('create_record', { ...given, values: { ...values, itemName: 'Twice' } })
    assert.equal(other.code, 'IDEMPOTENCY_KEY_REUSED')
    const headers = { 'idempotency-key': given.idempotencyKey }
    const answer = await site().kontor.post('/items', values, { headers })
    assert.equal(answer.body.data.id, first.record.id)
  })
})
