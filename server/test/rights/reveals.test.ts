import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import type { Fields } from '../../src/model/fields.ts'
import { fieldsOf, type Resource, resourceNamed, summingBy } from '../../src/model/resource.ts'
import type { Permissions } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice } from '../support/invoicing.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, changeUser, signedIn } from '../support/people.ts'
import { readPdf } from '../support/read-pdf.ts'
import { assertRefused, createCustomer, createItem, read } from '../support/records.ts'
import {
  createOrder,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  moveOrder,
  pay,
  receive,
} from '../support/trade.ts'

const READ = { can: ['read', 'export'] } as const
const ALL = { can: ['read', 'create', 'update', 'delete', 'submit', 'cancel', 'export'] } as const

test('whatever a field reveals or is hidden with exists', () => {
  const pathsIn = (fields: Fields, prefix = ''): string[] =>
    Object.entries(fields).flatMap(([name, { options }]) => [
      prefix + name,
      ...(options.fields ? pathsIn(options.fields, `${prefix + name}.`) : []),
    ])
  const isKnown = (own: Resource, at: string) => {
    const [name = '', ...path] = at.split('.')
    const resources = name === '*' ? summingBy(own) : [name === '' ? own : resourceNamed(name)]
    return resources.some(
      (resource) => resource && (path.length === 0 || pathsIn(fieldsOf(resource)).includes(path.join('.'))),
    )
  }
  let count = 0
  const check = (own: Resource, fields: Fields): void => {
    for (const [name, { options }] of Object.entries(fields)) {
      for (const at of [...(options.reveals ?? []), ...(options.hiddenWith ?? [])]) {
        assert.ok(isKnown(own, at), `${own.name}.${name} names ${at}`)
        count++
      }
      if (options.fields) check(own, options.fields)
    }
  }
  for (const resource of everyResource()) check(resource, resource.fields)
  assert.ok(count > 50)
})

