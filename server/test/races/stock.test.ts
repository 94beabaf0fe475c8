import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'
import { customerWith, draftOrder, several, stockedItem, submit } from './scenes.ts'

onEveryDatabase(`${CLIENTS} clients in the warehouse at once`, (kind) => {
  const arena = arenaFor(kind)
  const stockOf = async ({ id }: { id: string }) => {
    const { currentStock, reservedStock, availableStock } = await arena().read(`/items/${id}`)
    return [currentStock, reservedStock, availableStock]
  }
  const deliver = (orders: readonly { id: string }[]) =>
    arena().rush((client) => ({ method: 'POST', path: '/deliveries', body: { salesOrder: orders[client]!.id } }))

  test('deliver exactly what is there, and never more', async () => {
    const item = await stockedItem(arena(), {}, 20)
    const customer = await customerWith(arena())
    const orders = await several(CLIENTS, async () =>
      submit(arena(), (await draftOrder(arena(), customer, item, 0.5)).id),
    )
    const answers = await deliver(orders)
    assert.deepEqual(outcomesOf(answers), { 201: 40, '422 INSUFFICIENT_STOCK': CLIENTS - 40 })
    assert.deepEqual(await stockOf(item), [0, 12, -12])
  })

  test('deliver the same items in opposite order without blocking each other', async () => {
    const [first, second] = [await stockedItem(arena(), {}, 50), await stockedItem(arena(), {}, 50)]
    const { id: customer } = await customerWith(arena())
    const orders = await several(CLIENTS, async (index) => {
      const items = [first, second].map(({ id }) => ({ item: id, quantity: 1 }))
      const body = { customer, items: index % 2 === 0 ? items : items.toReversed() }
      return submit(arena(), (await arena().create('/sales-orders', body)).id)
    })
    assert.deepEqual(outcomesOf(await deliver(orders)), { 201: 50, '422 INSUFFICIENT_STOCK': CLIENTS - 50 })
    assert.deepEqual(
      [await stockOf(first), await stockOf(second)],
      [
        [0, 14, -14],
        [0, 14, -14],
      ],
    )
  })

  test('deliver one order once', async () => {
    const item = await stockedItem(arena(), {}, 100)
    const { id } = await draftOrder(arena(), await customerWith(arena()), item, 7)
    const order = await submit(arena(), id)
    const answers = await deliver(Array.from({ length: CLIENTS }, () => order))
    assert.deepEqual(outcomesOf(answers), { 201: 1, '422 DOCUMENT_LOCKED': CLIENTS - 1 })
    assert.deepEqual(await stockOf(item), [93, 0, 93])
  })

  test('undo one delivery once', async () => {
    const item = await stockedItem(arena(), {}, 10)
    const { id } = await draftOrder(arena(), await customerWith(arena()), item, 4)
    await submit(arena(), id)
    const delivery = await arena().create('/deliveries', { salesOrder: id })
    const answers = await arena().rush({ method: 'DELETE', path: `/deliveries/${delivery.id}` })
    assert.deepEqual(outcomesOf(answers), { 204: 1, '404 NOT_FOUND': CLIENTS - 1 })
    assert.deepEqual(await stockOf(item), [10, 4, 6])
  })

  test('enter movements of one item, and none is overwritten by another', async () => {
    const { id: item } = await stockedItem(arena(), {}, 100)
    const answers = await arena().rush((client) => ({
      method: 'POST',
      path: '/stock-movements',
      body: { item, quantity: client % 2 === 0 ? 1.25 : -1 },
    }))
    assert.deepEqual(outcomesOf(answers), { 201: CLIENTS })
    assert.equal((await arena().read(`/items/${item}`)).currentStock, 100 + (CLIENTS / 2) * 0.25)
  })

  test('submit and withdraw orders: set aside is exactly what open orders need', async () => {
    const item = await stockedItem(arena(), {}, 10)
    const customer = await customerWith(arena())
    const orders = await several(CLIENTS, () => draftOrder(arena(), customer, item, 1))
    await Promise.all(
      orders.map(async ({ id }, client) => {
        for (const status of client % 2 === 0 ? ['submitted', 'draft', 'submitted'] : ['submitted', 'cancelled']) {
          const move = { method: 'PUT', path: `/sales-orders/${id}/status`, body: { status } } as const
          assert.equal((await arena().send(client, move)).status, 200)
        }
      }),
    )
    assert.equal((await arena().read(`/items/${item.id}`)).reservedStock, CLIENTS / 2)
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
