import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '../../src/auth/access.resources.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, behindTheScenes, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, read } from '../support/records.ts'
import { createOrder, createStockedItem, createSubmitted, invoice, moveOrder, receive } from '../support/trade.ts'

const SECOND_MS = 1000

onEveryDatabase('Stock figures and balances', (kind) => {
  const kontor = kontorFor(kind)
  const tagOf = async (path: string) => (await kontor().get(path)).headers.etag!
  const known = (path: string, tag: string) => kontor().get(path, { headers: { 'if-none-match': tag } })

  test('are no part of the version: a reservation, a receipt and a delivery leave the item at its version', async () => {
    const item = await createStockedItem(kontor(), 10)
    assert.equal(item.version, 1)
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 4 }])
    await receive(kontor(), item, 5)
    assert.equal((await kontor().post('/deliveries', { salesOrder: order.id })).status, 201)
    const { version, currentStock, reservedStock } = await read(kontor(), `/items/${item.id}`)
    assert.deepEqual([version, currentStock, reservedStock], [1, 11, 0])
  })

  test('do not make If-Match fail: a tag from before a reservation still changes the item', async () => {
    const item = await createStockedItem(kontor(), 10)
    const path = `/items/${item.id}`
    const tag = await tagOf(path)
    await createSubmitted(kontor(), [{ item: item.id, quantity: 4 }])
    const change = (description: string) => kontor().put(path, { description }, { headers: { 'if-match': tag } })
    const changed = await change('Heavy')
    assert.deepEqual([changed.status, changed.body.data.version], [200, 2], changed.text)
    assertRefused(await change('Light'), 412, 'VERSION_MISMATCH')
  })

  test('end the validity of a tag: no conditional read answers 304 after a reservation', async () => {
    const item = await createStockedItem(kontor(), 10)
    const path = `/items/${item.id}`
    const tag = await tagOf(path)
    assert.equal((await known(path, tag)).status, 304)
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 4 }])
    const answer = await known(path, tag)
    assert.deepEqual([answer.status, answer.body.data.reservedStock], [200, 4])
    assert.equal((await moveOrder(kontor(), order, 'cancelled')).status, 200)
    assert.equal((await known(path, answer.headers.etag!)).status, 200)
  })

  test('of a customer end the validity of a tag too, and leave the version as it is', async () => {
    const customer = await createCustomer(kontor())
    const path = `/customers/${customer.id}`
    const tag = await tagOf(path)
    const item = await createStockedItem(kontor(), 10)
    await invoice(kontor(), await createSubmitted(kontor(), [item], { customer }))
    const answer = await known(path, tag)
    assert.deepEqual([answer.status, answer.body.data.version, answer.body.data.balance.outstanding], [200, 1, 10])
    assert.equal((await kontor().put(path, { phone: '1' }, { headers: { 'if-match': tag } })).status, 200)
  })

  test('move updatedAt, so that a list of changed records has the item', async () => {
    const item = await createStockedItem(kontor(), 10)
    kontor().advance(SECOND_MS)
    const since = new Date(kontor().now()).toISOString()
    await createSubmitted(kontor(), [{ item: item.id, quantity: 1 }])
    const { data } = (await kontor().get(`/items?updatedSince=${since}`)).body
    assert.deepEqual(
      data.map(({ id, version }: { id: string; version: number }) => [id, version]),
      [[item.id, 1]],
    )
  })

  test('and other fields in one request raise the version by one', async () => {
    const item = await createStockedItem(kontor(), 10)
    const { body } = await kontor().put(`/items/${item.id}`, { reorderLevel: 50 })
    assert.deepEqual([body.data.isLowStock, body.data.version], [true, 2])
  })

  test('never exceed what is there when orders and edits with If-Match come at the same time', async () => {
    const item = await createStockedItem(kontor(), 100)
    const orders = await Promise.all(
      Array.from({ length: 8 }, () => createOrder(kontor(), [{ item: item.id, quantity: 5 }])),
    )
    const edit = { headers: { 'if-match': await tagOf(`/items/${item.id}`) } }
    const [edited, ...submitted] = await Promise.all([
      kontor().put(`/items/${item.id}`, { description: 'Heavy' }, edit),
      ...orders.map((order) => moveOrder(kontor(), order, 'submitted')),
    ])
    assert.equal(edited!.status, 200, edited!.text)
    for (const { status, text } of submitted) assert.equal(status, 200, text)
    const after = await read(kontor(), `/items/${item.id}`)
    assert.deepEqual([after.version, after.reservedStock, after.description], [2, 40, 'Heavy'])
  })
})

onEveryDatabase('A conditional read', (kind) => {
  const kontor = kontorFor(kind)

  test('is not answered with 304 after the role of the reader has lost sight of a field', async () => {
    const item = await createStockedItem(kontor(), 1)
    const role = await addRole(kontor().engine, { items: { can: ['read'] } })
    const { token } = await signedIn(kontor(), role)
    const { headers } = await kontor().get(`/items/${item.id}`, { token })
    await behindTheScenes(kontor().engine, async (records) => {
      const found = await records.find(roles, { name: role })
      return records.update(roles, found!, { permissions: { items: { can: ['read'], hidden: ['costPrice'] } } })
    })
    const answer = await kontor().get(`/items/${item.id}`, { token, headers: { 'if-none-match': headers.etag! } })
    assert.deepEqual([answer.status, 'costPrice' in (answer.body?.data ?? {})], [200, false])
  })
})
