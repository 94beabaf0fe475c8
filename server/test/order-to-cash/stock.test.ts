import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create, createItem, leavingAsItWas, read } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  moveOrder,
  receive,
  stockOf,
} from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('The stock ledger', (kind) => {
  const kontor = kontorFor(kind)
  const move = (item: { id: string }, quantity: unknown, more: object = {}) =>
    kontor().post('/stock-movements', { item: item.id, quantity, ...more })
  const refusedMove = (item: { id: string }, quantity: unknown, more: object = {}) =>
    leavingAsItWas(kontor(), 'stock-movements', () => move(item, quantity, more))

  test('takes what comes and goes, and says what is left', async () => {
    const item = await createItem(kontor())
    assert.deepEqual(await stockOf(kontor(), item), [0, 0, 0])
    const steps = [
      [100, 'receipt', 100],
      [-0.5, 'adjustment', 99.5],
      [2.25, 'return', 101.75],
      [-1.7501, 'write_off', 99.9999],
    ] as const
    for (const [quantity, reason, balance] of steps) {
      const answer = await move(item, quantity, { reason, note: 'counted' })
      assert.equal(answer.status, 201, answer.text)
      const { id, createdAt: _, updatedAt: __, createdBy: ___, ...entry } = answer.body.data
      assert.match(id, /^stk_/)
      const expected = {
        item: item.id,
        quantity,
        reason,
        note: 'counted',
        delivery: null,
        source: { resource: null, id: null },
        balance,
        externalIds: {},
        version: 1,
      }
      assert.deepEqual(entry, expected)
      assert.deepEqual(await stockOf(kontor(), item), [balance, 0, balance])
    }
  })

  test('calls a movement without a reason an adjustment', async () => {
    const item = await createItem(kontor())
    assert.equal((await move(item, 1)).body.data.reason, 'adjustment')
  })

  test('refuses a movement of nothing, of too many decimals, or of no item', async () => {
    const item = await createStockedItem(kontor(), 5)
    const said = assertInvalid(await refusedMove(item, 0), 'quantity')
    assert.equal(said.quantity, 'Quantity must not be 0: nothing would move.')
    for (const quantity of [1.00001, '5', null, 1e12]) assertInvalid(await refusedMove(item, quantity), 'quantity')
    assertInvalid(await refusedMove({ id: 'itm_nothing' }, 1), 'item')
    assertInvalid(await kontor().post('/stock-movements', {}), 'item', 'quantity')
    assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
  })

  test('refuses a movement of a service, which has no stock', async () => {
    const service = await createService(kontor())
    const answer = await refusedMove(service, 1)
    assertRefused(answer, 422, 'INSUFFICIENT_STOCK')
    assert.equal(answer.body.error.message, `${service.itemCode} is a service. Only goods have a stock.`)
  })

  test('never falls below zero', async () => {
    const item = await createStockedItem(kontor(), 5, { uom: 'kg' })
    const answer = await refusedMove(item, -5.0001, { reason: 'write_off' })
    assertRefused(answer, 422, 'INSUFFICIENT_STOCK')
    assert.equal(
      answer.body.error.message,
      `5.0001 of ${item.itemCode} is more than the 5 kg in stock. Take less, or enter a receipt first.`,
    )
    assert.equal(answer.body.error.details[0].field, 'quantity')
    assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
    assert.equal((await move(item, -5)).status, 201)
    assert.deepEqual(await stockOf(kontor(), item), [0, 0, 0])
  })

  test('never grows beyond what can be kept exactly', async () => {
    const most = 99_999_999_999.9999
    const item = await createStockedItem(kontor(), most)
    const said = assertInvalid(await refusedMove(item, 0.0001), 'quantity')
    assert.match(said.quantity!, /would exceed 99999999999\.9999/)
    assert.deepEqual(await stockOf(kontor(), item), [most, 0, most])
    const order = await createOrder(kontor(), [
      { item: item.id, quantity: most, rate: 0 },
      { item: item.id, quantity: 1, rate: 0 },
    ])
    assertInvalid(await moveOrder(kontor(), order, 'submitted'), 'quantity')
    assert.deepEqual(await stockOf(kontor(), item), [most, 0, most])
  })

  test('only grows: no entry is changed', async () => {
    const item = await createStockedItem(kontor(), 5)
    const [entry] = await read(kontor(), `/stock-movements?item=${item.id}`)
    const path = `/stock-movements/${entry.id}`
    const other = await createItem(kontor())
    for (const [field, value] of Object.entries({ quantity: 6, reason: 'return', note: 'new', item: other.id })) {
      const answer = await kontor().put(path, { [field]: value })
      assertRefused(answer, 422, 'DOCUMENT_LOCKED')
      assert.equal(answer.body.error.details[0].field, field)
      assert.match(answer.body.error.message, /nothing may change/)
    }
    assert.deepEqual(await read(kontor(), path), entry)
    assert.equal((await kontor().put(path, { ...entry, balance: 99 })).status, 200, 'as it is, it may be sent back')
    assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
  })

  test('only grows: no entry is deleted, and the refusal says what to do', async () => {
    const item = await createStockedItem(kontor(), 5)
    const [entry] = await read(kontor(), `/stock-movements?item=${item.id}`)
    const answer = await kontor().delete(`/stock-movements/${entry.id}`)
    assertRefused(answer, 422, 'DOCUMENT_LOCKED')
    assert.match(answer.body.error.message, /Enter the opposite movement instead/)
    assert.deepEqual(await read(kontor(), `/stock-movements/${entry.id}`), entry)
  })

  for (const reason of ['delivery', 'delivery_cancelled', 'receipt_cancelled']) {
    test(`leaves the reason ${reason} to documents`, async () => {
      const item = await createStockedItem(kontor(), 5)
      const said = assertInvalid(await refusedMove(item, -1, { reason }), 'reason')
      assert.match(said.reason!, /one of receipt, adjustment, return, write_off/)
      assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
    })
  }

  test('refuses a reason that does not exist, and ignores balance, delivery and source', async () => {
    const item = await createStockedItem(kontor(), 5)
    assertInvalid(await refusedMove(item, 1, { reason: 'theft' }), 'reason')
    const source = { resource: 'deliveries', id: 'dlv_1' }
    const { data } = (await move(item, 1, { balance: 99, delivery: 'dlv_1', source })).body
    assert.deepEqual([data.balance, data.delivery, data.source], [6, null, { resource: null, id: null }])
  })

  test('is what the stock of an item always adds up to', async () => {
    const [bolt, nut] = [await createStockedItem(kontor(), 20), await createStockedItem(kontor(), 20)]
    await receive(kontor(), bolt, 0.3333)
    await create(kontor(), '/stock-movements', { item: nut.id, quantity: -1.1 })
    const order = await createSubmitted(kontor(), [
      { item: bolt.id, quantity: 3.3 },
      { item: nut.id, quantity: 2 },
      { item: bolt.id, quantity: 1 },
    ])
    const undone = await deliver(kontor(), order, [{ item: bolt.id, quantity: 2 }])
    await deliver(kontor(), order)
    await kontor().delete(`/deliveries/${undone.id}`)
    for (const item of [bolt, nut]) {
      const entries: AnyRecord[] = await read(kontor(), `/stock-movements?item=${item.id}&sort=id&order=asc`)
      let sum = 0 // in ten-thousandths, to be exact
      for (const { quantity, balance } of entries) {
        sum += Math.round(quantity * 10_000)
        assert.equal(balance, sum / 10_000)
      }
      const [currentStock] = await stockOf(kontor(), item)
      assert.equal(currentStock, sum / 10_000)
    }
    assert.deepEqual(await stockOf(kontor(), bolt), [18.0333, 2, 16.0333])
    assert.deepEqual(await stockOf(kontor(), nut), [16.9, 0, 16.9])
  })

  test('alone decides the stock: an item takes none from its client', async () => {
    const item = await createItem(kontor(), { currentStock: 5, reservedStock: 2, availableStock: 3 })
    const changed = await kontor().put(`/items/${item.id}`, { currentStock: 7 })
    assert.equal(changed.status, 200)
    assert.deepEqual(await stockOf(kontor(), item), [0, 0, 0])
  })

  test('moves the stock of a retired item too: it may still lie on the shelf', async () => {
    const item = await createStockedItem(kontor(), 5)
    await kontor().put(`/items/${item.id}`, { isActive: false })
    assert.equal((await move(item, -5, { reason: 'write_off' })).status, 201)
  })

  test('is written by the warehouse; sales do not even see it', async () => {
    const item = await createStockedItem(kontor(), 5)
    const keeper = await signedIn(kontor(), 'warehouse')
    assert.equal((await kontor().post('/stock-movements', { item: item.id, quantity: 1 }, keeper)).status, 201)
    for (const role of ['sales', 'viewer', 'accountant']) {
      const person = await signedIn(kontor(), role)
      const answer = await kontor().post('/stock-movements', { item: item.id, quantity: 1 }, person)
      assertRefused(answer, 403, 'FORBIDDEN')
      assert.equal((await kontor().get('/stock-movements', person)).status, role === 'sales' ? 403 : 200)
    }
    assert.deepEqual(await stockOf(kontor(), item), [6, 0, 6])
  })

  test('keeps one entry for one Idempotency-Key', async () => {
    const item = await createItem(kontor())
    const options = { headers: { 'idempotency-key': 'one receipt' } }
    for (const expected of [undefined, 'true']) {
      const answer = await kontor().post('/stock-movements', { item: item.id, quantity: 4 }, options)
      assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, expected])
    }
    assert.deepEqual(await stockOf(kontor(), item), [4, 0, 4])
  })

  test('items can be found by what is available', async () => {
    const category = 'found by stock'
    const [few] = [
      await createStockedItem(kontor(), 2, { category }),
      await createStockedItem(kontor(), 50, { category }),
    ]
    await createSubmitted(kontor(), [few])
    const found: AnyRecord[] = await read(
      kontor(),
      `/items?category=${encodeURIComponent(category)}&availableStock[lt]=2`,
    )
    assert.deepEqual(
      found.map(({ id }) => id),
      [few.id],
    )
  })
})
