import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { filterableOf } from '../../src/core/lists/parse-list.ts'
import { customers } from '../../src/resources/customers/customers.resource.ts'
import { invoices } from '../../src/resources/invoices/invoices.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem } from '../support/records.ts'
import { createOrder, pay, submit } from '../support/trade.ts'
import { entries } from '../support/world.ts'
import { idsOf, sorted } from './model.ts'
import { checkOperators } from './questions.ts'
import { walkCursor, walkPages } from './walk.ts'

const DAY_MS = 86_400_000

/** The computed fields by which lists can be filtered and sorted. */
const FIGURES = [
  ['customers', 'balance.outstanding'],
  ['customers', 'balance.overdue'],
  ['customers', 'balance.credit'],
  ['customers', 'balance.uninvoicedOrders'],
  ['invoices', 'daysOverdue'],
] as const
const declared = { customers, invoices }

onEveryDatabase('Computed figures', (kind) => {
  const kontor = kontorFor(kind)
  const records: Record<string, AnyRecord[]> = {}
  before(async () => {
    const item = await createItem(kontor(), { sellingPrice: 10.5, taxRate: 19 })
    const today = Date.now()
    const day = (offset: number) => new Date(today + offset * DAY_MS).toISOString().slice(0, 10)
    for (let index = 0; index < 7; index++) {
      const customer = await createCustomer(kontor(), { name: `Customer ${index % 3}` })
      const order = await createOrder(kontor(), [{ item: item.id, quantity: index + 1 }], { customer })
      if (index % 2) await submit(kontor(), order)
      if (index % 3 === 0) await create(kontor(), '/payments', { customer: customer.id, amount: index + 0.5 })
      for (let count = 0; count < index % 4; count++) {
        const late = [-40, -3, 0, 20, -7][(index + count) % 5]!
        const more = { customer, invoiceDate: day(-60), dueDate: day(late), draft: index === 6 }
        const invoice = await directInvoice(kontor(), [{ item: item.id, quantity: 1 + index }], more)
        if (count === 1 && index !== 6) await pay(kontor(), invoice, index === 3 ? invoice.total : 1.25)
      }
    }
    for (const name of ['customers', 'invoices']) records[name] = (await kontor().get(`/${name}?perPage=100`)).body.data
  })

  test('are those that are declared, and every one of them has its rule', () => {
    const marked = entries.flatMap(({ resource }) =>
      [...filterableOf(resource)].filter(([, { options }]) => options.figure).map(([path]) => [resource.name, path]),
    )
    assert.deepEqual(marked, FIGURES)
    const ruled = entries.flatMap(({ resource, rules }) =>
      Object.keys(rules?.figures ?? {}).map((path) => [resource.name, path]),
    )
    assert.deepEqual(ruled, FIGURES)
  })

  for (const [name, path] of FIGURES) {
    test(`${path} of ${name} is sorted by as it is answered, ties by id, by page and by cursor`, async () => {
      const rows = records[name]!
      for (const order of ['asc', 'desc']) {
        const expected = idsOf(sorted(rows, path, order))
        const parameters = { sort: path, order, perPage: 2, fields: 'id' }
        assert.deepEqual(idsOf(await walkPages(kontor(), `/${name}`, parameters)), expected, `${order} by page`)
        assert.deepEqual(idsOf(await walkCursor(kontor(), `/${name}`, parameters)), expected, `${order} by cursor`)
      }
    })

    test(`${path} of ${name} is filtered by as it is answered, with every operator`, () =>
      checkOperators(kontor(), name, records[name]!, path, filterableOf(declared[name]).get(path)!))
  }

  test('differ from record to record in these tests', () => {
    const values = (name: string, value: (record: AnyRecord) => number) => new Set(records[name]!.map(value)).size
    assert.ok(values('customers', ({ balance }) => balance.outstanding) > 3)
    assert.ok(values('customers', ({ balance }) => balance.overdue) > 2)
    assert.ok(values('customers', ({ balance }) => balance.uninvoicedOrders) > 3)
    assert.ok(values('invoices', ({ daysOverdue }) => daysOverdue) > 2)
  })

  test('go together with each other, with other filters and with exports', async () => {
    const owing = records.customers!.filter(({ balance }) => balance.outstanding > 5 && balance.overdue > 0)
    const query = 'balance.outstanding[gt]=5&balance.overdue[gt]=0&sort=balance.overdue'
    const { data, meta } = (await kontor().get(`/customers?${query}`)).body
    assert.deepEqual(idsOf(data), idsOf(sorted(owing, 'balance.overdue', 'desc')))
    assert.equal(meta.total, owing.length)
    const named = owing.filter(({ name }) => name === 'Customer 1')
    const found = (await kontor().get(`/customers?${query}&name=Customer+1`)).body.data
    assert.deepEqual(idsOf(found), idsOf(sorted(named, 'balance.overdue', 'desc')))
    const { text } = await kontor().get(`/customers/export?${query}&fields=balance.overdue`)
    const cells = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0])
    assert.deepEqual(cells, idsOf(data))
    const late = (await kontor().get('/invoices?status=overdue&sort=daysOverdue&order=asc')).body.data
    assert.deepEqual(
      idsOf(late),
      idsOf(sorted(records.invoices!, 'daysOverdue', 'asc').filter(({ isOverdue }) => isOverdue)),
    )
  })

  test('are refused where they are hidden from the role, and for like', async () => {
    const permissions = {
      customers: { can: ['read'] },
      invoices: { can: ['read'], hidden: ['outstanding'] },
    } as const
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    for (const address of [
      '/customers?balance.outstanding[gt]=0',
      '/customers?sort=balance.overdue',
      '/invoices?daysOverdue=0',
      '/invoices?sort=daysOverdue',
    ])
      assertRefused(await kontor().get(address, { token }), 403, 'FIELD_NOT_PERMITTED')
    assertRefused(await kontor().get('/invoices?daysOverdue[like]=1'), 400, 'INVALID_FILTER')
  })

  test('are all: other computed fields can be neither filtered nor sorted by', async () => {
    for (const [name, path] of [
      ['customers', 'balance.availableCredit'],
      ['customers', 'balance'],
      ['invoices', 'payments'],
      ['invoices', 'allowedTransitions'],
      ['sales-orders', 'invoices'],
    ]) {
      assert.equal((await kontor().get(`/${name}?${path}=1`)).body.error.code, 'INVALID_FILTER')
      assert.equal((await kontor().get(`/${name}?sort=${path}`)).body.error.code, 'INVALID_SORT')
    }
  })
})