onEveryDatabase('What reveals a record or a field', (kind) => {
  const kontor = kontorFor(kind)
  const as = async (permissions: Permissions): Promise<CallOptions> => {
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    return { token }
  }
  const assertHidden = (answer: Answer, field: string) => {
    assertRefused(answer, 403, 'FIELD_NOT_PERMITTED')
    assert.equal(answer.body.error.details[0].field, field)
  }
  const pageOf = async (path: string, options: CallOptions) => {
    const { token } = options
    const headers = { authorization: `Bearer ${token}` }
    const response = await kontor().app.server.inject({ url: `/api/v1${path}/pdf`, headers })
    assert.equal(response.statusCode, 200, response.body)
    return readPdf(response.rawPayload)
      .map(({ text }) => text)
      .join('\n')
  }

  test('the payments of an invoice are not shown to a role without payments, on any path', async () => {
    const bill = await directInvoice(kontor(), [
      { item: (await createItem(kontor(), { sellingPrice: 900 })).id, quantity: 1 },
    ])
    await pay(kontor(), bill, 123.45)
    const options = await as({ invoices: READ })
    const shown = (await kontor().get(`/invoices/${bill.id}`, options)).body.data
    assert.ok(!('payments' in shown))
    assert.equal(shown.amountPaid, 123.45) // a figure of the invoice itself
    assertHidden(await kontor().get(`/invoices/${bill.id}?fields=payments`, options), 'payments')
    assertHidden(await kontor().get('/invoices/export?fields=payments', options), 'payments')
    for (const path of ['/invoices', '/invoices/export', `/invoices/${bill.id}?include=permitted`])
      assert.doesNotMatch((await kontor().get(path, options)).text, /pay_|"payments"/, path)
    const { fields } = (await kontor().get('/resources/invoices', options)).body.data
    assert.ok(!fields.some(({ name }: { name: string }) => name === 'payments'))
  })

  test('nor to a key without the scope to read payments', async () => {
    const bill = await directInvoice(kontor(), [
      { item: (await createItem(kontor(), { sellingPrice: 900 })).id, quantity: 1 },
    ])
    await pay(kontor(), bill, 5)
    const key = await createKey(kontor(), { scopes: ['read'], resources: { invoices: ['read'] } })
    assert.ok(!('payments' in (await kontor().get(`/invoices/${bill.id}`, withKey(key))).body.data))
  })

  test('a role limited to own payments sees those on an invoice, and not the others', async () => {
    const bill = await directInvoice(kontor(), [
      { item: (await createItem(kontor(), { sellingPrice: 900 })).id, quantity: 1 },
    ])
    await pay(kontor(), bill, 5)
    const options = await as({ invoices: READ, payments: { ...ALL, own: true } })
    const mine = (await kontor().post('/payments', { invoice: bill.id, amount: 7 }, options)).body.data
    const { payments } = (await kontor().get(`/invoices/${bill.id}`, options)).body.data
    assert.deepEqual(
      payments.map(({ id }: { id: string }) => id),
      [mine.id],
    )
  })

  test('the invoices of an order are listed as far as the role may read them', async () => {
    const order = await createSubmitted(kontor(), [await createStockedItem(kontor(), 9)])
    const { id } = await invoice(kontor(), order)
    const listed = async (permissions: Permissions) =>
      (await kontor().get(`/sales-orders/${order.id}`, await as({ 'sales-orders': READ, ...permissions }))).body.data
        .invoices
    assert.deepEqual(await listed({ invoices: READ }), [id])
    assert.deepEqual(await listed({ invoices: { ...READ, own: true } }), [])
    assert.equal(await listed({}), undefined)
  })

  test('the available credit is hidden with the credit limit, and with what it is computed from', async () => {
    const { id } = await createCustomer(kontor(), { creditLimit: 7654.32 })
    const balance = async (permissions: Permissions) =>
      Object.keys((await kontor().get(`/customers/${id}`, await as(permissions))).body.data.balance)
    const others = { invoices: READ, payments: READ, 'sales-orders': READ }
    const whole = ['outstanding', 'overdue', 'credit', 'uninvoicedOrders', 'availableCredit']
    assert.deepEqual(await balance({ customers: READ, ...others }), whole)
    assert.deepEqual(await balance({ customers: { ...READ, hidden: ['creditLimit'] }, ...others }), whole.slice(0, 4))
    assert.deepEqual(await balance({ customers: READ, invoices: READ }), ['outstanding', 'overdue'])
    assert.deepEqual(await balance({ customers: READ, 'sales-orders': READ }), ['uninvoicedOrders'])
    assert.deepEqual(await balance({ customers: READ, payments: READ }), ['credit'])
    const hidden = { invoices: { ...READ, hidden: ['amountPaid'] }, 'sales-orders': READ }
    assert.deepEqual(await balance({ customers: READ, ...hidden }), ['uninvoicedOrders'])
    const sales = await signedIn(kontor(), 'sales')
    assert.deepEqual(Object.keys((await kontor().get(`/customers/${id}`, sales)).body.data.balance), whole)
  })

  test('the balance of a stock movement is hidden with the stock of its item', async () => {
    const item = await createItem(kontor())
    const { id } = await receive(kontor(), item, 4711)
    for (const items of [undefined, { ...READ, hidden: ['currentStock'] }, { ...READ, own: true }]) {
      const options = await as({ 'stock-movements': READ, 'audit-log': READ, ...(items && { items }) })
      const paths = [`/stock-movements/${id}`, '/stock-movements/export', `/stock-movements/${id}/history`]
      for (const path of paths) assert.doesNotMatch((await kontor().get(path, options)).text, /balance/, path)
      assertHidden(await kontor().get('/stock-movements?balance=4711', options), 'balance')
    }
    const seeing = await as({ 'stock-movements': READ, items: READ })
    assert.equal((await kontor().get(`/stock-movements/${id}`, seeing)).body.data.balance, 4711)
  })

  test('a copy in a document is hidden where its original is, and otherwise belongs to the document', async () => {
    const customer = await createCustomer(kontor(), { name: 'Secret Corp', address: { city: 'Hideout' } })
    const item = await createStockedItem(kontor(), 9, { itemCode: 'SECRET-1', sellingPrice: 83.19 })
    const order = await createSubmitted(kontor(), [item], { customer })
    await deliver(kontor(), order)
    await invoice(kontor(), order)
    const documents = { 'sales-orders': READ, invoices: READ, deliveries: READ }
    const blind = await as({
      ...documents,
      customers: { ...READ, hidden: ['name', 'address.city'] },
      items: { ...READ, hidden: ['itemCode', 'sellingPrice'] },
    })
    const stranger = await as(documents)
    for (const path of ['/sales-orders', '/invoices', '/deliveries']) {
      assert.doesNotMatch((await kontor().get(path, blind)).text, /Secret Corp|SECRET-1|Hideout|83\.19/, path)
      assert.match((await kontor().get(path, stranger)).text, /Secret Corp.*SECRET-1/s, path)
    }
    assertHidden(await kontor().get('/sales-orders?customerName=x', blind), 'customerName')
    assertHidden(await kontor().get('/sales-orders?sort=total', blind), 'total')
    const body = { customer: customer.id, items: [{ item: item.id, quantity: 1, rate: 1 }] }
    const selling = await as({ 'sales-orders': ALL, customers: READ, items: { ...READ, hidden: ['sellingPrice'] } })
    assertHidden(await kontor().post('/sales-orders', body, selling), 'items[0].rate')
  })

  test('a PDF prints the address that a document keeps, and a live one only for those who may read the customer', async () => {
    const address = { street: 'Geheimweg 7', city: 'Hideout' }
    const customer = await createCustomer(kontor(), { address, taxId: 'DE4711' })
    const order = await createSubmitted(kontor(), [await createStockedItem(kontor(), 9)], { customer })
    const delivery = await deliver(kontor(), order)
    const [draft, issued] = [
      await invoice(kontor(), order, { draft: true }),
      await directInvoice(
        kontor(),
        order.items.map(({ item }: { item: string }) => ({ item, quantity: 1 })),
        { customer },
      ),
    ]
    const documents = { 'sales-orders': READ, invoices: READ, deliveries: READ }
    const stranger = await as(documents)
    for (const path of [`/sales-orders/${order.id}`, `/invoices/${draft.id}`])
      assert.doesNotMatch(await pageOf(path, stranger), /Geheimweg|Hideout|4711/, path)
    for (const path of [`/deliveries/${delivery.id}`, `/invoices/${issued.id}`])
      assert.match(await pageOf(path, stranger), /Geheimweg/, path)
    const own = await as({ ...documents, customers: { ...READ, own: true } })
    assert.doesNotMatch(await pageOf(`/invoices/${draft.id}`, own), /Geheimweg|4711/)
    assert.match(await pageOf(`/invoices/${draft.id}`, await as({ ...documents, customers: READ })), /Geheimweg.*4711/s)
    const ownOrders = await as({ ...documents, 'sales-orders': { ...READ, own: true } })
    assert.doesNotMatch(await pageOf(`/invoices/${draft.id}`, ownOrders), new RegExp(order.orderNumber))
    assert.match(await pageOf(`/invoices/${draft.id}`, stranger), new RegExp(order.orderNumber))
  })

  test('the filter status=overdue is refused to a role that does not see whether invoices are overdue', async () => {
    const options = await as({ invoices: { ...READ, hidden: ['dueDate'] } })
    assertHidden(await kontor().get('/invoices?status=overdue', options), 'isOverdue')
    assert.equal((await kontor().get('/invoices?status=unpaid', options)).status, 200)
  })

  test('a refused deletion names and counts only what the role may read', async () => {
    const item = await createStockedItem(kontor(), 9)
    const order = await createOrder(kontor(), [item])
    const refusal = async (permissions: Permissions) => {
      const answer = await kontor().delete(`/items/${item.id}`, await as({ items: ALL, ...permissions }))
      assertRefused(answer, 422, 'RESOURCE_IN_USE')
      return answer
    }
    const whole = await refusal({ 'sales-orders': READ, 'stock-movements': READ })
    assert.match(whole.body.error.message, new RegExp(`1 sales order \\(${order.id}\\) and 1 stock movement `))
    for (const permissions of [{}, { 'sales-orders': { ...READ, own: true } }] as Permissions[]) {
      const { error } = (await refusal(permissions)).body
      assert.doesNotMatch(JSON.stringify(error), /so_|stk_|that use it|sales-orders|stock-movements/)
      assert.match(error.message, /used by records that your role may not read/)
      assert.deepEqual(error.details, [])
    }
    const part = await refusal({ 'stock-movements': READ })
    assert.match(part.body.error.message, /1 stock movement \(stk_\w+\) and records that your role may not read/)
  })

  test('transitions and refused moves name invoices and deliveries that the role may read, and no others', async () => {
    const order = await createSubmitted(kontor(), [await createStockedItem(kontor(), 9)])
    const sent = await deliver(kontor(), order)
    const { invoiceNumber, id } = await invoice(kontor(), order)
    const texts = async (permissions: Permissions) => {
      const options = await as({ 'sales-orders': ALL, customers: READ, ...permissions })
      const moved = await moveOrder(kontor(), order, 'cancelled', {}, options)
      assertRefused(moved, 422, 'INVALID_STATUS_TRANSITION')
      const { allowedTransitions } = (await kontor().get(`/sales-orders/${order.id}`, options)).body.data
      return `${moved.text} ${JSON.stringify(allowedTransitions)}`
    }
    const all = await texts({ invoices: READ, deliveries: READ })
    for (const name of [invoiceNumber, sent.deliveryNumber]) assert.ok(all.includes(name), all)
    for (const permissions of [
      {},
      { invoices: { ...READ, own: true }, deliveries: { ...READ, own: true } },
    ] as Permissions[]) {
      const some = await texts(permissions)
      for (const name of [invoiceNumber, id, sent.deliveryNumber]) assert.ok(!some.includes(name), some)
      assert.match(some, /Some of it has been invoiced\. Void the invoice first\./)
    }
    const unnumbered = await texts({ invoices: { ...READ, hidden: ['invoiceNumber'] }, deliveries: READ })
    assert.ok(!unnumbered.includes(invoiceNumber) && unnumbered.includes(id), unnumbered)
  })

  test('an item code is in no message to a role that does not see it', async () => {
    const item = await createStockedItem(kontor(), 1, { itemCode: 'HUSH-1', itemName: 'Known' })
    const idle = await createItem(kontor(), { itemCode: 'HUSH-2', isActive: false })
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 5 }])
    const options = await as({
      'sales-orders': ALL,
      customers: READ,
      deliveries: ALL,
      invoices: ALL,
      'stock-movements': ALL,
      items: { ...READ, hidden: ['itemCode'] },
    })
    const lines = [{ item: item.id, quantity: 9 }]
    for (const [path, body] of [
      ['/deliveries', { salesOrder: order.id }],
      ['/deliveries', { salesOrder: order.id, items: lines }],
      ['/invoices/from-order', { salesOrder: order.id, items: lines }],
      ['/stock-movements', { item: item.id, quantity: -5, reason: 'write_off' }],
      ['/sales-orders', { customer: order.customer, items: [{ item: idle.id, quantity: 1 }] }],
    ] as const) {
      const answer = await kontor().post(path, body, options)
      assert.equal(answer.status, 422, answer.text)
      assert.doesNotMatch(answer.text, /HUSH/, path)
    }
  })

  test('a user sees own records that a role limits, also where another record lists them', async () => {
    const person = await signedIn(kontor(), 'admin')
    const order = await createSubmitted(kontor(), [await createStockedItem(kontor(), 9)])
    const mine = (await kontor().post('/invoices/from-order', { salesOrder: order.id }, person)).body.data
    const role = await addRole(kontor().engine, { 'sales-orders': READ, invoices: { ...READ, own: true } })
    await changeUser(kontor().engine, person.id, { role })
    assert.deepEqual((await kontor().get(`/sales-orders/${order.id}`, person)).body.data.invoices, [mine.id])
    assert.deepEqual((await read(kontor(), `/sales-orders/${order.id}`)).invoices, [mine.id])
  })

  before(() => createItem(kontor()))
})
