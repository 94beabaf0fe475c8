import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, centsOf, directInvoice, fromOrder } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { readPdf } from '../support/read-pdf.ts'
import { create, createCustomer, read } from '../support/records.ts'
import { createStockedItem, createSubmitted, deliver, invoice, moveOrder, readOrder } from '../support/trade.ts'

const SHIPPING = { description: 'Shipping', quantity: 2, rate: 4.95, taxRate: 19, uom: 'parcels' }
const heading = (description: string) => ({ kind: 'heading', description })
const SUBTOTAL = { kind: 'subtotal' }
const TEXT = { kind: 'text', description: 'Delivered on pallets.\nPlease return them.' }

onEveryDatabase('Lines without an item', (kind) => {
  const kontor = kontorFor(kind)
  let [item, customer]: AnyRecord[] = []
  before(async () => {
    item = await createStockedItem(kontor(), 50, {
      itemCode: 'FREE-1',
      itemName: 'Bolt',
      sellingPrice: 10,
      taxRate: 19,
    })
    customer = await createCustomer(kontor())
  })
  const bolts = (quantity: number, more: object = {}) => ({ item: item.id, quantity, ...more })
  const ordered = (...lines: object[]) => createSubmitted(kontor(), lines, { customer })
  const post = (...items: object[]) => kontor().post('/sales-orders', { customer: customer.id, items })
  const faultsOf = async (...items: object[]) => {
    const { body } = await post(...items)
    return body.error.details.map(({ field, message }: AnyRecord) => [field, message])
  }
  const structure = () => [heading('Goods'), bolts(3), TEXT, SUBTOTAL, heading('Services'), SHIPPING, SUBTOTAL]

  test('a line without an item has a description, a rate and a tax rate of its own', async () => {
    const order = await ordered(SHIPPING, bolts(1, { description: 'Cut to length' }))
    const [free, sold] = order.items
    assert.deepEqual(
      [free.kind, free.item, free.itemCode, free.itemName, free.itemType, free.uom, free.description],
      ['item', null, null, null, null, 'parcels', 'Shipping'],
    )
    assert.deepEqual([free.amount, free.taxAmount, order.total], [9.9, 1.88, 23.68])
    assert.deepEqual([sold.itemName, sold.uom, sold.description], ['Bolt', 'Nos', 'Cut to length'])
    assert.equal((await kontor().put(`/sales-orders/${order.id}`, order)).body.data.version, order.version)
  })

  test('texts, headings and subtotals have no quantity and no amounts', async () => {
    const order = await create(kontor(), '/sales-orders', { customer: customer.id, items: structure() })
    assert.deepEqual(
      order.items.map((line: AnyRecord) => [line.kind, line.quantity, line.rate, line.amount, line.taxAmount]),
      [
        ['heading', 0, 0, 0, 0],
        ['item', 3, 10, 30, 5.7],
        ['text', 0, 0, 0, 0],
        ['subtotal', 0, 0, 0, 0],
        ['heading', 0, 0, 0, 0],
        ['item', 2, 4.95, 9.9, 1.88],
        ['subtotal', 0, 0, 0, 0],
      ],
    )
    assert.deepEqual([order.total, order.taxBreakdown], [47.48, [{ rate: 19, base: 39.9, amount: 7.58 }]])
    const again = await kontor().put(`/sales-orders/${order.id}`, order)
    assert.deepEqual([again.status, again.body.meta, again.body.data.version], [200, undefined, order.version])
  })

  test('a line keeps its id when it becomes a text, and loses its item and its amounts', async () => {
    const order = await create(kontor(), '/sales-orders', { customer: customer.id, items: [bolts(2), bolts(1)] })
    const [first, second] = order.items
    const items = [{ id: first.id, kind: 'text', description: 'Sold out' }, second]
    const { data } = (await kontor().put(`/sales-orders/${order.id}`, { items })).body
    const { id, item: named, itemCode, uom, quantity, rate, amount } = data.items[0]
    assert.deepEqual([id, named, itemCode, uom, quantity, rate, amount], [first.id, null, null, null, 0, 0, 0])
    assert.deepEqual([data.items[1], data.total], [second, 11.9])
  })

  test('faults are told by line, all at once and in plain words', async () => {
    assert.deepEqual(await faultsOf({}, { description: ' ' }, { description: 'Work' }, { kind: 'heading' }), [
      ['items[0].item', 'Item is required.'],
      ['items[0].quantity', 'Quantity is required.'],
      ['items[1].item', 'Item is required.'],
      ['items[1].quantity', 'Quantity is required.'],
      ['items[2].quantity', 'Quantity is required.'],
      ['items[2].rate', 'Rate is required.'],
      ['items[2].taxRate', 'Tax rate is required.'],
      ['items[3].description', 'Description is required.'],
    ])
    assert.deepEqual(
      await faultsOf({ ...SHIPPING, quantity: 0 }, { kind: 'note' }).then((faults) => faults.map(([f]: string[]) => f)),
      ['items[0].quantity', 'items[1].kind', 'items[1].item', 'items[1].quantity'],
    )
    assert.deepEqual(await faultsOf(bolts(1), { ...TEXT, item: item.id }), [
      ['items[1].item', 'A line of the kind "text" has no item.'],
    ])
    assert.deepEqual(await faultsOf(heading('Nothing'), SUBTOTAL), [
      ['items', 'Enter a line with an item or an amount.'],
    ])
  })

  test('only items are reserved and delivered', async () => {
    const order = await ordered(...structure())
    assert.equal((await read(kontor(), `/items/${item.id}`)).reservedStock >= 3, true)
    const free = order.items[5]
    await assertRefusal(
      kontor(),
      () => kontor().post('/deliveries', { salesOrder: order.id, items: [{ line: free.id, quantity: 1 }] }),
      'DOCUMENT_LOCKED',
      /^1 of Shipping is more than the 0 parcels left to be delivered\.$/,
    )
    const delivery = await deliver(kontor(), order)
    assert.deepEqual(
      delivery.items.map((line: AnyRecord) => [line.item, line.quantity]),
      [[item.id, 3]],
    )
    const after = await readOrder(kontor(), order)
    assert.deepEqual([after.deliveryStatus, after.invoiceStatus], ['delivered', 'not_invoiced'])
  })

  test('an order of services and free lines alone has nothing to deliver', async () => {
    const order = await ordered(SHIPPING)
    assert.equal(order.deliveryStatus, 'not_applicable')
    assert.equal((await kontor().post('/deliveries', { salesOrder: order.id })).status, 422)
  })

  test('an order is invoiced in parts with the words of its sections, and they add up to it', async () => {
    const order = await ordered(...structure())
    const [, goods, , , , free] = order.items
    const first = await invoice(kontor(), order, { items: [{ line: free.id, quantity: 1 }] })
    assert.deepEqual(
      first.items.map((line: AnyRecord) => [line.kind, line.description, line.uom, line.quantity]),
      [
        ['heading', 'Services', null, 0],
        ['item', 'Shipping', 'parcels', 1],
        ['subtotal', null, null, 0],
      ],
    )
    const second = await invoice(kontor(), order, { items: [{ item: item.id, quantity: 2 }] })
    assert.deepEqual(
      second.items.map((line: AnyRecord) => [line.kind, line.orderLine === goods.id]),
      [
        ['heading', false],
        ['item', true],
        ['text', false],
        ['subtotal', false],
      ],
    )
    await assertRefusal(
      kontor(),
      () => fromOrder(kontor(), order, { items: [{ line: free.id, quantity: 2 }] }),
      'OVER_INVOICED',
      /^2 of Shipping is more than the 1 parcels left to be invoiced\.$/,
    )
    const rest = await invoice(kontor(), order)
    assert.equal(rest.items.length, 7)
    for (const sum of ['subtotal', 'taxTotal', 'total'])
      assert.equal(centsOf([first, second, rest].map((each) => each[sum])), centsOf([order[sum]]), sum)
    assert.equal((await readOrder(kontor(), order)).invoiceStatus, 'invoiced')
    assert.equal(
      (await kontor().post('/invoices/from-order', { salesOrder: order.id })).body.error.code,
      'NOTHING_TO_INVOICE',
    )
    const corrected = await kontor().post(`/invoices/${rest.id}/correct`, {})
    assert.deepEqual([corrected.body.data.items.length, corrected.body.data.total], [7, rest.total])
    const verdicts = await verify(kontor().engine)
    assert.deepEqual(
      verdicts.flatMap(({ findings }) => findings),
      [],
    )
  })

  test('an invoice without an order may have such lines, too', async () => {
    const direct = await directInvoice(kontor(), [heading('Work'), { ...SHIPPING, uom: undefined }], { customer })
    assert.deepEqual([direct.items[1].uom, direct.total], [null, 11.78])
  })

  test('lists find documents by what their lines say', async () => {
    const order = await ordered({ ...SHIPPING, description: 'Crane' }, bolts(1))
    for (const filter of [
      'items.description=Crane',
      'items.description[like]=ran',
      'items.kind=heading&items.item=null',
    ]) {
      const { body } = await kontor().get(`/sales-orders?${filter}`)
      assert.equal(body.success, true, JSON.stringify(body))
      assert.ok(filter.includes('kind') || body.data.some(({ id }: AnyRecord) => id === order.id), filter)
    }
    assert.equal((await moveOrder(kontor(), order, 'cancelled')).status, 200)
  })

  test('the PDF prints texts, headings and subtotals, and numbers only what is sold', async () => {
    const order = await ordered(...structure(), bolts(1, { description: 'Cut to length' }))
    const { bytes } = await kontor().get(`/sales-orders/${order.id}/pdf`)
    const text = readPdf(bytes)
      .map((page) => page.text)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
    for (const words of [
      'Goods',
      'Delivered on pallets.',
      'Services',
      'Shipping',
      'Cut to length',
      'Subtotal',
      '30.00',
    ])
      assert.ok(text.includes(words), `${words}: ${text}`)
  })
})
