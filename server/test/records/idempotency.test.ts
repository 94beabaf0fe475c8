import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { changeUser, signedIn } from '../support/people.ts'
import {
  assertInvalid,
  assertRefused,
  createCustomer,
  createItem,
  customerBody,
  itemBody,
  leavingAsItWas,
  newCode,
  read,
  rowsIn,
} from '../support/records.ts'
import { changeable, changes, createWorld } from '../support/world.ts'

const KEY_MAX = 255
let keys = 0
const newKey = () => `key-${++keys}`

function assertReplayed(replay: Answer, first: Answer): void {
  assert.equal(replay.headers['idempotent-replayed'], 'true')
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(replay.status, first.status)
  assert.equal(replay.text, first.text)
  for (const header of ['location', 'etag', 'content-type']) {
    assert.equal(replay.headers[header], first.headers[header], header)
  }
}

onEveryDatabase('A request sent twice with one Idempotency-Key is carried out once', (kind) => {
  const kontor = kontorFor(kind)
  const send = (method: string, path: string, key: string, body?: object, options: CallOptions = {}) =>
    kontor().call(method, path, {
      ...(body && { body }),
      ...options,
      headers: { 'idempotency-key': key, ...options.headers },
    })

  test('POST: one record, and the same response byte for byte', async () => {
    const [key, body] = [newKey(), customerBody()]
    const before = await rowsIn(kontor(), 'customers')
    const first = await send('POST', '/customers', key, body)
    assert.equal(first.status, 201)
    for (let again = 0; again < 3; again++) assertReplayed(await send('POST', '/customers', key, body), first)
    assert.equal(await rowsIn(kontor(), 'customers'), before + 1)
  })

  for (const method of ['PUT', 'PATCH']) {
    test(`${method}: the change is made once`, async () => {
      const { id } = await createItem(kontor())
      const key = newKey()
      const first = await send(method, `/items/${id}`, key, { sellingPrice: 5 })
      assert.equal(first.body.data.version, 2)
      await kontor().put(`/items/${id}`, { sellingPrice: 6 })
      assertReplayed(await send(method, `/items/${id}`, key, { sellingPrice: 5 }), first)
      const { version, sellingPrice } = await read(kontor(), `/items/${id}`)
      assert.deepEqual([version, sellingPrice], [3, 6])
    })
  }

  test('every kind of record is created, changed and deleted once', async () => {
    const world = await createWorld(kontor())
    for (const { name } of changeable) {
      const [post, put, remove] = [newKey(), newKey(), newKey()]
      const body = world.bodyOf(name)
      const first = await send('POST', `/${name}`, post, body)
      assert.equal(first.status, 201, first.text)
      const rows = await rowsIn(kontor(), name)
      assertReplayed(await send('POST', `/${name}`, post, body), first)
      assert.equal(await rowsIn(kontor(), name), rows)
      const address = `/${name}/${first.body.data.id}`
      const changed = await send('PUT', address, put, changes[name])
      assert.equal(changed.status, 200, changed.text)
      assertReplayed(await send('PUT', address, put, changes[name]), changed)
      const removed = await send('DELETE', address, remove)
      assert.equal(removed.status, 204, removed.text)
      assertReplayed(await send('DELETE', address, remove), removed)
    }
  })

  test('an order is moved and invoiced once, and the warning is repeated too', async () => {
    const { id: item } = await createItem(kontor())
    const { id: customer } = await createCustomer(kontor())
    const body = { customer, items: [{ item, quantity: 3 }] }
    const order = (await kontor().post('/sales-orders', body)).body.data
    const [moving, billing] = [newKey(), newKey()]
    const move = () => send('PUT', `/sales-orders/${order.id}/status`, moving, { status: 'submitted' })
    const moved = await move()
    assert.equal(moved.body.meta.warnings[0].code, 'BACKORDER')
    assertReplayed(await move(), moved)
    assert.equal((await read(kontor(), `/items/${item}`)).reservedStock, 3)
    const bill = () => send('POST', '/invoices/from-order', billing, { salesOrder: order.id })
    const invoice = await bill()
    assert.equal(invoice.status, 201)
    assertReplayed(await bill(), invoice)
    assert.deepEqual((await read(kontor(), `/sales-orders/${order.id}`)).invoices, [invoice.body.data.id])
  })

  test('DELETE: 204 again instead of 404', async () => {
    const { id } = await createItem(kontor())
    const key = newKey()
    const first = await send('DELETE', `/items/${id}`, key)
    assert.equal(first.status, 204)
    const replay = await send('DELETE', `/items/${id}`, key)
    assertReplayed(replay, first)
    assert.equal(replay.text, '')
    assertRefused(await send('DELETE', `/items/${id}`, newKey()), 404, 'NOT_FOUND')
  })

  test('the response is kept even if the record has changed or is gone', async () => {
    const [key, body] = [newKey(), itemBody()]
    const first = await send('POST', '/items', key, body)
    await kontor().put(`/items/${first.body.data.id}`, { itemName: 'Hammer' })
    assertReplayed(await send('POST', '/items', key, body), first)
    await kontor().delete(`/items/${first.body.data.id}`)
    assertReplayed(await send('POST', '/items', key, body), first)
  })

  test('a repeated change is answered before its If-Match is checked again', async () => {
    const { id } = await createItem(kontor())
    const [key, options] = [newKey(), { headers: { 'if-match': '"1"' } }]
    const first = await send('PUT', `/items/${id}`, key, { itemName: 'Hammer' }, options)
    assert.equal(first.status, 200)
    assertReplayed(await send('PUT', `/items/${id}`, key, { itemName: 'Hammer' }, options), first)
  })

  test('spaces between the tokens of the JSON make no different request', async () => {
    const [key, body] = [newKey(), itemBody()]
    const first = await send('POST', '/items', key, body)
    const spaced = { text: JSON.stringify(body, null, 4) }
    assertReplayed(await send('POST', '/items', key, undefined, spaced), first)
  })

  test('the order of names and the spelling of numbers make no different request, at any depth', async () => {
    const key = newKey()
    const body = { name: 'Acme', creditLimit: 100, address: { city: 'Kiel', country: 'DE' } }
    const first = await send('POST', '/customers', key, body)
    for (const text of [
      '{"address":{"country":"DE","city":"Kiel"},"creditLimit":1e2,"name":"Acme"}',
      '{ "creditLimit": 100.00, "name": "\\u0041cme", "address": { "city": "Kiel", "country": "DE" } }',
    ])
      assertReplayed(await send('POST', '/customers', key, undefined, { text }), first)
    for (const other of [
      { ...body, creditLimit: 101 },
      { ...body, phone: null },
      { ...body, address: { city: 'Kiel' } },
    ])
      assertRefused(await send('POST', '/customers', key, other), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('the order of the entries of a list does', async () => {
    const key = newKey()
    const images = ['https://a.example/1', 'https://a.example/2']
    const body = itemBody({ images })
    assert.equal((await send('POST', '/items', key, body)).status, 201)
    const reversed = { ...body, images: images.toReversed() }
    assertRefused(await send('POST', '/items', key, reversed), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('without a key, or with another, it is a different request', async () => {
    const [body, rows] = [customerBody(), await rowsIn(kontor(), 'customers')]
    for (const key of [newKey(), newKey()]) assert.equal((await send('POST', '/customers', key, body)).status, 201)
    assert.equal((await kontor().post('/customers', body)).headers['idempotent-replayed'], undefined)
    assert.equal(await rowsIn(kontor(), 'customers'), rows + 3)
  })

  test('the same key with another body, path or method is refused, and nothing happens', async () => {
    const [key, body] = [newKey(), itemBody()]
    const { id } = (await send('POST', '/items', key, body)).body.data
    const others = [
      ['POST', '/items', itemBody()],
      ['POST', '/customers', customerBody()],
      ['PUT', `/items/${id}`, { itemName: 'Hammer' }],
      ['DELETE', `/items/${id}`, undefined],
    ] as const
    await leavingAsItWas(kontor(), 'items', () =>
      leavingAsItWas(kontor(), 'customers', async () => {
        for (const [method, path, sent] of others) {
          assertRefused(await send(method, path, key, sent), 422, 'IDEMPOTENCY_KEY_REUSED')
        }
      }),
    )
    assert.equal((await read(kontor(), `/items/${id}`)).version, 1)
  })

  test('a refused request leaves the key free', async () => {
    const key = newKey()
    const { itemCode, id } = await createItem(kontor())
    await leavingAsItWas(kontor(), 'idempotent-replies', async () => {
      assertInvalid(await send('POST', '/items', key, {}), 'itemCode', 'itemName')
      assertInvalid(await send('POST', '/items', key, itemBody({ itemCode })), 'itemCode')
      assertRefused(await send('PUT', '/items/nothing', key, { itemName: 'A' }), 404, 'NOT_FOUND')
      const stale = { headers: { 'if-match': '"7"' } }
      assertRefused(await send('PUT', `/items/${id}`, key, { itemName: 'A' }, stale), 412, 'VERSION_MISMATCH')
    })
    const mended = await send('POST', '/items', key, itemBody())
    assert.equal(mended.status, 201)
    assert.equal(mended.headers['idempotent-replayed'], undefined)
  })

  test('keys belong to their user: another may use the same one', async () => {
    const { token } = await signedIn(kontor(), 'manager')
    const [key, body] = [newKey(), customerBody()]
    const mine = await send('POST', '/customers', key, body)
    const theirs = await send('POST', '/customers', key, body, { token })
    assert.deepEqual([mine.status, theirs.status], [201, 201])
    assert.notEqual(mine.body.data.id, theirs.body.data.id)
    assertReplayed(await send('POST', '/customers', key, body, { token }), theirs)
    assertReplayed(await send('POST', '/customers', key, body), mine)
  })

  test('a kept response is not given to a user who has lost the right to the action', async () => {
    const { token, id } = await signedIn(kontor(), 'manager')
    const [key, body] = [newKey(), itemBody()]
    assert.equal((await send('POST', '/items', key, body, { token })).status, 201)
    await changeUser(kontor().engine, id, { role: 'viewer' })
    assertRefused(await send('POST', '/items', key, body, { token }), 403, 'FORBIDDEN')
  })

  test(`a key has 1 to ${KEY_MAX} characters`, async () => {
    assert.equal((await send('POST', '/items', 'k'.repeat(KEY_MAX), itemBody())).status, 201)
    await leavingAsItWas(kontor(), 'items', async () => {
      assertRefused(await send('POST', '/items', 'k'.repeat(KEY_MAX + 1), itemBody()), 400, 'BAD_REQUEST')
      assertRefused(await send('POST', '/items', '', itemBody()), 400, 'BAD_REQUEST')
    })
  })

  test('a key may contain any characters', async () => {
    for (const key of ['a b', "'; drop table items; --", '%00', '{"a":1}', '../..']) {
      const body = itemBody({ itemCode: newCode() })
      const first = await send('POST', '/items', key, body)
      assert.equal(first.status, 201)
      assertReplayed(await send('POST', '/items', key, body), first)
    }
  })

  test('reads ignore the key', async () => {
    const key = newKey()
    const first = await send('GET', '/items', key)
    await createItem(kontor())
    const second = await send('GET', '/items', key)
    assert.notEqual(second.text, first.text)
    assert.equal(second.headers['idempotent-replayed'], undefined)
  })
})
