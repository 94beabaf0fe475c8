import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice } from '../support/invoicing.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, type Person, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createSubmitted, orderBody, pay } from '../support/trade.ts'

onEveryDatabase('The figures of reports', (kind) => {
  const kontor = kontorFor(kind)
  const ask = async (path: string, options: CallOptions) => {
    const { status, body, text } = await kontor().get(`/reports/${path}`, options)
    assert.equal(status, 200, text)
    return body.data
  }
  const as = async (role: string) => ({ token: (await signedIn(kontor(), role)).token })
  let item: { id: string }
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 100, reorderLevel: 3 })
    const bill = await directInvoice(kontor(), [{ item: item.id, quantity: 1 }])
    await pay(kontor(), bill, 40)
    await createSubmitted(kontor(), [item])
  })

  test('are those that each role may read, and nothing else', async () => {
    const everything = ['from', 'to', 'currency', 'revenue', 'previousRevenue', 'unpaid', 'overdue', 'ordersByStatus']
    everything.push('openOrders', 'collected', 'lowStock', 'documentsByStatus')
    for (const role of ['manager', 'accountant', 'viewer', 'sales'])
      assert.deepEqual(Object.keys(await ask('summary', await as(role))).sort(), everything.toSorted(), role)
    const stock = ['from', 'to', 'currency', 'ordersByStatus', 'lowStock']
    const warehouse = await as('warehouse')
    assert.deepEqual(Object.keys(await ask('summary', warehouse)).sort(), stock.sort())
    assert.deepEqual(Object.keys(await ask('receivables', warehouse)), ['day', 'currency'])
    const { periods, totals } = await ask('sales', warehouse)
    assert.deepEqual([Object.keys(periods[0]), totals], [['from', 'to'], {}])
    assert.equal((await ask('low-stock', warehouse)).count, 1)
  })

  test('are sums of own records for a user limited to these', async () => {
    const can = ['read', 'create', 'submit'] as const
    const own = { can, own: true }
    const role = await addRole(kontor().engine, {
      'sales-orders': own,
      invoices: own,
      payments: own,
      items: own,
      customers: { can },
    })
    const options = await as(role)
    const nothing = await ask('summary', options)
    assert.equal(nothing.ordersByStatus.submitted, 0)
    assert.deepEqual([nothing.revenue.amount, nothing.collected.amount, nothing.unpaid.amount], [0, 0, 0])
    assert.equal(nothing.lowStock.count, 0)
    assert.deepEqual((await ask('low-stock', options)).items, [])
    const mine = await kontor().post('/items', { itemCode: 'MINE', itemName: 'Mine', reorderLevel: 1 }, options)
    const customer = await createCustomer(kontor())
    await kontor().post('/sales-orders', orderBody(customer, [mine.body.data]), options)
    const some = await ask('summary', options)
    assert.deepEqual([some.ordersByStatus.draft, some.lowStock.count], [1, 1])
    assert.deepEqual((await ask('receivables', options)).customers, [])
    assert.equal((await ask('low-stock', options)).items[0].itemCode, 'MINE')
  })

  test('leave out every figure that depends on a hidden field', async () => {
    const role = await addRole(kontor().engine, {
      invoices: { can: ['read'], hidden: ['total', 'customerName'] },
      payments: { can: ['read'], hidden: ['amount'] },
      'sales-orders': { can: ['read'], hidden: ['total'] },
      items: { can: ['read'], hidden: ['availableStock', 'isLowStock'] },
    })
    const options = await as(role)
    // What is owed is computed from the hidden total.
    const shown = ['from', 'to', 'currency', 'ordersByStatus']
    assert.deepEqual(Object.keys(await ask('summary', options)).sort(), shown.sort())
    assert.deepEqual((await ask('sales', options)).totals, {})
    assert.equal('customers' in (await ask('receivables', options)), false)
    assert.deepEqual(await ask('low-stock', options), {})
    const blind = await addRole(kontor().engine, { invoices: { can: ['read'], hidden: ['outstanding'] } })
    assert.deepEqual(Object.keys(await ask('receivables', await as(blind))), ['day', 'currency'])
  })

  test('lead a role that does not see the days overdue to the same invoices by their due dates', async () => {
    const role = await addRole(kontor().engine, { invoices: { can: ['read'], hidden: ['daysOverdue'] } })
    const options = await as(role)
    const { ages } = await ask('receivables', options)
    assert.equal(ages.length, 5)
    for (const { query, count } of ages) {
      assert.doesNotMatch(query, /daysOverdue/)
      const { status, body } = await kontor().get(`/invoices?${query}`, options)
      assert.deepEqual([status, body.meta.total], [200, count], query)
    }
  })

  test('for a key are limited by its scopes', async () => {
    const key = await createKey(kontor(), { scopes: ['read'], resources: { items: ['read'] } })
    assert.deepEqual(Object.keys(await ask('summary', withKey(key))), ['from', 'to', 'currency', 'lowStock'])
    const writer = await createKey(kontor(), { scopes: ['write'] })
    assertRefused(await kontor().get('/reports/summary', withKey(writer)), 403, 'INSUFFICIENT_SCOPE')
    assertRefused(await kontor().get('/reports/summary', { token: null }), 401, 'UNAUTHORIZED')
  })

  test('are refused for invalid parameters', async () => {
    const person: Person = await signedIn(kontor(), 'viewer')
    for (const [query, field] of [
      ['summary?from=yesterday', 'from'],
      ['summary?from=2026-02-30', 'from'],
      ['summary?from=2026-02-02&to=2026-02-01', 'from'],
      ['summary?from=2026-02-01&days=30', 'days'],
      ['sales?days=0', 'days'],
      ['summary?unti=2026-02-01', 'unti'],
      ['sales?interval=year', 'interval'],
      ['sales?from=1990-01-01&to=2026-01-01', 'interval'],
      ['receivables?limit=0', 'limit'],
      ['low-stock?limit=many', 'limit'],
    ]) {
      const answer = await kontor().get(`/reports/${query}`, { token: person.token })
      assertRefused(answer, 400, 'INVALID_PARAMETER')
      assert.equal(answer.body.error.details[0].field, field)
    }
    assertRefused(await kontor().get('/reports/profit'), 404, 'NOT_FOUND')
  })
})
