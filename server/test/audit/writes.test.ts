import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedsOf, trailOf } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { callFrom, signedIn } from '../support/people.ts'
import { createCustomer, createItem, customerBody, itemBody, leavingAsItWas, read } from '../support/records.ts'
import { createOrder, createStockedItem, createSubmitted, invoice, moveOrder, orderBody } from '../support/trade.ts'

onEveryDatabase('In the audit log', (kind) => {
  const kontor = kontorFor(kind)
  const only = async (answer: Answer) => {
    assert.ok(answer.status < 300, answer.text)
    const entries = await trailOf(kontor(), answer)
    assert.equal(entries.length, 1, JSON.stringify(entries))
    return entries[0]
  }

  test('a creation has one entry, with all values that were set', async () => {
    const answer = await kontor().post(
      '/items',
      itemBody({ itemName: 'Anvil', sellingPrice: 82.5, images: ['https://a.example/1.png'] }),
    )
    const { id, itemCode } = answer.body.data
    const entry = await only(answer)
    assert.deepEqual(
      [entry.action, entry.resource, entry.recordId, entry.operation],
      ['create', 'items', id, 'items.create'],
    )
    const { changes } = entry
    assert.deepEqual(changes.itemCode, [null, itemCode])
    assert.deepEqual(changes.sellingPrice, [null, 82.5])
    assert.deepEqual(changes.images, [null, ['https://a.example/1.png']])
    assert.ok(!('description' in changes), 'what is empty did not change')
    assert.ok(!('id' in changes) && !('version' in changes))
  })

  test('a change has the old and new values of changed fields, and nothing else', async () => {
    const { id } = await createCustomer(kontor(), { creditLimit: 5000, address: { city: 'Kiel', country: 'DE' } })
    const put = await kontor().put(`/customers/${id}`, {
      name: 'Globex',
      creditLimit: null,
      address: { city: 'Bremen' },
    })
    const entry = await only(put)
    assert.deepEqual([entry.action, entry.operation], ['update', 'customers.update'])
    assert.deepEqual(entry.changes, {
      name: ['Acme', 'Globex'],
      creditLimit: [5000, null],
      'address.city': ['Kiel', 'Bremen'],
    })
  })

  test('a deletion has the values that were deleted', async () => {
    const { id, itemCode } = await createItem(kontor(), { itemName: 'Gone' })
    const entry = await only(await kontor().delete(`/items/${id}`))
    assert.deepEqual([entry.action, entry.recordId], ['delete', id])
    assert.deepEqual(
      [entry.changes.itemCode, entry.changes.itemName],
      [
        [itemCode, null],
        ['Gone', null],
      ],
    )
  })

  test('lines are identified by their id: added, removed and changed ones', async () => {
    const [one, two] = [
      await createItem(kontor(), { sellingPrice: 10 }),
      await createItem(kontor(), { sellingPrice: 20 }),
    ]
    const order = await createOrder(kontor(), [one, two])
    const [first, second] = order.items
    const items = [
      { ...first, quantity: 3 },
      { item: two.id, quantity: 5 },
    ]
    const answer = await kontor().put(`/sales-orders/${order.id}`, { items })
    const added = answer.body.data.items[1].id
    assert.notEqual(added, second.id)
    const { changes } = await only(answer)
    assert.deepEqual(changes[`items.${first.id}.quantity`], [1, 3])
    assert.deepEqual(changes[`items.${first.id}.amount`], [10, 30])
    assert.deepEqual(changes[`items.${second.id}.quantity`], [1, null])
    assert.deepEqual(changes[`items.${added}.quantity`], [null, 5])
    assert.deepEqual(changes[`items.${added}.item`], [null, two.id])
    assert.deepEqual(changes.total, [30, 130])
    assert.ok(!(`items.${first.id}.item` in changes))
  })

  test('a change of status has an entry for every record that it changed, under one request', async () => {
    const order = await createOrder(kontor(), [await createStockedItem(kontor(), 5)])
    const answer = await moveOrder(kontor(), order, 'submitted')
    const entries = await trailOf(kontor(), answer)
    assert.deepEqual(deedsOf(entries), ['update items', 'update sales-orders'])
    for (const { operation } of entries) assert.equal(operation, 'sales-orders.status')
    assert.deepEqual(entries.find(({ resource }) => resource === 'sales-orders').changes.status, ['draft', 'submitted'])
  })

  test('an invoice from a draft order has three entries of one request', async () => {
    const order = await createOrder(kontor(), [await createStockedItem(kontor(), 5)])
    const answer = await kontor().post('/invoices/from-order', { salesOrder: order.id })
    const entries = await trailOf(kontor(), answer)
    assert.deepEqual(deedsOf(entries), ['create invoices', 'update items', 'update sales-orders'])
    assert.equal(new Set(entries.map(({ requestId }) => requestId)).size, 1)
    for (const { operation } of entries) assert.equal(operation, 'invoices.create-from-order')
    const { changes } = entries.find(({ resource }) => resource === 'sales-orders')
    assert.deepEqual(
      [changes.status, changes.invoiceStatus],
      [
        ['draft', 'submitted'],
        ['not_invoiced', 'invoiced'],
      ],
    )
  })

  test('every record has one entry per request, however often it changed in it', async () => {
    const item = await createStockedItem(kontor(), 9)
    const lines = [
      { item: item.id, quantity: 2 },
      { item: item.id, quantity: 3 },
    ]
    const order = await createSubmitted(kontor(), lines)
    const answer = await kontor().post('/deliveries', { salesOrder: order.id })
    const entries = await trailOf(kontor(), answer)
    const ofItem = entries.filter(({ resource }) => resource === 'items')
    assert.equal(ofItem.length, 1)
    assert.deepEqual(
      [ofItem[0].changes.currentStock, ofItem[0].changes.reservedStock],
      [
        [9, 4],
        [5, 0],
      ],
    )
    assert.equal(entries.filter(({ resource }) => resource === 'stock-movements').length, 2)
  })

  test('an entry names the actor as it was called then, its credential, address and request', async () => {
    const person = await signedIn(kontor(), 'manager')
    const [session] = (await kontor().get('/auth/sessions', { token: person.token })).body.data
    const headers = { 'x-request-id': 'my-own-request-1' }
    const answer = await callFrom(kontor().app.server, '203.0.113.7', 'POST', '/items', {
      token: person.token,
      body: itemBody(),
      headers,
    })
    await kontor().put(`/users/${person.id}`, { name: 'Renamed since' })
    const entry = await only(answer)
    assert.equal(entry.requestId, 'my-own-request-1')
    assert.deepEqual([entry.actor, entry.actorName], [person.id, person.name])
    assert.deepEqual([entry.credential, entry.address], [session.id, '203.0.113.7'])
    assert.equal(entry.createdAt, answer.body.data.createdAt)
  })

  test('an entry names the key that was used', async () => {
    const key = await createKey(kontor(), { scopes: ['write'] })
    const entry = await only(await kontor().post('/items', itemBody(), withKey(key)))
    assert.deepEqual([entry.credential, entry.actor], [key.id, key.owner])
  })

  test('there is no secret: neither password nor key, nor a digest of either', async () => {
    const body = { email: 'secret@example.com', name: 'S', role: 'viewer', password: 'a-very-secret-one' }
    const created = await kontor().post('/users', body)
    const { changes } = await only(created)
    assert.deepEqual(changes.passwordHash, [null, '[secret]'])
    assert.ok(!('password' in changes))
    const renewed = await only(await kontor().put(`/users/${created.body.data.id}`, { password: 'another-secret-one' }))
    assert.deepEqual(renewed.changes, { passwordHash: ['[secret]', '[secret]'] })
    const key = await only(await kontor().post('/api-keys', { name: 'K', scopes: ['read'] }))
    assert.deepEqual(key.changes.keyHash, [null, '[secret]'])
  })

  test('a change of internal sums alone is no new version, and has no entry', async () => {
    const order = await createSubmitted(kontor(), [await createStockedItem(kontor(), 5)])
    const draft = await invoice(kontor(), order, { draft: true })
    const { version } = await read(kontor(), `/sales-orders/${order.id}`)
    const answer = await kontor().put(`/invoices/${draft.id}/status`, { status: 'unpaid' })
    assert.equal((await read(kontor(), `/sales-orders/${order.id}`)).version, version)
    const entries = await trailOf(kontor(), answer)
    assert.ok(entries.every(({ recordId }) => recordId !== order.id))
  })

  test('the entry of a very long document is limited in size', async () => {
    const item = await createItem(kontor(), { sellingPrice: 1 })
    const lines = Array.from({ length: 300 }, () => ({ item: item.id, quantity: 1, discount: 5 }))
    const answer = await kontor().post('/sales-orders', orderBody(await createCustomer(kontor()), lines))
    const { changes } = await only(answer)
    assert.ok(JSON.stringify(changes).length < 17_000)
    assert.match(changes['…'][1], /^\d+ more$/)
    assert.ok('customer' in changes)
  })

  test('a request that changes nothing has no entry', async () => {
    const { id, version: _, ...customer } = await createCustomer(kontor())
    const order = await createOrder(kontor(), [await createItem(kontor())])
    for (const answer of [
      await kontor().put(`/customers/${id}`, customer),
      await kontor().put(`/customers/${id}`, {}),
      await moveOrder(kontor(), order, 'draft'),
    ]) {
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(await trailOf(kontor(), answer), [])
    }
  })

  test('reads and malformed requests have no entry', async () => {
    const { id } = await createItem(kontor())
    await leavingAsItWas(kontor(), 'audit-log', async () => {
      const answers = [
        await kontor().get('/items'),
        await kontor().get(`/items/${id}`),
        await kontor().get(`/items/${id}/history`),
        await kontor().get('/items?sort=nonsense'),
        await kontor().get('/items/itm_none'),
        await kontor().put('/items/itm_none', { itemName: 'x' }),
        await kontor().delete('/items/itm_none'),
        await kontor().post('/items', { itemName: 'no code' }),
        await kontor().call('POST', '/items', { text: '{' }),
        await kontor().put(`/items/${id}`, { itemName: 'x' }, { headers: { 'if-match': '"99"' } }),
        await kontor().get('/items', { token: 'nonsense' }),
        await kontor().get('/nothing/here'),
      ]
      const statuses = answers.map(({ status }) => status)
      assert.deepEqual(statuses, [200, 200, 200, 400, 404, 404, 404, 422, 400, 412, 401, 404])
    })
  })

  test('a transaction that was rolled back has no entry, however far it had come', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 1 })
    const order = await createOrder(kontor(), [await createStockedItem(kontor(), 5)], { customer })
    await leavingAsItWas(kontor(), 'audit-log', async () => {
      assert.equal((await kontor().post('/invoices/from-order', { salesOrder: order.id })).status, 422)
      assert.equal((await kontor().post('/users', { email: 'x@example.com', name: 'X', role: 'none' })).status, 422)
      const body = { name: 'Too far', scopes: ['read'], expiresAt: '2099-01-01' }
      assert.equal((await kontor().post('/api-keys', body)).status, 422)
    })
  })

  test('the repetition of a request has no entry', async () => {
    const headers = { 'idempotency-key': 'once-and-only-once' }
    const body = customerBody({ name: 'Once' })
    const first = await kontor().post('/customers', body, { headers })
    const second = await kontor().post('/customers', body, { headers })
    assert.equal(second.headers['idempotent-replayed'], 'true')
    assert.equal(second.text, first.text)
    await only(first)
    assert.deepEqual(await trailOf(kontor(), second), [])
  })
})
