import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { trailOf } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addUser } from '../support/people.ts'
import { create, createCustomer, createItem, read } from '../support/records.ts'
import { changeable, createWorld, type World } from '../support/world.ts'

const SECOND_MS = 1000

onEveryDatabase('A write that changes nothing', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })

  /** Sends a record back as it was read: nothing moves, nothing is recorded, and there is nothing to warn of. */
  async function assertUnmoved(address: string, method = 'PUT', sent?: object): Promise<void> {
    const record = await read(kontor(), address)
    kontor().advance(SECOND_MS)
    const answer = await kontor().call(method, address, { body: sent ?? record })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body, { success: true, data: record })
    assert.deepEqual(await read(kontor(), address), record)
    assert.deepEqual(await trailOf(kontor(), answer), [])
  }

  for (const { name } of changeable) {
    describe(`to ${name}`, () => {
      for (const method of ['PUT', 'PATCH']) {
        test(`answers ${method} of a record as it was read with 200, the same version and updatedAt, no audit entry and no warning`, () =>
          assertUnmoved(world.addressOf(name), method))
      }

      test('answers an empty body in the same way', () => assertUnmoved(world.addressOf(name), 'PUT', {}))

      test('answers a record that was read with include=permitted in the same way', async () => {
        const address = world.addressOf(name)
        await assertUnmoved(address, 'PUT', await read(kontor(), `${address}?include=permitted`))
      })
    })
  }

  test('to the settings leaves them as they are', async () => {
    await assertUnmoved('/settings')
    await assertUnmoved('/settings', 'PATCH', {})
  })

  test('to a role leaves it as it is, whatever the order of its permissions', async () => {
    const may = { items: { can: ['read'] }, customers: { can: ['read', 'update'] } }
    const role = await create(kontor(), '/roles', { name: 'clerk', permissions: may })
    await assertUnmoved(`/roles/${role.id}`)
    const permissions = Object.fromEntries(Object.entries(role.permissions).reverse())
    await assertUnmoved(`/roles/${role.id}`, 'PUT', { permissions })
  })

  test('to a user, an API key or an app leaves it as it is', async () => {
    const user = await addUser(kontor().engine, 'viewer')
    const key = await create(kontor(), '/api-keys', { name: 'Shop', scopes: ['read'] })
    const app = await create(kontor(), '/oauth-clients', {
      name: 'Shop',
      redirectUris: ['https://shop.example/'],
      scopes: ['read'],
    })
    await assertUnmoved(`/users/${user.id}`)
    await assertUnmoved(`/api-keys/${key.id}`)
    await assertUnmoved(`/oauth-clients/${app.id}`)
  })

  test('to a draft keeps its lines, also if they come without their ids', async () => {
    const [customer, item] = [await createCustomer(kontor()), await createItem(kontor(), { sellingPrice: 3 })]
    const items = [
      { item: item.id, quantity: 2 },
      { item: item.id, quantity: 1, discount: 10 },
    ]
    const order = await create(kontor(), '/sales-orders', { customer: customer.id, items })
    await assertUnmoved(`/sales-orders/${order.id}`, 'PUT', { items })
    const swapped = await kontor().put(`/sales-orders/${order.id}`, { items: items.toReversed() })
    assert.equal(swapped.body.data.version, 2)
  })

  test('to many records at once succeeds for each of them, and moves none', async () => {
    const category = 'Sorted'
    const some = await Promise.all([1, 2, 3].map(() => createItem(kontor(), { category })))
    kontor().advance(SECOND_MS)
    const ids = some.map(({ id }) => id)
    const answer = await kontor().post('/items/bulk', { action: 'update', ids, input: { category } })
    assert.equal(answer.body.data.succeeded, 3, answer.text)
    assert.deepEqual(await trailOf(kontor(), answer), [])
    for (const item of some) assert.deepEqual(await read(kontor(), `/items/${item.id}`), item)
  })

  test('does not sign users out and does not clear what clients have cached', async () => {
    const item = await createItem(kontor())
    const { headers } = await kontor().get(`/items/${item.id}`)
    await kontor().put(`/items/${item.id}`, item)
    const again = await kontor().get(`/items/${item.id}`, { headers: { 'if-none-match': headers.etag! } })
    assert.equal(again.status, 304)
  })

  test('is still refused where the record could not be changed', async () => {
    const item = await createItem(kontor())
    const stale = { headers: { 'if-match': '"7"' } }
    assert.equal((await kontor().put(`/items/${item.id}`, item, stale)).status, 412)
    assert.equal((await kontor().put('/items/nothing', {})).status, 404)
  })
})
