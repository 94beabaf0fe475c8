import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { addRole, type Person, signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem, itemBody } from '../support/records.ts'

/** Refused because of this very field. */
function assertFieldRefused(answer: Answer, field: string): void {
  assertRefused(answer, 403, 'FIELD_NOT_PERMITTED')
  assert.equal(answer.body.error.details[0].field, field)
}

const prices = { sellingPrice: 30, costPrice: 12.3456 }

onEveryDatabase('Hidden fields', (kind) => {
  const kontor = kontorFor(kind)
  const roles: { person: Person; hidden: string[] }[] = []
  let item: { id: string; [field: string]: unknown }
  before(async () => {
    roles.push({ person: await signedIn(kontor(), 'sales'), hidden: ['costPrice'] })
    roles.push({ person: await signedIn(kontor(), 'warehouse'), hidden: ['costPrice', 'sellingPrice'] })
    item = await createItem(kontor(), { ...prices, itemName: 'Secretly cheap' })
  })

  test('are absent from a record; everything else is there', async () => {
    for (const { person, hidden } of roles) {
      const { body, text } = await kontor().get(`/items/${item.id}`, { token: person.token })
      const visible = Object.entries(item).filter(([name]) => !hidden.includes(name))
      assert.deepEqual(body.data, Object.fromEntries(visible))
      assert.doesNotMatch(text, /12\.3456/)
    }
  })

  test('are absent from lists', async () => {
    for (const { person, hidden } of roles) {
      for (const query of ['', '?search=secretly', '?perPage=1', `?itemCode=${item.itemCode}`]) {
        const { body, text } = await kontor().get(`/items${query}`, { token: person.token })
        assert.ok(body.data.length > 0)
        for (const name of hidden)
          assert.ok(
            body.data.every((record: object) => !(name in record)),
            name,
          )
        assert.doesNotMatch(text, /12\.3456/)
      }
    }
  })

  test('are absent from the answer to a change', async () => {
    const { token } = roles[1]!.person
    const { status, body } = await kontor().put(`/items/${item.id}`, { reorderLevel: 5 }, { token })
    assert.equal(status, 200)
    assert.equal(body.data.reorderLevel, 5)
    for (const name of ['costPrice', 'sellingPrice']) assert.ok(!(name in body.data))
    const { data } = (await kontor().get(`/items/${item.id}`)).body
    assert.deepEqual([data.sellingPrice, data.costPrice], [prices.sellingPrice, prices.costPrice])
  })

  test('are absent from the answer to a creation', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read', 'create'], hidden: ['costPrice'] } })
    const { token } = await signedIn(kontor(), role)
    const { status, body } = await kontor().post('/items', itemBody({ sellingPrice: 3 }), { token })
    assert.equal(status, 201)
    assert.equal(body.data.sellingPrice, 3)
    assert.ok(!('costPrice' in body.data))
  })

  test('cannot be filtered by, with any operator', async () => {
    for (const { person, hidden } of roles) {
      for (const name of hidden) {
        for (const filter of ['', '[gt]', '[lte]', '[ne]', '[like]', '[in]']) {
          const answer = await kontor().get(`/items?${name}${filter}=12`, { token: person.token })
          assertFieldRefused(answer, name)
        }
      }
    }
    const visible = await kontor().get('/items?sellingPrice[gt]=1', { token: roles[0]!.person.token })
    assert.equal(visible.status, 200)
  })

  test('cannot be sorted by', async () => {
    for (const { person, hidden } of roles) {
      for (const name of hidden) {
        assertFieldRefused(await kontor().get(`/items?sort=${name}`, { token: person.token }), name)
      }
    }
  })

  test('cannot be asked for by name', async () => {
    for (const { person, hidden } of roles) {
      for (const name of hidden) {
        const { token } = person
        assertFieldRefused(await kontor().get(`/items?fields=itemName,${name}`, { token }), name)
        assertFieldRefused(await kontor().get(`/items/${item.id}?fields=${name}`, { token }), name)
      }
    }
  })

  test("an administrator's cursor does not carry a hidden field's order over", async () => {
    await createItem(kontor(), prices)
    const { body } = await kontor().get('/items?sort=costPrice&perPage=1')
    const { nextCursor } = body.meta
    const { token } = roles[0]!.person
    const path = `/items?sort=costPrice&perPage=1&cursor=${encodeURIComponent(nextCursor)}`
    assertFieldRefused(await kontor().get(path, { token }), 'costPrice')
    const other = await kontor().get(`/items?perPage=1&cursor=${encodeURIComponent(nextCursor)}`, { token })
    assertRefused(other, 400, 'INVALID_CURSOR')
  })

  test('cannot be sent, not even as they are', async () => {
    const { token } = roles[1]!.person
    for (const costPrice of [prices.costPrice, 1, null, 'text']) {
      assertFieldRefused(await kontor().put(`/items/${item.id}`, { costPrice }, { token }), 'costPrice')
    }
    assert.equal((await kontor().get(`/items/${item.id}`)).body.data.costPrice, prices.costPrice)
  })

  test('cannot be searched in', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read'], hidden: ['itemCode'] } })
    const { token } = await signedIn(kontor(), role)
    assertFieldRefused(await kontor().get('/items?search=secretly', { token }), 'itemCode')
    assert.equal((await kontor().get('/items', { token })).status, 200)
  })

  test('inside a group are closed on every path as well', async () => {
    const role = await addRole(kontor().engine, {
      customers: { can: ['read', 'create', 'update'], hidden: ['address.city'] },
    })
    const { token } = await signedIn(kontor(), role)
    const address = { street: 'Hafenstraße 12', city: 'Hidden-on-Sea', state: null, zipCode: '20457', country: 'DE' }
    const { id } = await createCustomer(kontor(), { address })
    const { city: _, ...shown } = address
    assert.deepEqual((await kontor().get(`/customers/${id}`, { token })).body.data.address, shown)
    for (const query of ['address.city=x', 'address.city[like]=Hid%25', 'sort=address.city']) {
      assertFieldRefused(await kontor().get(`/customers?${query}`, { token }), 'address.city')
    }
    assertFieldRefused(await kontor().put(`/customers/${id}`, { address: { city: 'x' } }, { token }), 'address.city')
    const sent = { name: 'New', address: { city: 'x' } }
    assertFieldRefused(await kontor().post('/customers', sent, { token }), 'address.city')
    const changed = await kontor().put(`/customers/${id}`, { address: { zipCode: '20459' } }, { token })
    assert.deepEqual(changed.body.data.address, { ...shown, zipCode: '20459' })
    assert.equal((await kontor().get(`/customers/${id}`)).body.data.address.city, address.city)
  })

  test('inside a group survive when the group is cleared by a user who does not see them', async () => {
    const role = await addRole(kontor().engine, { customers: { can: ['read', 'update'], hidden: ['address.city'] } })
    const { token } = await signedIn(kontor(), role)
    const { id } = await createCustomer(kontor(), { address: { city: 'Hidden-on-Sea', country: 'DE' } })
    await kontor().put(`/customers/${id}`, { address: null }, { token })
    assert.equal((await kontor().get(`/customers/${id}`)).body.data.address.city, 'Hidden-on-Sea')
  })
})

