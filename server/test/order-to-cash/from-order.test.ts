import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, fromOrder, readInvoice } from '../support/invoicing.ts'
import { createCustomer, createItem, read } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { createOrder, createService, createSubmitted, invoice, readOrder, submit } from '../support/trade.ts'

const address = { street: 'Hafenstraße 12', city: 'Hamburg', state: null, zipCode: '20457', country: 'DE' }
const NOON = '2026-11-15T12:00:00Z'

onEveryDatabase('An invoice of a whole order', (kind) => {
  const kontor = stoppedKontorFor(kind, {}, NOON)
  let [customer, chair, assembly]: AnyRecord[] = []
  before(async () => {
    customer = await createCustomer(kontor(), { name: 'Nordlicht GmbH', paymentTerms: 'Net 30', address })
    chair = await createItem(kontor(), { itemName: 'Chair', sellingPrice: 82.5, taxRate: 19 })
    assembly = await createService(kontor(), { uom: 'Hour' })
  })
  const lines = () => [
    { item: chair.id, quantity: 10, discount: 15 },
    { item: assembly.id, quantity: 1.5 },
  ]

  test('is issued at once and says everything that was promised', async () => {
    const order = await createSubmitted(kontor(), lines(), { customer, notes: 'Ring twice' })
    const { status, body, headers } = await fromOrder(kontor(), order, { invoiceDate: '2026-11-15' })
    assert.equal(status, 201)
    const { id, items, createdBy, allowedTransitions, ...rest } = body.data
    assert.match(id, /^inv_/)
    assert.match(headers.location!, new RegExp(`/api/v1/invoices/${id}$`))
    assert.match(headers.etag!, /^"1-/)
    assert.ok(createdBy)
    assert.deepEqual(allowedTransitions, [{ status: 'cancelled', allowed: true }])
    assert.deepEqual(rest, {
      invoiceNumber: 'INV-2026-00001',
      status: 'unpaid',
      creditStatus: 'not_credited',
      salesOrder: order.id,
      customer: customer.id,
      customerName: 'Nordlicht GmbH',
      invoiceDate: '2026-11-15',
      dueDate: '2026-12-15',
      isOverdue: false,
      daysOverdue: 0,
      subtotal: 900,
      discountTotal: 123.75,
      taxTotal: 133.24,
      taxBreakdown: [
        { rate: 0, base: 75, amount: 0 },
        { rate: 19, base: 701.25, amount: 133.24 },
      ],
      total: 909.49,
      amountPaid: 0,
      discountGiven: 0,
      creditedAmount: 0,
      outstanding: 909.49,
      currency: 'EUR',
      taxRounding: 'rate',
      pricesIncludeTax: false,
      paymentTerms: 'Net 30',
      billingAddress: address,
      supplyFrom: null,
      supplyUntil: null,
      cancellationDate: null,
      replaces: null,
      notes: null,
      discountUntil: null,
      discountAmount: null,
      payments: [],
      creditNotes: [],
      externalIds: {},
      createdAt: new Date(NOON).toISOString(),
      updatedAt: new Date(NOON).toISOString(),
      version: 1,
    })
    assert.deepEqual(
      items.map(({ id: line, ...said }: AnyRecord) => said),
      [
        {
          kind: 'item',
          item: chair.id,
          description: null,
          quantity: 10,
          rate: 82.5,
          discount: 15,
          taxRate: 19,
          itemCode: chair.itemCode,
          itemName: 'Chair',
          itemType: 'Product',
          uom: 'Nos',
          discountAmount: 123.75,
          amount: 701.25,
          taxAmount: 133.24,
          orderLine: order.items[0].id,
        },
        {
          kind: 'item',
          item: assembly.id,
          description: null,
          quantity: 1.5,
          rate: 50,
          discount: 0,
          taxRate: 0,
          itemCode: assembly.itemCode,
          itemName: 'Assembly',
          itemType: 'Service',
          uom: 'Hour',
          discountAmount: 0,
          amount: 75,
          taxAmount: 0,
          orderLine: order.items[1].id,
        },
      ],
    )
    assert.deepEqual(await readInvoice(kontor(), { id }), body.data)
  })

  test('has the total of the order, and the order shows it as invoiced', async () => {
    const order = await createSubmitted(kontor(), lines(), { customer })
    const issued = await invoice(kontor(), order)
    for (const sum of ['subtotal', 'discountTotal', 'taxTotal', 'total']) assert.equal(issued[sum], order[sum], sum)
    const after = await readOrder(kontor(), order)
    assert.equal(after.invoiceStatus, 'invoiced')
    assert.deepEqual(after.invoices, [issued.id])
    assert.deepEqual(
      after.items.map(({ invoicedQuantity }: AnyRecord) => invoicedQuantity),
      [10, 1.5],
    )
    assert.equal(after.status, 'submitted')
  })

  test('is dated today, where the business is, unless another date is given', async () => {
    await kontor().put('/settings', { timeZone: 'Pacific/Auckland' })
    const { invoiceDate, dueDate } = await invoice(kontor(), await createSubmitted(kontor(), lines(), { customer }))
    assert.deepEqual([invoiceDate, dueDate], ['2026-11-16', '2026-12-16'])
    await kontor().put('/settings', { timeZone: 'UTC' })
    const utc = await invoice(kontor(), await createSubmitted(kontor(), lines(), { customer }))
    assert.equal(utc.invoiceDate, '2026-11-15')
  })

  test('takes notes and a due date of its own', async () => {
    const order = await createSubmitted(kontor(), lines(), { customer })
    const more = { invoiceDate: '2026-11-15', dueDate: '2026-11-20', notes: 'As agreed by phone' }
    const { dueDate, notes } = await invoice(kontor(), order, more)
    assert.deepEqual([dueDate, notes], ['2026-11-20', 'As agreed by phone'])
  })

  test('keeps the payment terms of the order, not those that the customer has now', async () => {
    const own = await createCustomer(kontor(), { paymentTerms: 'Net 10' })
    const order = await createSubmitted(kontor(), lines(), { customer: own })
    await kontor().put(`/customers/${own.id}`, { paymentTerms: 'Net 60' })
    const { paymentTerms, dueDate } = await invoice(kontor(), order, { invoiceDate: '2026-11-15' })
    assert.deepEqual([paymentTerms, dueDate], ['Net 10', '2026-11-25'])
  })

  test('is priced and named as it was ordered, whatever becomes of the items', async () => {
    const item = await createItem(kontor(), { itemName: 'Lamp', sellingPrice: 10, taxRate: 7, uom: 'Box' })
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 2 }], { customer })
    const changes = { itemName: 'Lantern', itemCode: `${item.itemCode}-B`, sellingPrice: 99, taxRate: 19, uom: 'Nos' }
    await kontor().put(`/items/${item.id}`, { ...changes, isActive: false })
    const { items, total } = await invoice(kontor(), order)
    const { itemName, itemCode, rate, taxRate, uom } = items[0]
    assert.deepEqual([itemName, itemCode, rate, taxRate, uom], ['Lamp', item.itemCode, 10, 7, 'Box'])
    assert.equal(total, 21.4)
  })

  test('goes to the address of the day of its issue, and keeps it when the customer moves', async () => {
    const own = await createCustomer(kontor(), { name: 'Mover', address: { city: 'Ulm', country: 'DE' } })
    const order = await createSubmitted(kontor(), lines(), { customer: own })
    await kontor().put(`/customers/${own.id}`, { address: { city: 'Linz', country: 'AT' } })
    const issued = await invoice(kontor(), order)
    assert.equal(issued.billingAddress.city, 'Linz')
    await kontor().put(`/customers/${own.id}`, { name: 'Moved away', address: { city: 'Bern', country: 'CH' } })
    const { billingAddress, customerName } = await readInvoice(kontor(), issued)
    assert.deepEqual(billingAddress, issued.billingAddress)
    assert.equal(customerName, 'Mover')
  })

  test('can be made of a closed order', async () => {
    const order = await createSubmitted(kontor(), lines(), { customer })
    await kontor().put(`/sales-orders/${order.id}/status`, { status: 'closed' })
    assert.equal((await invoice(kontor(), order)).status, 'unpaid')
    const { status, invoiceStatus } = await readOrder(kontor(), order)
    assert.deepEqual([status, invoiceStatus], ['closed', 'invoiced'])
  })

  test('submits a draft order first', async () => {
    const item = await createItem(kontor(), { sellingPrice: 5 })
    const order = await createOrder(kontor(), [{ item: item.id, quantity: 3 }], { customer })
    const { status, body } = await fromOrder(kontor(), order)
    assert.equal(status, 201)
    assert.equal(body.data.total, 15)
    assert.equal(body.meta.warnings[0].code, 'BACKORDER')
    assert.equal((await readOrder(kontor(), order)).status, 'submitted')
    assert.equal((await read(kontor(), `/items/${item.id}`)).reservedStock, 3)
  })

  test('stays a draft on request: without a number, an address or anything owed', async () => {
    const own = await createCustomer(kontor(), { address, paymentTerms: 'Net 30' })
    const order = await submit(kontor(), await createOrder(kontor(), lines(), { customer: own }))
    const draft = await invoice(kontor(), order, { draft: true })
    const { invoiceNumber, status, dueDate, outstanding, billingAddress, total, paymentTerms } = draft
    assert.deepEqual([invoiceNumber, status, dueDate, outstanding], [null, 'draft', null, 0])
    assert.deepEqual([total, paymentTerms, billingAddress.city ?? null], [909.49, 'Net 30', null])
    const { balance } = await read(kontor(), `/customers/${own.id}`)
    assert.deepEqual([balance.outstanding, balance.uninvoicedOrders], [0, 909.49])
  })

  test('is answered with the same record that reading it gives, draft or not', async () => {
    for (const draft of [true, false]) {
      const created = await invoice(kontor(), await createSubmitted(kontor(), lines(), { customer }), { draft })
      assert.deepEqual(created, await readInvoice(kontor(), created))
    }
  })
})
