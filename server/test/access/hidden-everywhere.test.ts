import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice } from '../support/invoicing.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { addRole, type Person, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createOrder, createStockedItem, createSubmitted, invoice, moveOrder, orderBody } from '../support/trade.ts'

const TRADE = ['read', 'create', 'update', 'submit', 'cancel'] as const

/** Numbers that appear nowhere else. */
const LIMIT = 7654.32
const STOCK = 4711
const PRICE = 83.19

onEveryDatabase('A field that is hidden from a role', (kind) => {
  const kontor = kontorFor(kind)
  let blind: Person
  let seeing: Person
  before(async () => {
    const permissions = {
      customers: { can: TRADE, hidden: ['creditLimit', 'balance'] },
      items: { can: TRADE, hidden: ['currentStock', 'reservedStock', 'availableStock', 'costPrice'] },
      'sales-orders': { can: TRADE, hidden: ['subtotal', 'total', 'items.amount'] },
      invoices: { can: TRADE, hidden: ['outstanding', 'total', 'items.amount'] },
      payments: { can: TRADE },
      deliveries: { can: TRADE },
      'stock-movements': { can: TRADE, hidden: ['balance'] },
      'audit-log': { can: ['read'] },
    } as const
    blind = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    seeing = await signedIn(kontor(), 'manager')
  })
  const as = ({ token }: Person) => ({ token })

  /** A user who sees the number gets it in the refusal; for other users the message is general. */
  async function assertDiscreet(ask: (person: Person) => Promise<Answer>, code: string, told: RegExp): Promise<void> {
    const [open, closed] = [await ask(seeing), await ask(blind)]
    for (const answer of [open, closed]) assertRefused(answer, 422, code)
    assert.match(open.text, told)
    assert.doesNotMatch(closed.text, told)
    for (const detail of closed.body.error.details)
      assert.deepEqual([detail.code, detail.message], [code, closed.body.error.message], 'nothing but the code')
  }

  test('is not revealed by a refusal for credit: neither the limit, nor what is owed', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: LIMIT })
    const item = await createItem(kontor(), { sellingPrice: 9999 })
    const order = await createOrder(kontor(), [item], { customer })
    const submit = (person: Person) => moveOrder(kontor(), order, 'submitted', {}, as(person))
    await assertDiscreet(submit, 'CREDIT_LIMIT_EXCEEDED', /7654\.32|2344\.68/)
    const fromOrder = (person: Person) => kontor().post('/invoices/from-order', { salesOrder: order.id }, as(person))
    await assertDiscreet(fromOrder, 'CREDIT_LIMIT_EXCEEDED', /7654\.32|2344\.68/)
  })

  test('is not revealed by the transitions of an order', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: LIMIT })
    const order = await createOrder(kontor(), [await createItem(kontor(), { sellingPrice: 9999 })], { customer })
    for (const path of [`/sales-orders/${order.id}`, '/sales-orders?perPage=100']) {
      assert.match((await kontor().get(path, as(seeing))).text, /7654\.32/)
      const { status, text } = await kontor().get(path, as(blind))
      assert.equal(status, 200)
      assert.doesNotMatch(text, /7654\.32|2344\.68/)
      assert.match(text, /"CREDIT_LIMIT_EXCEEDED"/)
    }
  })

  test('is not revealed by a shortage of stock', async () => {
    const item = await createStockedItem(kontor(), STOCK, { sellingPrice: 1 })
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: STOCK + 1 }])
    const deliver = (person: Person) => kontor().post('/deliveries', { salesOrder: order.id }, as(person))
    await assertDiscreet(deliver, 'INSUFFICIENT_STOCK', /more than the 4711 /)
    const takeOut = (person: Person) =>
      kontor().post('/stock-movements', { item: item.id, quantity: -5000, reason: 'write_off' }, as(person))
    await assertDiscreet(takeOut, 'INSUFFICIENT_STOCK', /more than the 4711 /)
  })

  test('is not revealed by the warning of a backorder, which still warns', async () => {
    const item = await createStockedItem(kontor(), STOCK, { sellingPrice: 1 })
    for (const person of [seeing, blind]) {
      const body = orderBody(await createCustomer(kontor()), [{ item: item.id, quantity: 10_000 }])
      const { id } = (await kontor().post('/sales-orders', body, as(person))).body.data
      const { body: moved, text } = await moveOrder(kontor(), { id }, 'submitted', {}, as(person))
      assert.equal(moved.meta.warnings[0].code, 'BACKORDER', text)
      assert.equal(/4711/.test(JSON.stringify(moved.meta)), person === seeing)
      assert.equal('total' in moved.data, person === seeing)
    }
  })

  test('cannot be asked for by an expected total, which would be accepted if it is right', async () => {
    const item = await createItem(kontor(), { sellingPrice: PRICE })
    for (const path of ['/sales-orders', '/invoices']) {
      for (const expectedTotal of [1, PRICE]) {
        const body = orderBody(await createCustomer(kontor()), [item], { expectedTotal })
        const answer = await kontor().post(path, body, as(blind))
        assertRefused(answer, 403, 'FIELD_NOT_PERMITTED')
        assert.deepEqual(
          answer.body.error.details.map(({ field }: { field: string }) => field),
          ['expectedTotal'],
        )
      }
      const body = orderBody(await createCustomer(kontor()), [item], { expectedTotal: 1 })
      const open = await kontor().post(path, body, as(seeing))
      assertRefused(open, 422, 'TOTAL_MISMATCH')
      assert.match(open.text, /83\.19/)
    }
  })

  test('is not revealed by the refusal of an overpayment', async () => {
    const item = await createItem(kontor(), { sellingPrice: PRICE })
    const { id } = await directInvoice(kontor(), [{ item: item.id, quantity: 1 }])
    const pay = (person: Person) => kontor().post('/payments', { invoice: id, amount: 1000 }, as(person))
    await assertDiscreet(pay, 'OVERPAYMENT', /83\.19/)
  })

  test('is not in the history of a record, nor in the audit log, before or after', async () => {
    const item = await createItem(kontor(), { costPrice: 12.3456 })
    await kontor().put(`/items/${item.id}`, { costPrice: 65.4321, itemName: 'Known to all' })
    for (const path of [`/items/${item.id}/history`, `/audit-log?recordId=${item.id}`]) {
      assert.match((await kontor().get(path, as(seeing))).text, /12\.3456.*65\.4321|65\.4321.*12\.3456/s)
      const { body, text } = await kontor().get(path, as(blind))
      assert.doesNotMatch(text, /12\.3456|65\.4321|costPrice/)
      assert.deepEqual(body.data[0].changes, { itemName: ['Anvil', 'Known to all'] })
    }
  })

  test('is not in the history either if it belongs to lines', async () => {
    const item = await createItem(kontor(), { sellingPrice: PRICE })
    const order = await createOrder(kontor(), [item])
    const items = [{ ...order.items[0], quantity: 3 }]
    assert.equal((await kontor().put(`/sales-orders/${order.id}`, { items })).status, 200)
    const { data } = (await kontor().get(`/sales-orders/${order.id}/history`, as(blind))).body
    const paths = Object.keys(data[0].changes)
    assert.ok(
      paths.some((path) => path.endsWith('.quantity')),
      paths.join(),
    )
    assert.ok(!paths.some((path) => path === 'total' || path.endsWith('.amount')), paths.join())
    assert.doesNotMatch(JSON.stringify(data), /249\.57/)
  })

  test('is not in the PDF of an invoice', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor(), { sellingPrice: PRICE })])
    const { id } = await invoice(kontor(), order)
    assertRefused(await kontor().get(`/invoices/${id}/pdf`, as(blind)), 403, 'FIELD_NOT_PERMITTED')
    assert.equal((await kontor().get(`/invoices/${id}/pdf`, as(seeing))).status, 200)
  })

  test('is not revealed by the ETag of the response', async () => {
    const item = await createItem(kontor(), { costPrice: 5 })
    const tag = (await kontor().get(`/items/${item.id}`, as(seeing))).headers.etag!
    const { status, body } = await kontor().get(`/items/${item.id}?fields=itemName`, {
      ...as(blind),
      headers: { 'if-none-match': tag },
    })
    assert.deepEqual([status, Object.keys(body.data)], [200, ['id', 'itemName']])
  })

  test('may also be the time of a change or the creator', async () => {
    const hidden = ['updatedAt', 'createdBy', 'version']
    const role = await addRole(kontor().engine, { items: { can: ['read'], hidden } })
    const { token } = await signedIn(kontor(), role)
    const { status, body, text } = await kontor().get('/items', { token })
    assert.equal(status, 200, text)
    for (const name of hidden) assert.ok(!(name in body.data[0]), name)
    for (const query of ['sort=updatedAt', 'updatedSince=2020-01-01', 'createdBy=usr_1', 'version[gt]=1'])
      assertRefused(await kontor().get(`/items?${query}`, { token }), 403, 'FIELD_NOT_PERMITTED')
  })

  test('is hidden in the history of other records, where these show it', async () => {
    const { id } = await createItem(kontor())
    const permissions = {
      items: { can: ['read'] },
      users: { can: ['read'], hidden: ['name'] },
      'audit-log': { can: ['read'], hidden: ['requestId'] },
    }
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions as never))
    for (const path of [`/items/${id}/history`, '/audit-log']) {
      const { status, body, text } = await kontor().get(path, { token })
      assert.equal(status, 200, text)
      for (const name of ['actorName', 'requestId']) {
        assert.ok(!Object.hasOwn(body.data[0], name), `${name} in ${path}`)
        for (const query of [`${name}=x`, `fields=${name}`])
          assertRefused(await kontor().get(`${path}?${query}`, { token }), 403, 'FIELD_NOT_PERMITTED')
      }
    }
    assert.ok(Object.hasOwn((await kontor().get(`/items/${id}/history`)).body.data[0], 'actorName'))
  })

  test('is hidden in administrative resources too', async () => {
    const permissions = {
      users: { can: ['read'], hidden: ['email'] },
      'audit-log': { can: ['read'], hidden: ['address'] },
    }
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions as never))
    for (const path of ['/users', `/users/${blind.id}`, `/users/${blind.id}/history`, '/audit-log?resource=users']) {
      const { status, text } = await kontor().get(path, { token })
      assert.equal(status, 200, text)
      assert.doesNotMatch(text, /people\.example|127\.0\.0\.1/, path)
    }
    for (const path of ['/users?email[like]=a', '/users?search=a', '/audit-log?address=127.0.0.1'])
      assertRefused(await kontor().get(path, { token }), 403, 'FIELD_NOT_PERMITTED')
  })
})