onEveryDatabase('Hidden prices of documents', (kind) => {
  const kontor = kontorFor(kind)
  let warehouse: Person
  let order: { id: string; items: object[]; [field: string]: unknown }
  before(async () => {
    warehouse = await signedIn(kontor(), 'warehouse')
    const item = await createItem(kontor(), { itemName: 'Dear', sellingPrice: 4711.25, taxRate: 19 })
    const { id: customer } = await createCustomer(kontor())
    order = await create(kontor(), '/sales-orders', { customer, items: [{ item: item.id, quantity: 1, discount: 15 }] })
  })
  const get = (path: string) => kontor().get(path, { token: warehouse.token })
  const TOTALS = ['subtotal', 'discountTotal', 'taxTotal', 'total']
  const IN_LINES = ['rate', 'discount', 'discountAmount', 'amount', 'taxRate', 'taxAmount']

  test('are absent from the record, its lines and every list; what is needed to deliver is there', async () => {
    for (const path of [`/sales-orders/${order.id}`, '/sales-orders', '/sales-orders?search=acme']) {
      const { body } = await get(path)
      const [seen] = [body.data].flat()
      for (const name of TOTALS) assert.ok(name in order && !(name in seen), name)
      for (const name of IN_LINES) assert.ok(name in order.items[0]! && !(name in seen.items[0]), name)
      assert.deepEqual([seen.items[0].itemName, seen.items[0].quantity], ['Dear', 1])
    }
  })

  test('cannot be asked for, filtered or sorted by', async () => {
    for (const name of TOTALS) {
      assertFieldRefused(await get(`/sales-orders?${name}[gt]=1`), name)
      assertFieldRefused(await get(`/sales-orders/${order.id}?fields=${name}`), name)
    }
    assertFieldRefused(await get('/sales-orders?sort=total'), 'total')
  })

  test('are in no PDF: a user who may not see a part of an invoice cannot download it', async () => {
    const role = await addRole(kontor().engine, { invoices: { can: ['read'], hidden: ['items.rate'] } })
    const { token } = await signedIn(kontor(), role)
    const { id } = await create(kontor(), '/invoices/from-order', { salesOrder: order.id })
    assert.equal((await kontor().get(`/invoices/${id}`, { token })).status, 200)
    assertFieldRefused(await kontor().get(`/invoices/${id}/pdf`, { token }), 'items.rate')
  })
})

