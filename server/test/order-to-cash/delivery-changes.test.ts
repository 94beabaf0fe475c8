import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, read, rowsIn } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { createStockedItem, createSubmitted, deliver, moveThrough, readOrder, stockOf } from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('A delivery that was entered', (kind) => {
  const kontor = stoppedKontorFor(kind)
  const movementsOf = (delivery: { id: string }): Promise<AnyRecord[]> =>
    read(kontor(), `/stock-movements?delivery=${delivery.id}&sort=id&order=asc`)

  test('that is deleted never was: order and stock are as before, and the ledger shows both', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 4 }])
    const kept = await deliver(kontor(), order, [{ item: bolt.id, quantity: 1 }])
    const delivery = await deliver(kontor(), order)
    const deleted = await kontor().delete(`/deliveries/${delivery.id}`)
    assert.deepEqual([deleted.status, deleted.text], [204, ''])
    assertRefused(await kontor().delete(`/deliveries/${delivery.id}`), 404, 'NOT_FOUND')
    assertRefused(await kontor().get(`/deliveries/${delivery.id}`), 404, 'NOT_FOUND')
    const now = await readOrder(kontor(), order)
    assert.deepEqual([now.deliveryStatus, now.items[0].deliveredQuantity], ['partly_delivered', 1])
    assert.deepEqual(await stockOf(kontor(), bolt), [9, 3, 6])
    const entries = (await movementsOf(delivery)).map(({ quantity, reason, balance }) => [quantity, reason, balance])
    assert.deepEqual(entries, [
      [-3, 'delivery', 6],
      [3, 'delivery_cancelled', 9],
    ])
    assert.equal((await kontor().delete(`/deliveries/${kept.id}`)).status, 204)
    assert.equal((await readOrder(kontor(), order)).deliveryStatus, 'not_delivered')
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 4, 6])
    await moveThrough(kontor(), order, 'draft')
  })

  test('of a closed order that is deleted puts the goods back and sets nothing aside', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 4 }])
    const delivery = await deliver(kontor(), order)
    await moveThrough(kontor(), order, 'closed')
    await kontor().delete(`/deliveries/${delivery.id}`)
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 0, 10])
    await moveThrough(kontor(), order, 'submitted')
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 4, 6])
  })

  test('may change its date and its notes, nothing else', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 4 }])
    const delivery = await deliver(kontor(), order, [{ item: bolt.id, quantity: 2 }])
    const path = `/deliveries/${delivery.id}`
    const changed = await kontor().put(path, { ...delivery, deliveryDate: '2026-02-27', notes: 'left at the gate' })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual([changed.body.data.deliveryDate, changed.body.data.notes], ['2026-02-27', 'left at the gate'])
    const other = await createSubmitted(kontor(), [bolt])
    const changes = [
      [{ salesOrder: other.id }, ['salesOrder']],
      [{ items: [{ ...delivery.items[0], quantity: 1 }] }, ['items.quantity']],
      [{ items: [{ item: bolt.id, quantity: 2 }] }, ['items']],
    ] as const
    for (const [change, fields] of changes) {
      const answer = await kontor().put(path, change)
      assertRefused(answer, 422, 'DOCUMENT_LOCKED')
      assert.deepEqual(
        answer.body.error.details.map(({ field }: AnyRecord) => field),
        fields,
      )
      assert.match(answer.body.error.message, /only deliveryDate, notes may change/)
    }
    assert.deepEqual(await read(kontor(), path), changed.body.data)
    assert.deepEqual(await stockOf(kontor(), bolt), [8, 3, 5])
  })

  test('is entered by the warehouse, not by sales or those who only look', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [bolt])
    for (const role of ['sales', 'viewer', 'accountant']) {
      const person = await signedIn(kontor(), role)
      assertRefused(await kontor().post('/deliveries', { salesOrder: order.id }, person), 403, 'FORBIDDEN')
    }
    const keeper = await signedIn(kontor(), 'warehouse')
    const entered = await kontor().post('/deliveries', { salesOrder: order.id }, keeper)
    assert.equal(entered.status, 201, entered.text)
    assert.equal((await kontor().delete(`/deliveries/${entered.body.data.id}`, keeper)).status, 204)
  })

  test('is found by its order, its customer and its date', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 4 }])
    const delivery = await deliver(kontor(), order, [{ item: bolt.id, quantity: 1 }])
    for (const filter of [
      `salesOrder=${order.id}`,
      `customer=${order.customer}`,
      `search=${order.orderNumber}`,
      `salesOrder=${order.id}&deliveryDate[gte]=2026-03-01&deliveryDate[lte]=2026-03-01`,
    ]) {
      assert.deepEqual(await read(kontor(), `/deliveries?${filter}`), [delivery], filter)
    }
    assert.equal(await rowsIn(kontor(), 'deliveries'), (await kontor().get('/deliveries?perPage=1')).body.meta.total)
  })
})
