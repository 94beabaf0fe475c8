import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused } from '../support/records.ts'
import { createStockedItem, createSubmitted, deliver, invoice, moveOrder, readOrder } from '../support/trade.ts'

onEveryDatabase('The progress of an order', (kind) => {
  const kontor = kontorFor(kind)

  test('as long as one piece is missing, the order is partly delivered and partly invoiced', async () => {
    const [bolt, nut] = [await createStockedItem(kontor(), 9), await createStockedItem(kontor(), 9)]
    const order = await createSubmitted(kontor(), [
      { item: bolt.id, quantity: 2 },
      { item: nut.id, quantity: 2 },
    ])
    const steps = [
      [(items: object[]) => deliver(kontor(), order, items), 'deliveryStatus', 'partly_delivered', 'delivered'],
      [(items: object[]) => invoice(kontor(), order, { items }), 'invoiceStatus', 'partly_invoiced', 'invoiced'],
    ] as const
    for (const [take, field, partly, wholly] of steps) {
      for (const item of [bolt, bolt, nut]) {
        await take([{ item: item.id, quantity: 1 }])
        assert.equal((await readOrder(kontor(), order))[field], partly)
      }
      await take([{ item: nut.id, quantity: 1 }])
      assert.equal((await readOrder(kontor(), order))[field], wholly)
    }
  })

  test('an order of which a piece of one line is delivered cannot be cancelled (422)', async () => {
    const [bolt, nut] = [await createStockedItem(kontor(), 9), await createStockedItem(kontor(), 9)]
    const order = await createSubmitted(kontor(), [
      { item: bolt.id, quantity: 1 },
      { item: nut.id, quantity: 1 },
    ])
    await deliver(kontor(), order, [{ item: bolt.id, quantity: 1 }])
    const refused = await moveOrder(kontor(), order, 'cancelled')
    assertRefused(refused, 422, 'INVALID_STATUS_TRANSITION')
    assert.match(refused.body.error.message, /Some of it has been delivered/)
  })
})
