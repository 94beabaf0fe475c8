import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createCustomer, createItem, read } from '../support/records.ts'
import { createOrder, createStockedItem, deliver, submit } from '../support/trade.ts'
import { twoNodesFor } from '../support/two-nodes.ts'

onEveryDatabase('Two servers that write to one database', (kind) => {
  const nodes = twoNodesFor(kind)

  test('know each what the other has changed, however often they have used it before', async () => {
    const [one, other] = nodes()
    const item = await createItem(one, { sellingPrice: 10 })
    const customer = await createCustomer(one, { name: 'Before' })
    for (const [price, name] of [
      [10, 'Before'],
      [12, 'After'],
      [14, 'Later'],
    ] as const) {
      await other.put(`/items/${item.id}`, { sellingPrice: price })
      await other.put(`/customers/${customer.id}`, { name })
      const order = await createOrder(one, [item], { customer })
      assert.deepEqual([order.customerName, order.items[0].rate], [name, price])
    }
  })

  test('find gone what the other has deleted', async () => {
    const [one, other] = nodes()
    const [kept, gone] = [await createItem(one), await createItem(one)]
    const customer = await createCustomer(one)
    const body = { customer: customer.id, items: [kept, gone].map(({ id }) => ({ item: id, quantity: 1 })) }
    const first = await one.post('/sales-orders', body)
    await other.delete(`/sales-orders/${first.body.data.id}`)
    assert.equal((await other.delete(`/items/${gone.id}`)).status, 204)
    const second = await one.post('/sales-orders', body)
    assert.equal(second.status, 422)
    assert.equal(second.body.error.details[0].field, 'items[1].item')
  })

  test('go on from what there is, not from what a refused request had begun', async () => {
    const [one] = nodes()
    const [plenty, scarce] = [await createStockedItem(one, 10), await createStockedItem(one, 1)]
    const lines = [plenty, scarce].map(({ id }) => ({ item: id, quantity: 4 }))
    const order = await submit(one, await createOrder(one, lines))
    const refused = await one.post('/deliveries', { salesOrder: order.id })
    assert.equal(refused.status, 422, refused.text)
    const other = await submit(one, await createOrder(one, [{ item: plenty.id, quantity: 10 }]))
    await deliver(one, other)
    assert.equal((await read(one, `/items/${plenty.id}`)).currentStock, 0)
  })
})
