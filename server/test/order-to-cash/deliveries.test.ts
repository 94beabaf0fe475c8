import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, imported } from '../imports/importing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { print } from '../support/print.ts'
import { assertInvalid, assertRefused, createCustomer, leavingAsItWas, read } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  moveThrough,
  readOrder,
  receive,
  stockOf,
} from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('A delivery', (kind) => {
  const kontor = stoppedKontorFor(kind)

  /** Sends a delivery that is to be refused, and makes sure that nothing has moved. */
  async function refusedDelivery(order: AnyRecord, more: object, code: string): Promise<AnyRecord> {
    const now = await readOrder(kontor(), order)
    const stock = await Promise.all(now.items.map(({ item }: AnyRecord) => stockOf(kontor(), { id: item })))
    const answer = await leavingAsItWas(kontor(), 'stock-movements', () =>
      leavingAsItWas(kontor(), 'deliveries', () => kontor().post('/deliveries', { salesOrder: order.id, ...more })),
    )
    assertRefused(answer, 422, code)
    assert.deepEqual(await readOrder(kontor(), order), now)
    assert.deepEqual(await Promise.all(now.items.map(({ item }: AnyRecord) => stockOf(kontor(), { id: item }))), stock)
    return answer.body.error
  }
  const movementsOf = (delivery: { id: string }): Promise<AnyRecord[]> =>
    read(kontor(), `/stock-movements?delivery=${delivery.id}&sort=id&order=asc`)

  test('names lines of the order by keys of their items, in a body and in an imported table', async () => {
    const [bolt, nut] = [
      await createStockedItem(kontor(), 10, { externalIds: { wms: 'nut-7' } }),
      await createStockedItem(kontor(), 10),
    ]
    const order = await createSubmitted(kontor(), [bolt, { item: nut.id, quantity: 5 }])
    const items = [
      { item: { itemCode: nut.itemCode.toLowerCase() }, quantity: 2 },
      { item: { 'externalIds.wms': 'nut-7' }, quantity: 1 },
    ]
    const body = { salesOrder: { orderNumber: order.orderNumber }, items }
    const { status, text, body: answer } = await kontor().post('/deliveries', body)
    assert.equal(status, 201, text)
    assert.deepEqual(
      answer.data.items.map(({ line, item, itemCode, quantity }: AnyRecord) => [line, item, itemCode, quantity]),
      [
        [order.items[1].id, nut.id, nut.itemCode, 2],
        [order.items[0].id, bolt.id, bolt.itemCode, 1],
      ],
    )
    for (const [itemCode, message] of [
      ['none', 'Item does not exist: there is no "itemCode none" in items.'],
      [(await createStockedItem(kontor(), 1)).itemCode, `The sales order ${order.orderNumber} has no such line.`],
    ]) {
      const more = { items: [{ item: { itemCode }, quantity: 1 }] }
      const { details } = await refusedDelivery(order, more, 'VALIDATION_ERROR')
      assert.deepEqual(details, [{ field: 'items[0].item', message }])
    }
    for (const [index, column] of ['items.itemCode', 'items.item.itemCode'].entries()) {
      const csv = `externalIds.wms,salesOrder.orderNumber,${column},items.quantity\nd-${index},${order.orderNumber},${nut.itemCode},1`
      const job = await imported(kontor(), csv, { resource: 'deliveries' })
      assert.deepEqual(countsOf(job), [1, 0, 0, 0], JSON.stringify(job.errors))
      assert.deepEqual(countsOf(await imported(kontor(), csv, { resource: 'deliveries' })), [0, 0, 1, 0])
    }
    assert.equal((await readOrder(kontor(), order)).items[1].deliveredQuantity, 4)
  })

  test('of a whole order takes its goods out of the warehouse, and no services', async () => {
    const address = { street: 'Kai 1', city: 'Kiel', state: null, zipCode: '24103', country: 'DE' }
    const customer = await createCustomer(kontor(), { name: 'Nordlicht', address })
    const [bolt, nut] = [await createStockedItem(kontor(), 10, { uom: 'box' }), await createStockedItem(kontor(), 10)]
    const lines = [{ item: bolt.id, quantity: 4 }, await createService(kontor()), { item: nut.id, quantity: 0.5 }]
    const order = await createSubmitted(kontor(), lines, { customer })
    const answer = await kontor().post('/deliveries', { salesOrder: order.id, notes: 'Ring twice' })
    assert.equal(answer.status, 201, answer.text)
    const { id, createdBy, items, deliveryNumber, ...delivery } = answer.body.data
    assert.match(deliveryNumber, /^DN-2026-\d{5}$/)
    assert.match(id, /^dlv_/)
    assert.match(createdBy, /^usr_/)
    assert.deepEqual(delivery, {
      salesOrder: order.id,
      customer: customer.id,
      customerName: 'Nordlicht',
      orderNumber: order.orderNumber,
      deliveryAddress: address,
      deliveryDate: '2026-03-01',
      notes: 'Ring twice',
      externalIds: {},
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
      version: 1,
    })
    assert.deepEqual(
      items.map(({ id: _, ...line }: AnyRecord) => line),
      [
        { line: order.items[0].id, item: bolt.id, quantity: 4, itemCode: bolt.itemCode, itemName: 'Anvil', uom: 'box' },
        { line: order.items[2].id, item: nut.id, quantity: 0.5, itemCode: nut.itemCode, itemName: 'Anvil', uom: 'Nos' },
      ],
    )
    assert.deepEqual(await stockOf(kontor(), bolt), [6, 0, 6])
    assert.deepEqual(await stockOf(kontor(), nut), [9.5, 0, 9.5])
    const delivered = await readOrder(kontor(), order)
    assert.equal(delivered.deliveryStatus, 'delivered')
    assert.deepEqual(
      delivered.items.map(({ deliveredQuantity }: AnyRecord) => deliveredQuantity),
      [4, 0, 0.5],
    )
  })

  test('has a number of the year of its date, which no other one ever has, and none if it is refused', async () => {
    const item = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 9 }])
    const entered = async (more: object = {}) => {
      const body = { salesOrder: order.id, items: [{ item: item.id, quantity: 1 }], ...more }
      return (await kontor().post('/deliveries', body)).body.data
    }
    const numberOf = ({ deliveryNumber }: AnyRecord) => Number(deliveryNumber.slice('DN-2026-'.length))
    const first = await entered()
    await refusedDelivery(order, { items: [{ item: item.id, quantity: 99 }] }, 'DOCUMENT_LOCKED')
    const second = await entered()
    assert.equal(numberOf(second), numberOf(first) + 1)
    assert.equal((await kontor().delete(`/deliveries/${second.id}`)).status, 204)
    const third = await entered()
    assert.equal(numberOf(third), numberOf(second) + 1)
    assert.equal((await entered({ deliveryDate: '2025-12-31' })).deliveryNumber, 'DN-2025-00001')
    const found = await read(kontor(), `/deliveries/by/deliveryNumber/${third.deliveryNumber.toLowerCase()}`)
    assert.equal(found.id, third.id)
    const changed = await kontor().put(`/deliveries/${third.id}`, { deliveryDate: '2025-12-31' })
    assert.equal(changed.body.data.deliveryNumber, third.deliveryNumber)
    assert.ok((await print(kontor(), `/deliveries/${third.id}/pdf`)).text.includes(third.deliveryNumber))
  })

  test('is entered in the ledger, with what is left afterwards', async () => {
    const [bolt, nut] = [await createStockedItem(kontor(), 10), await createStockedItem(kontor(), 5)]
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 4 }, nut])
    const delivery = await deliver(kontor(), order)
    const entries = await movementsOf(delivery)
    const facts = entries.map(({ item, quantity, reason, balance, note }) => [item, quantity, reason, balance, note])
    assert.deepEqual(
      facts.sort(),
      [
        [bolt.id, -4, 'delivery', 6, order.orderNumber],
        [nut.id, -1, 'delivery', 4, order.orderNumber],
      ].sort(),
    )
    const cause = { resource: 'deliveries', id: delivery.id }
    for (const { source } of entries) assert.deepEqual(source, cause)
    const found = await read(kontor(), `/stock-movements?source.id=${delivery.id}&sort=id&order=asc`)
    assert.deepEqual(found, entries)
  })

  test('may be of a part, by line or by item, until all is delivered', async () => {
    const [bolt, nut] = [await createStockedItem(kontor(), 10), await createStockedItem(kontor(), 10)]
    const order = await createSubmitted(kontor(), [
      { item: bolt.id, quantity: 5 },
      { item: nut.id, quantity: 2 },
    ])
    await deliver(kontor(), order, [{ line: order.items[0].id, quantity: 1.5 }])
    assert.equal((await readOrder(kontor(), order)).deliveryStatus, 'partly_delivered')
    assert.deepEqual(await stockOf(kontor(), bolt), [8.5, 3.5, 5])
    await deliver(kontor(), order, [{ item: nut.id, quantity: 2 }])
    assert.deepEqual(await stockOf(kontor(), nut), [8, 0, 8])
    assert.equal((await readOrder(kontor(), order)).deliveryStatus, 'partly_delivered')
    const last = await deliver(kontor(), order)
    assert.deepEqual(
      last.items.map(({ item, quantity }: AnyRecord) => [item, quantity]),
      [[bolt.id, 3.5]],
    )
    assert.equal((await readOrder(kontor(), order)).deliveryStatus, 'delivered')
    assert.deepEqual(await stockOf(kontor(), bolt), [5, 0, 5])
  })

  test('adds up a line that is named twice', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 5 }])
    const line = order.items[0].id
    const delivery = await deliver(kontor(), order, [
      { line, quantity: 2 },
      { item: bolt.id, quantity: 1 },
    ])
    assert.deepEqual(
      delivery.items.map(({ quantity }: AnyRecord) => quantity),
      [3],
    )
    const twice = [
      { line, quantity: 1 },
      { line, quantity: 1.5 },
    ]
    const { message, details } = await refusedDelivery(order, { items: twice }, 'DOCUMENT_LOCKED')
    assert.equal(message, `2.5 of ${bolt.itemCode} is more than the 2 Nos left to be delivered.`)
    assert.equal(details[0].field, 'items[1].quantity')
  })

  test('by an item that stands on two lines takes from both', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [
      { item: bolt.id, quantity: 2 },
      { item: bolt.id, quantity: 3 },
    ])
    await deliver(kontor(), order, [{ item: bolt.id, quantity: 4 }])
    const delivered = (await readOrder(kontor(), order)).items.map(
      ({ deliveredQuantity }: AnyRecord) => deliveredQuantity,
    )
    assert.deepEqual(delivered, [2, 2])
    const { message } = await refusedDelivery(order, { items: [{ item: bolt.id, quantity: 2 }] }, 'DOCUMENT_LOCKED')
    assert.match(message, /more than the 1 Nos left to be delivered/)
  })

  test('of more than is left is refused, and says what is left', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 3 }])
    const { message, details } = await refusedDelivery(
      order,
      { items: [{ item: bolt.id, quantity: 3.0001 }] },
      'DOCUMENT_LOCKED',
    )
    assert.equal(message, `3.0001 of ${bolt.itemCode} is more than the 3 Nos left to be delivered.`)
    assert.deepEqual(details, [{ field: 'items[0].quantity', message: 'Enter at most 3.' }])
    await deliver(kontor(), order)
    const again = await refusedDelivery(order, {}, 'DOCUMENT_LOCKED')
    assert.equal(again.message, `Nothing of the sales order ${order.orderNumber} is left to be delivered.`)
  })

  test('of more than is in stock is refused as a whole', async () => {
    const [plenty, short] = [await createStockedItem(kontor(), 10), await createStockedItem(kontor(), 2)]
    const order = await createSubmitted(kontor(), [plenty, { item: short.id, quantity: 3 }])
    const { message } = await refusedDelivery(order, {}, 'INSUFFICIENT_STOCK')
    assert.equal(
      message,
      `3 of ${short.itemCode} is more than the 2 Nos in stock. Take less, or enter a receipt first.`,
    )
    await receive(kontor(), short, 1)
    await deliver(kontor(), order)
    assert.deepEqual(await stockOf(kontor(), short), [0, 0, 0])
  })

  test('may use stock that is reserved for other orders: the first delivery gets it', async () => {
    const bolt = await createStockedItem(kontor(), 3)
    const first = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 3 }])
    const second = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 2 }])
    await deliver(kontor(), second)
    assert.deepEqual(await stockOf(kontor(), bolt), [1, 3, -2])
    await refusedDelivery(first, {}, 'INSUFFICIENT_STOCK')
  })

  test('is not of a service', async () => {
    const [bolt, service] = [await createStockedItem(kontor(), 3), await createService(kontor())]
    const mixed = await createSubmitted(kontor(), [bolt, service])
    const { message } = await refusedDelivery(mixed, { items: [{ item: service.id, quantity: 1 }] }, 'DOCUMENT_LOCKED')
    assert.match(message, new RegExp(`of ${service.itemCode} is more than the 0 Nos`))
    const onlyServices = await createSubmitted(kontor(), [service])
    await refusedDelivery(onlyServices, {}, 'DOCUMENT_LOCKED')
    assert.equal((await readOrder(kontor(), onlyServices)).deliveryStatus, 'not_applicable')
  })

  const closedDoors = [
    [[], 'draft', 'Submit it first.'],
    [['submitted', 'on_hold'], 'on_hold', 'Release it first.'],
    [['submitted', 'closed'], 'closed', 'Open it again first.'],
    [['cancelled'], 'cancelled', 'Nothing of it can be delivered.'],
  ] as const
  for (const [way, status, instead] of closedDoors) {
    test(`is not of an order that is ${status}`, async () => {
      const order = await moveThrough(
        kontor(),
        await createOrder(kontor(), [await createStockedItem(kontor(), 5)]),
        ...way,
      )
      const { message, details } = await refusedDelivery(order, {}, 'DOCUMENT_LOCKED')
      assert.equal(message, `The sales order ${order.orderNumber} has the status "${status}". ${instead}`)
      assert.equal(details[0].field, 'salesOrder')
    })
  }

  test('names what is wrong with it', async () => {
    const bolt = await createStockedItem(kontor(), 5)
    const order = await createSubmitted(kontor(), [bolt])
    const other = await createStockedItem(kontor(), 5)
    const send = (body: object) => leavingAsItWas(kontor(), 'deliveries', () => kontor().post('/deliveries', body))
    assertInvalid(await send({}), 'salesOrder')
    assertInvalid(await send({ salesOrder: 'so_nothing' }), 'salesOrder')
    assertInvalid(await send({ salesOrder: order.id, deliveryDate: 'today' }), 'deliveryDate')
    const items = (line: object) => send({ salesOrder: order.id, items: [line] })
    assertInvalid(await items({ item: bolt.id, quantity: 0 }), 'items[0].quantity')
    assertInvalid(await items({ item: bolt.id }), 'items[0].quantity')
    const unnamed = assertInvalid(await items({ quantity: 1 }), 'items[0].line')
    assert.equal(unnamed['items[0].line'], 'Name the line, or its item.')
    const foreign = assertInvalid(await items({ item: other.id, quantity: 1 }), 'items[0].item')
    assert.equal(foreign['items[0].item'], `The sales order ${order.orderNumber} has no such line.`)
    assertInvalid(await items({ line: 'lin_nothing', quantity: 1 }), 'items[0].line')
    assert.deepEqual(await stockOf(kontor(), bolt), [5, 1, 4])
  })
})
