import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createOrder, submit } from '../support/trade.ts'

const STATUSES = ['draft', 'submitted', 'on_hold', 'closed', 'cancelled']

onEveryDatabase('Counts and sums of lists', (kind) => {
  const kontor = kontorFor(kind)
  let customer: { id: string }

  before(async () => {
    customer = await createCustomer(kontor(), { name: 'Counted' })
    const other = await createCustomer(kontor(), { name: 'Other' })
    // Three of these are 0.30 exactly; as a float sum they would not be.
    const item = await createItem(kontor(), { sellingPrice: 0.1, taxRate: 0 })
    for (const buyer of [customer, customer, customer, other]) await createOrder(kontor(), [item], { customer: buyer })
    await submit(kontor(), await createOrder(kontor(), [item], { customer: other, notes: 'later' }))
  })

  async function metaOf(query: string, options: object = {}) {
    const { status, body, text } = await kontor().get(`/sales-orders?perPage=1&${query}`, options)
    assert.equal(status, 200, text)
    return body.meta
  }
  const countsIn = async (query: string) => (await metaOf(`include=counts&${query}`)).counts.status
  const zero = Object.fromEntries(STATUSES.map((status) => [status, 0]))

  test('`include=counts` counts every status within the other filters, whatever status the list asks for', async () => {
    assert.deepEqual(await countsIn(''), { ...zero, draft: 4, submitted: 1 })
    assert.deepEqual(await countsIn('status=submitted'), { ...zero, draft: 4, submitted: 1 })
    assert.deepEqual(await countsIn(`customer=${customer.id}`), { ...zero, draft: 3 })
    assert.deepEqual(await countsIn('search=other&status=draft'), { ...zero, draft: 1, submitted: 1 })
  })

  test('`include=sums` adds up all records found, exactly and by currency, not only those of the page', async () => {
    const sumsIn = async (query: string) => (await metaOf(`include=sums&${query}`)).sums
    assert.deepEqual(await sumsIn(`customer=${customer.id}`), { total: { EUR: 0.3 } })
    assert.deepEqual(await sumsIn('status=submitted'), { total: { EUR: 0.1 } })
    assert.deepEqual(await sumsIn('search=other'), { total: { EUR: 0.2 } })
    assert.deepEqual(await sumsIn('status=closed'), { total: {} })
  })

  test('sums leave out cancelled records and say how many, unless the list asks for these alone', async () => {
    const buyer = await createCustomer(kontor(), { name: 'Fickle' })
    const item = await createItem(kontor(), { sellingPrice: 10, taxRate: 0 })
    const orders = []
    for (let count = 0; count < 3; count++) orders.push(await createOrder(kontor(), [item], { customer: buyer }))
    await kontor().put(`/sales-orders/${orders[0]!.id}/status`, { status: 'cancelled' })
    const figuresOf = async (query: string) => {
      const { sums, summed } = await metaOf(`include=sums&customer=${buyer.id}&${query}`)
      return { ...sums.total, ...summed }
    }
    assert.deepEqual(await figuresOf(''), { EUR: 20, count: 2, leftOut: { cancelled: 1 } })
    assert.deepEqual(await figuresOf('search=fickle'), { EUR: 20, count: 2, leftOut: { cancelled: 1 } })
    const both = { EUR: 20, count: 2, leftOut: { cancelled: 1 } }
    assert.deepEqual(await figuresOf('status[in]=draft,cancelled'), both)
    assert.deepEqual(await figuresOf('status=draft'), { EUR: 20, count: 2, leftOut: {} })
    assert.deepEqual(await figuresOf('status=cancelled'), { EUR: 10, count: 1, leftOut: {} })
    await kontor().post('/roles', {
      name: 'unaware',
      permissions: { 'sales-orders': { can: ['read'], hidden: ['status'] } },
    })
    const { token } = await signedIn(kontor(), 'unaware')
    const meta = await metaOf('include=sums', { token })
    assert.equal('sums' in meta || 'summed' in meta, false, 'a role that does not see the status gets no sums')
  })

  test('a list without `include` has neither, and a resource without a status or amounts has none', async () => {
    assert.deepEqual(Object.keys(await metaOf('include=permitted')), Object.keys(await metaOf('')))
    const { body } = await kontor().get('/views?include=counts,sums')
    assert.equal('counts' in body.meta || 'sums' in body.meta, false)
  })

  test('the filter "overdue" of invoices is counted beside the statuses', async () => {
    const { body } = await kontor().get('/invoices?include=counts,sums')
    assert.equal(body.meta.counts.status.overdue, 0)
    assert.deepEqual(body.meta.sums, { total: {}, outstanding: {} })
  })

  test('a role that does not see the status or the total gets no counts and no sums', async () => {
    const hidden = ['status', 'total']
    await kontor().post('/roles', { name: 'blind', permissions: { 'sales-orders': { can: ['read'], hidden } } })
    const { token } = await signedIn(kontor(), 'blind')
    const meta = await metaOf('include=counts,sums', { token })
    assert.equal('counts' in meta || 'sums' in meta, false)
  })

  test('a role that sees only own records gets the figures of these', async () => {
    await kontor().post('/roles', { name: 'own', permissions: { 'sales-orders': { can: ['read'], own: true } } })
    const { token } = await signedIn(kontor(), 'own')
    const meta = await metaOf('include=counts,sums', { token })
    assert.deepEqual(meta.counts.status, zero)
    assert.deepEqual(meta.sums, { total: {} })
  })

  test('counts and sums of a single record are refused (400)', async () => {
    const { body } = await kontor().get('/sales-orders?perPage=1')
    const answer = await kontor().get(`/sales-orders/${body.data[0].id}?include=counts`)
    assertRefused(answer, 400, 'INVALID_PARAMETER')
  })

  test('sales orders have the views "to deliver" and "to invoice", whose queries list the orders', async () => {
    const { body } = await kontor().get('/resources/sales-orders')
    assert.deepEqual(
      body.data.listViews.map(({ name }: { name: string }) => name),
      ['to-deliver', 'to-invoice'],
    )
    for (const { query } of body.data.listViews) assert.equal((await metaOf(query)).total, 1, query)
  })

  test('a view that filters by a hidden field is not offered to the role', async () => {
    const permissions = { 'sales-orders': { can: ['read'], hidden: ['deliveryStatus'] } }
    await kontor().post('/roles', { name: 'undelivered', permissions })
    const { token } = await signedIn(kontor(), 'undelivered')
    const { body } = await kontor().get('/resources/sales-orders', { token })
    assert.deepEqual(
      body.data.listViews.map(({ name }: { name: string }) => name),
      ['to-invoice'],
    )
  })

  test('sums of invoices also leave out drafts', async () => {
    const buyer = await createCustomer(kontor(), { name: 'Billed' })
    const item = await createItem(kontor(), { sellingPrice: 10, taxRate: 0 })
    const body = { customer: buyer.id, items: [{ item: item.id, quantity: 1 }] }
    const [issued, voided] = [await kontor().post('/invoices', body), await kontor().post('/invoices', body)]
    await kontor().post('/invoices', { ...body, draft: true })
    await kontor().put(`/invoices/${voided.body.data.id}/status`, { status: 'cancelled' })
    assert.equal(issued.status, 201, issued.text)
    const { body: list } = await kontor().get(`/invoices?include=sums&customer=${buyer.id}`)
    assert.deepEqual(list.meta.sums, { total: { EUR: 10 }, outstanding: { EUR: 10 } })
    assert.deepEqual(list.meta.summed, { count: 1, leftOut: { draft: 1, cancelled: 1 } })
    const { body: drafts } = await kontor().get(`/invoices?include=sums&customer=${buyer.id}&status=draft`)
    assert.deepEqual([drafts.meta.sums.total, drafts.meta.summed], [{ EUR: 10 }, { count: 1, leftOut: {} }])
  })
})