onEveryDatabase('Fields that are read-only for a role', (kind) => {
  const kontor = kontorFor(kind)
  let sales: Person
  let customer: { id: string; [field: string]: unknown }
  before(async () => {
    sales = await signedIn(kontor(), 'sales')
    customer = await createCustomer(kontor(), { name: 'Regular', creditLimit: 5000 })
  })
  const put = (body: object) => kontor().put(`/customers/${customer.id}`, body, { token: sales.token })

  test('are shown, filtered and sorted by like any other', async () => {
    const { token } = sales
    assert.equal((await kontor().get(`/customers/${customer.id}`, { token })).body.data.creditLimit, 5000)
    for (const query of ['creditLimit=5000', 'sort=creditLimit', 'fields=creditLimit']) {
      assert.equal((await kontor().get(`/customers?${query}`, { token })).status, 200, query)
    }
  })

  test('may be sent back as they are, so that a record can be read, edited and sent', async () => {
    const { data } = (await kontor().get(`/customers/${customer.id}`, { token: sales.token })).body
    const { status, body, text } = await put({ ...data, phone: '+49 40 5550123' })
    assert.equal(status, 200, text)
    assert.deepEqual([body.data.phone, body.data.creditLimit], ['+49 40 5550123', 5000])
  })

  test('may not be changed, and nothing else of the request is kept either', async () => {
    for (const creditLimit of [5000.01, 0, null]) {
      assertFieldRefused(await put({ creditLimit, phone: 'changed' }), 'creditLimit')
    }
    assertFieldRefused(await put({ creditHold: true, phone: 'changed' }), 'creditHold')
    const { data } = (await kontor().get(`/customers/${customer.id}`)).body
    assert.deepEqual([data.creditLimit, data.creditHold], [5000, false])
    assert.notEqual(data.phone, 'changed')
  })

  test('may not be set when a record is created', async () => {
    const { token } = sales
    assertFieldRefused(await kontor().post('/customers', { name: 'New', creditLimit: 1 }, { token }), 'creditLimit')
    assert.equal((await kontor().post('/customers', { name: 'New' }, { token })).status, 201)
  })

  test('may be changed by a role that has no such rule', async () => {
    const { token } = await signedIn(kontor(), 'accountant')
    const { status, body } = await kontor().put(`/customers/${customer.id}`, { creditLimit: 6000 }, { token })
    assert.equal(status, 200)
    assert.equal(body.data.creditLimit, 6000)
  })

  test('inside a group may not be set or changed either', async () => {
    const role = await addRole(kontor().engine, {
      customers: { can: ['read', 'create', 'update'], readOnly: ['address.country'] },
    })
    const { token } = await signedIn(kontor(), role)
    const created = { name: 'New', address: { country: 'DE' } }
    assertFieldRefused(await kontor().post('/customers', created, { token }), 'address.country')
    const { id } = await createCustomer(kontor(), { address: { city: 'Bremen', country: 'DE' } })
    const change = (address: object | null) => kontor().put(`/customers/${id}`, { address }, { token })
    assertFieldRefused(await change({ country: 'AT' }), 'address.country')
    assertFieldRefused(await change(null), 'address.country')
    assert.equal((await change({ country: 'DE', city: 'Kiel' })).status, 200)
  })
})
