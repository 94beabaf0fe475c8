import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import {
  assertInvalid,
  assertRefused,
  create,
  createCustomer,
  createItem,
  leavingAsItWas,
  read,
} from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { createOrder, createService, orderBody, readOrder } from '../support/trade.ts'

onEveryDatabase('A new sales order', (kind) => {
  const kontor = stoppedKontorFor(kind)
  let customer: { id: string; name: string }
  let item: { id: string; itemCode: string }
  before(async () => {
    customer = await createCustomer(kontor(), { name: 'Nordlicht', paymentTerms: 'Net 30' })
    item = await createItem(kontor(), { itemName: 'Bolt', uom: 'box', sellingPrice: 82.5, taxRate: 19 })
  })

  /** Sends a body that is to be refused, and makes sure that nothing of it stays. */
  const refusedOrder = (body: object) =>
    leavingAsItWas(kontor(), 'sales-orders', () => kontor().post('/sales-orders', body))
  const body = (line: object, more: object = {}) => orderBody(customer, [{ item: item.id, quantity: 1, ...line }], more)

  test('is a draft with a number, and contains all of its fields', async () => {
    const answer = await kontor().post('/sales-orders', body({ quantity: 10, discount: 15 }, { notes: 'Ring twice' }))
    assert.equal(answer.status, 201, answer.text)
    const { id, items, createdBy, ...order } = answer.body.data
    assert.match(id, /^so_[0-9a-z]{20}$/)
    assert.match(createdBy, /^usr_/)
    assert.ok(answer.headers.location!.endsWith(`/api/v1/sales-orders/${id}`))
    assert.deepEqual(order, {
      orderNumber: 'SO-2026-00001',
      customer: customer.id,
      customerName: 'Nordlicht',
      orderDate: '2026-03-01',
      deliveryDate: null,
      status: 'draft',
      deliveryStatus: 'not_delivered',
      invoiceStatus: 'not_invoiced',
      subtotal: 825,
      discountTotal: 123.75,
      taxTotal: 133.24,
      taxBreakdown: [{ rate: 19, base: 701.25, amount: 133.24 }],
      total: 834.49,
      currency: 'EUR',
      taxRounding: 'rate',
      pricesIncludeTax: false,
      paymentTerms: 'Net 30',
      notes: 'Ring twice',
      quotation: null,
      invoices: [],
      externalIds: {},
      allowedTransitions: [
        { status: 'submitted', allowed: true },
        { status: 'cancelled', allowed: true },
      ],
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
      version: 1,
    })
    const [{ id: lineId, ...line }, ...others] = items
    assert.deepEqual(others, [])
    assert.match(lineId, /^lin_/)
    assert.deepEqual(line, {
      kind: 'item',
      item: item.id,
      description: null,
      quantity: 10,
      rate: 82.5,
      discount: 15,
      taxRate: 19,
      itemCode: item.itemCode,
      itemName: 'Bolt',
      itemType: 'Product',
      uom: 'box',
      discountAmount: 123.75,
      amount: 701.25,
      taxAmount: 133.24,
      quotationLine: null,
      deliveredQuantity: 0,
      invoicedQuantity: 0,
    })
    assert.deepEqual(await readOrder(kontor(), { id }), answer.body.data)
  })

  test('needs a customer and at least one line with an item and a quantity above zero', async () => {
    assertInvalid(await refusedOrder({}), 'customer', 'items')
    assertInvalid(await refusedOrder({ customer: customer.id, items: [] }), 'items')
    const bad = [{}, { item: item.id, quantity: 0 }, { item: item.id, quantity: -1 }, { item: item.id, quantity: '1' }]
    const said = assertInvalid(
      await refusedOrder({ customer: null, items: bad }),
      'customer',
      'items[0].item',
      'items[0].quantity',
      'items[1].quantity',
      'items[2].quantity',
      'items[3].quantity',
    )
    assert.equal(said['items[0].quantity'], 'Quantity is required.')
    assert.equal(said['items[1].quantity'], 'Quantity must be greater than 0.')
    assert.equal(said['items[3].quantity'], 'Quantity must be a number.')
  })

  test('takes the rate of the item unless another is given, and 0 is another', async () => {
    const rates = [undefined, null, 0, 12.3456]
    const order = await createOrder(
      kontor(),
      rates.map((rate) => ({ item: item.id, quantity: 2, ...(rate !== undefined && { rate }) })),
    )
    assert.deepEqual(
      order.items.map(({ rate, amount }: { rate: number; amount: number }) => [rate, amount]),
      [
        [82.5, 165],
        [82.5, 165],
        [0, 0],
        [12.3456, 24.69],
      ],
    )
    assert.equal(order.subtotal, 354.69)
  })

  test('refuses more than four decimals, a negative rate, and a discount outside 0 to 100', async () => {
    const faulty = [
      [{ rate: 1.00001 }, 'items[0].rate', 'Rate must have at most 4 decimals.'],
      [{ rate: -1 }, 'items[0].rate', 'Rate must not be negative.'],
      [{ quantity: 1.00001 }, 'items[0].quantity', 'Quantity must have at most 4 decimals.'],
      [{ discount: 100.0001 }, 'items[0].discount', 'Discount must be at most 100.'],
      [{ discount: -0.0001 }, 'items[0].discount', 'Discount must not be negative.'],
      [{ taxRate: 101 }, 'items[0].taxRate', 'Tax rate must be at most 100.'],
    ] as const
    for (const [line, field, message] of faulty) {
      assert.equal(assertInvalid(await refusedOrder(body(line)), field)[field], message)
    }
    for (const discount of [0, 100])
      assert.equal((await kontor().post('/sales-orders', body({ discount }))).status, 201)
  })

  test('cannot be delivered before it is ordered', async () => {
    const dates = { orderDate: '2026-03-10', deliveryDate: '2026-03-09' }
    const said = assertInvalid(await refusedOrder(body({}, dates)), 'deliveryDate')
    assert.match(said.deliveryDate!, /not be before the order date/)
    const sameDay = await kontor().post('/sales-orders', body({}, { ...dates, deliveryDate: '2026-03-10' }))
    assert.deepEqual([sameDay.status, sameDay.body.data.orderDate], [201, '2026-03-10'])
    assertInvalid(await refusedOrder(body({}, { orderDate: '2026-02-30' })), 'orderDate')
  })

  test('accepts no customer as an item, even one that it names in the right place too', async () => {
    const said = assertInvalid(await refusedOrder(body({ item: customer.id })), 'items[0].item')
    assert.match(said['items[0].item']!, /does not exist/)
  })

  test('names every customer and item that does not exist', async () => {
    const said = assertInvalid(
      await refusedOrder({
        customer: 'cus_nobody',
        items: [
          { item: item.id, quantity: 1 },
          { item: 'itm_nothing', quantity: 1 },
        ],
      }),
      'customer',
      'items[1].item',
    )
    assert.match(said['items[1].item']!, /does not exist.*itm_nothing/)
  })

  test('is refused for an inactive customer, and says what to do', async () => {
    const retired = await createCustomer(kontor(), { name: 'Gone Ltd', isActive: false })
    const answer = await refusedOrder(orderBody(retired, [{ item: item.id, quantity: 1 }]))
    assertRefused(answer, 422, 'INACTIVE_REFERENCE')
    assert.equal(answer.body.error.details[0].field, 'customer')
    assert.match(answer.body.error.message, /Gone Ltd is inactive\. Activate/)
  })

  test('is refused for an inactive item, whose line is named', async () => {
    const retired = await createItem(kontor(), { isActive: false })
    const answer = await refusedOrder(orderBody(customer, [item, retired]))
    assertRefused(answer, 422, 'INACTIVE_REFERENCE')
    assert.equal(answer.body.error.details[0].field, 'items[1].item')
    assert.match(
      answer.body.error.message,
      new RegExp(`${retired.itemCode} is inactive\\. Activate it or choose another one`),
    )
  })

  test('refuses a field that it does not know, and names the one that may be meant', async () => {
    const said = assertInvalid(
      await refusedOrder({ ...body({ quantty: 2 }), ordrDate: '2026-03-01' }),
      'items[0].quantty',
      'ordrDate',
    )
    assert.match(said.ordrDate!, /orderDate/)
    assert.match(said['items[0].quantty']!, /quantity/)
  })

  test('ignores fields that only the service sets', async () => {
    const sent = body({ amount: 1, deliveredQuantity: 5, itemName: 'Gold' }, { status: 'submitted', total: 1 })
    const { data } = (await kontor().post('/sales-orders', { ...sent, orderNumber: 'SO-1' })).body
    assert.match(data.orderNumber, /^SO-2026-\d{5}$/)
    assert.deepEqual([data.status, data.total, data.items[0].amount], ['draft', 98.18, 82.5])
    assert.deepEqual([data.items[0].deliveredQuantity, data.items[0].itemName], [0, 'Bolt'])
  })

  test('keeps names, prices and taxes as they were agreed when customer and item change later', async () => {
    const bolt = await createItem(kontor(), { itemName: 'Old bolt', uom: 'Nos', sellingPrice: 3, taxRate: 7 })
    const buyer = await createCustomer(kontor(), { name: 'Old name' })
    const order = await createOrder(kontor(), [bolt], { customer: buyer })
    await kontor().put(`/items/${bolt.id}`, { itemName: 'New bolt', uom: 'kg', sellingPrice: 9, taxRate: 19 })
    await kontor().put(`/customers/${buyer.id}`, { name: 'New name' })
    assert.deepEqual(await readOrder(kontor(), order), order)
    const noted = await kontor().put(`/sales-orders/${order.id}`, { notes: 'still the same' })
    const [line] = noted.body.data.items
    assert.deepEqual([line.itemName, line.uom, line.rate, line.taxRate], ['Old bolt', 'Nos', 3, 7])
    assert.deepEqual([noted.body.data.customerName, noted.body.data.total], ['Old name', 3.21])
  })

  test('of services only has nothing to deliver', async () => {
    const order = await createOrder(kontor(), [await createService(kontor())])
    assert.equal(order.deliveryStatus, 'not_applicable')
  })

  test('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one order' }
    const first = await kontor().post('/sales-orders', body({}), { headers })
    const again = await leavingAsItWas(kontor(), 'sales-orders', () =>
      kontor().post('/sales-orders', body({}), { headers }),
    )
    assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
  })

  test('can be deleted while nothing refers to it', async () => {
    const order = await create(kontor(), '/sales-orders', body({}))
    assert.equal((await kontor().delete(`/sales-orders/${order.id}`)).status, 204)
    assertRefused(await kontor().get(`/sales-orders/${order.id}`), 404, 'NOT_FOUND')
    assertRefused(await kontor().delete(`/sales-orders/${order.id}`), 404, 'NOT_FOUND')
    assert.equal(
      (await read(kontor(), `/sales-orders?customer=${customer.id}&orderNumber=${order.orderNumber}`)).length,
      0,
    )
  })
})
