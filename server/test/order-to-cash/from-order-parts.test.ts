import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, centsOf, fromOrder, movedInvoice, readInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { createItem } from '../support/records.ts'
import { createSubmitted, invoice, readOrder } from '../support/trade.ts'

onEveryDatabase('An invoice of a part of an order', (kind) => {
  const kontor = kontorFor(kind)
  let [chair, lamp]: AnyRecord[] = []
  before(async () => {
    chair = await createItem(kontor(), { itemName: 'Chair', sellingPrice: 3.33, taxRate: 19 })
    lamp = await createItem(kontor(), { itemName: 'Lamp', sellingPrice: 20 })
  })
  const order = (...lines: object[]) => createSubmitted(kontor(), lines)
  const chairs = (quantity: number) => ({ item: chair.id, quantity })
  const lamps = (quantity: number) => ({ item: lamp.id, quantity })
  const quantities = ({ items }: AnyRecord) => items.map(({ quantity }: AnyRecord) => quantity)
  const invoicedOf = async (ordered: AnyRecord) =>
    (await readOrder(kontor(), ordered)).items.map(({ invoicedQuantity }: AnyRecord) => invoicedQuantity)

  test('names a line of the order by its id', async () => {
    const ordered = await order(chairs(10), lamps(2))
    const part = await invoice(kontor(), ordered, { items: [{ line: ordered.items[0].id, quantity: 4 }] })
    assert.deepEqual(
      part.items.map(({ orderLine, quantity }: AnyRecord) => [orderLine, quantity]),
      [[ordered.items[0].id, 4]],
    )
    assert.deepEqual([part.subtotal, part.taxTotal, part.total], [13.32, 2.53, 15.85])
    const { invoiceStatus } = await readOrder(kontor(), ordered)
    assert.equal(invoiceStatus, 'partly_invoiced')
    assert.deepEqual(await invoicedOf(ordered), [4, 0])
  })

  test('names a line of the order by a key of its item', async () => {
    const ordered = await order(chairs(10), lamps(2))
    const part = await invoice(kontor(), ordered, { items: [{ item: { itemCode: lamp.itemCode }, quantity: 2 }] })
    assert.deepEqual(quantities(part), [2])
    assert.deepEqual(await invoicedOf(ordered), [0, 2])
  })

  test('names a line of the order by its item', async () => {
    const ordered = await order(chairs(10), lamps(2))
    const part = await invoice(kontor(), ordered, { items: [lamps(1), chairs(2.5)] })
    assert.deepEqual(quantities(part), [1, 2.5])
    assert.deepEqual(await invoicedOf(ordered), [2.5, 1])
  })

  test('of an item that stands on several lines is taken from one line after the other', async () => {
    const ordered = await order(chairs(5), lamps(1), { ...chairs(5), rate: 3 })
    const seven = await invoice(kontor(), ordered, { items: [chairs(7)] })
    assert.deepEqual(
      seven.items.map(({ rate, quantity }: AnyRecord) => [rate, quantity]),
      [
        [3.33, 5],
        [3, 2],
      ],
    )
    const error = await assertRefusal(
      kontor(),
      () => fromOrder(kontor(), ordered, { items: [chairs(3), chairs(1)] }),
      'OVER_INVOICED',
      /^4 of \S+ is more than the 3 Nos left to be invoiced\.$/,
    )
    assert.equal(error.details[0].field, 'items[1].quantity')
    await invoice(kontor(), ordered, { items: [chairs(1), chairs(2)] })
    assert.deepEqual(await invoicedOf(ordered), [5, 0, 5])
  })

  test('adds up a line that is named twice', async () => {
    const ordered = await order(chairs(10))
    const line = ordered.items[0].id
    const part = await invoice(kontor(), ordered, { items: [{ line, quantity: 3 }, { line, quantity: 2 }, chairs(1)] })
    assert.deepEqual(quantities(part), [6])
    assert.deepEqual(await invoicedOf(ordered), [6])
  })

  test('is never more than is left, on one line or on the same line named twice', async () => {
    const ordered = await order(chairs(10))
    await invoice(kontor(), ordered, { items: [chairs(4)] })
    const line = ordered.items[0].id
    const tooMuch = [
      { items: [chairs(6.0001)], said: /^6\.0001 of CODE-\d+ is more than the 6 Nos left to be invoiced\./, at: 0 },
      {
        items: [chairs(4), { line, quantity: 3 }],
        said: /^7 of CODE-\d+ is more than the 6 Nos left to be invoiced\./,
        at: 1,
      },
    ]
    for (const { items, said, at } of tooMuch) {
      const error = await assertRefusal(kontor(), () => fromOrder(kontor(), ordered, { items }), 'OVER_INVOICED', said)
      assert.deepEqual(error.details, [{ field: `items[${at}].quantity`, message: 'Enter at most 6.' }])
    }
    assert.equal((await invoice(kontor(), ordered, { items: [chairs(6)] })).status, 'unpaid')
  })

  test('leaves the rest to the next one, and the parts come to the order to the cent', async () => {
    const ordered = await order({ ...chairs(3), discount: 33.3333 }, { ...lamps(7), rate: 0.0142 })
    const parts = []
    for (let part = 1; part <= 3; part++) parts.push(await invoice(kontor(), ordered, { items: [chairs(1), lamps(2)] }))
    parts.push(await invoice(kontor(), ordered))
    assert.deepEqual(quantities(parts.at(-1)), [1])
    for (const sum of ['subtotal', 'discountTotal', 'taxTotal', 'total']) {
      assert.equal(centsOf(parts.map((part) => part[sum])), centsOf([ordered[sum]]), sum)
    }
    const { invoiceStatus, invoices } = await readOrder(kontor(), ordered)
    assert.equal(invoiceStatus, 'invoiced')
    assert.deepEqual(
      invoices,
      parts.map(({ id }) => id),
    )
  })

  test('counts as invoiced while it is a draft', async () => {
    const ordered = await order(chairs(10))
    const draft = await invoice(kontor(), ordered, { items: [chairs(7)], draft: true })
    await assertRefusal(
      kontor(),
      () => fromOrder(kontor(), ordered, { items: [chairs(4)] }),
      'OVER_INVOICED',
      /more than the 3 Nos left/,
    )
    assert.deepEqual(quantities(await invoice(kontor(), ordered)), [3])
    assert.deepEqual(quantities(await movedInvoice(kontor(), draft, 'unpaid')), [7])
  })

  test('of all that is left need not name lines that are invoiced already', async () => {
    const ordered = await order(chairs(1), lamps(2))
    await invoice(kontor(), ordered, { items: [chairs(1)] })
    const rest = await invoice(kontor(), ordered)
    assert.deepEqual(
      rest.items.map(({ item, quantity }: AnyRecord) => [item, quantity]),
      [[lamp.id, 2]],
    )
    assert.equal((await readInvoice(kontor(), rest)).total, 40)
  })

  test('once voided may leave the others a cent more than their quantity: the order keeps bearing them', async () => {
    const ordered = await order({ ...lamps(3), rate: 0.335 })
    const parts = []
    for (let part = 0; part < 3; part++) parts.push(await invoice(kontor(), ordered, { items: [lamps(1)] }))
    assert.deepEqual(
      parts.map(({ total }) => total),
      [0.34, 0.33, 0.34],
    )
    await movedInvoice(kontor(), parts[1], 'cancelled')
    const [line] = ordered.items
    const shrink = (quantity: number) => kontor().put(`/sales-orders/${ordered.id}`, { items: [{ ...line, quantity }] })
    const error = await assertRefusal(kontor(), () => shrink(2), 'VALIDATION_ERROR', /items\[0\]\.quantity/)
    assert.match(error.details[0].message, /would come to 0\.67, but 0\.68 is invoiced already\. Void an invoice first/)
    assert.equal((await shrink(2.5)).status, 200)
    assert.equal((await invoice(kontor(), ordered)).total, 0.16)
    assert.equal((await readOrder(kontor(), ordered)).total, 0.84)
  })
})
