import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, fromOrder, leavingNoTrace, movedInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createOrder, createSubmitted, invoice, moveThrough, readOrder } from '../support/trade.ts'

onEveryDatabase('An invoice of an order is refused', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 100 })
  })
  const lines = (quantity = 2) => [{ item: item.id, quantity }]

  test('if nothing is left to be invoiced, naming the invoices', async () => {
    const order = await createSubmitted(kontor(), lines())
    const first = await invoice(kontor(), order, { items: lines(1) })
    const draft = await invoice(kontor(), order, { items: lines(1), draft: true })
    const names = [first.invoiceNumber, draft.id]
    const said = new RegExp(
      `All of the order ${order.orderNumber} has been invoiced already by ${names.join(', ')}\\. Void an invoice`,
    )
    const error = await assertRefusal(kontor(), () => fromOrder(kontor(), order), 'NOTHING_TO_INVOICE', said)
    assert.deepEqual(
      error.details.map(({ message }: AnyRecord) => message),
      names,
    )
  })

  test('if the order is cancelled', async () => {
    const order = await moveThrough(kontor(), await createOrder(kontor(), lines()), 'cancelled')
    const error = await assertRefusal(
      kontor(),
      () => fromOrder(kontor(), order),
      'DOCUMENT_LOCKED',
      /has the status "cancelled"\. Nothing of it can be invoiced\./,
    )
    assert.equal(error.details[0].field, 'salesOrder')
  })

  test('while the order is on hold', async () => {
    const order = await moveThrough(kontor(), await createSubmitted(kontor(), lines()), 'on_hold')
    const said = /has the status "on_hold"\. Release it first\./
    await assertRefusal(kontor(), () => fromOrder(kontor(), order), 'DOCUMENT_LOCKED', said)
    await moveThrough(kontor(), order, 'submitted')
    assert.equal((await invoice(kontor(), order)).status, 'unpaid')
  })

  test('if there is no such order', async () => {
    for (const id of ['so_0000000000000000000', item.id, 'nonsense']) {
      const { salesOrder } = assertInvalid(
        await leavingNoTrace(kontor(), () => fromOrder(kontor(), { id }, { invoiceDate: '2026-11-15' })),
        'salesOrder',
      )
      assert.match(salesOrder!, /there is no .* in sales-orders/)
    }
  })

  test('if the order has no such line, or the list of lines is empty', async () => {
    const order = await createSubmitted(kontor(), lines())
    const other = await createSubmitted(kontor(), lines())
    const stranger = await createItem(kontor())
    const requested = [
      { request: { line: other.items[0].id }, field: 'items[0].line', said: /has no such line/ },
      { request: { item: stranger.id }, field: 'items[0].item', said: /has no such line/ },
      { request: {}, field: 'items[0].line', said: /Name the line, or its item/ },
    ]
    for (const { request, field, said } of requested) {
      const ask = () => fromOrder(kontor(), order, { items: [{ ...request, quantity: 1 }] })
      assert.match(assertInvalid(await leavingNoTrace(kontor(), ask), field)[field]!, said)
    }
  })

  test('for every fault in the body at once', async () => {
    const order = await createSubmitted(kontor(), lines())
    const body = { invoiceDate: '15.11.2026', draft: 'yes', items: [{ item: item.id, quantity: 0 }, 7], invoiceDat: 1 }
    const said = assertInvalid(
      await leavingNoTrace(kontor(), () => fromOrder(kontor(), order, body)),
      'invoiceDate',
      'draft',
      'items[0].quantity',
      'items[1]',
      'invoiceDat',
    )
    assert.match(said.invoiceDat!, /invoiceDate/)
    assertInvalid(await kontor().post('/invoices/from-order', {}), 'salesOrder')
    assertRefused(await kontor().post('/invoices/from-order', []), 400, 'INVALID_JSON')
    const early = { invoiceDate: '2026-11-15', dueDate: '2026-11-14' }
    assertInvalid(await leavingNoTrace(kontor(), () => fromOrder(kontor(), order, early)), 'dueDate')
    const fine = { items: [{ item: item.id, quantity: 1.00001 }] }
    assertInvalid(await leavingNoTrace(kontor(), () => fromOrder(kontor(), order, fine)), 'items[0].quantity')
  })

  test('as a whole if the draft order cannot be submitted: it stays a draft, and uses no number', async () => {
    const held = await createCustomer(kontor(), { name: 'Held', creditHold: true })
    const poor = await createCustomer(kontor(), { name: 'Poor', creditLimit: 199.99 })
    const gone = await createCustomer(kontor(), { name: 'Gone' })
    const refusals = [
      { customer: held, code: 'CUSTOMER_ON_HOLD', said: /Held is on credit hold\. Lift the hold first\./ },
      { customer: poor, code: 'CREDIT_LIMIT_EXCEEDED', said: /credit limit of 199\.99 EUR by 0\.01 EUR/ },
      { customer: gone, code: 'INACTIVE_REFERENCE', said: /Gone is inactive\. Activate/ },
    ]
    const before = await invoice(kontor(), await createSubmitted(kontor(), lines()), { invoiceDate: '2031-01-01' })
    for (const { customer, code, said } of refusals) {
      const order = await createOrder(kontor(), lines(), { customer })
      if (customer === gone) await kontor().put(`/customers/${gone.id}`, { isActive: false })
      await assertRefusal(kontor(), () => fromOrder(kontor(), order, { invoiceDate: '2031-01-01' }), code, said)
      const { status, invoices } = await readOrder(kontor(), order)
      assert.deepEqual([status, invoices], ['draft', []])
    }
    const after = await invoice(kontor(), await createSubmitted(kontor(), lines()), { invoiceDate: '2031-01-01' })
    assert.deepEqual(
      [before, after].map(({ invoiceNumber }) => invoiceNumber),
      ['INV-2031-00001', 'INV-2031-00002'],
    )
  })

  test('as a whole if only the invoice of a draft order is refused', async () => {
    const order = await createOrder(kontor(), lines())
    const ask = () => fromOrder(kontor(), order, { items: lines(3) })
    await assertRefusal(kontor(), ask, 'OVER_INVOICED', /more than the 2 Nos left/)
    assert.equal((await readOrder(kontor(), order)).status, 'draft')
  })

  test('to a user who may not create invoices', async () => {
    const order = await createSubmitted(kontor(), lines())
    for (const role of ['sales', 'warehouse', 'viewer']) {
      const { token } = await signedIn(kontor(), role)
      const ask = () => fromOrder(kontor(), order, {}, { token })
      await assertRefusal(kontor(), ask, 'FORBIDDEN', /may not create invoices/, 403)
    }
  })

  test('to a user who may not submit the draft order, but may invoice a submitted one', async () => {
    const { token } = await signedIn(kontor(), 'accountant')
    const order = await createOrder(kontor(), lines())
    const ask = () => fromOrder(kontor(), order, {}, { token })
    await assertRefusal(kontor(), ask, 'FORBIDDEN', /"accountant" may not change the status of sales-orders/, 403)
    await moveThrough(kontor(), order, 'submitted')
    const { status, body } = await ask()
    assert.equal(status, 201)
    assert.equal(body.data.status, 'unpaid')
  })

  test('to a user who does not see the order', async () => {
    const role = await addRole(kontor().engine, {
      invoices: { can: ['read', 'create'] },
      'sales-orders': { can: ['read', 'submit'], own: true },
    })
    const { token } = await signedIn(kontor(), role)
    const order = await createSubmitted(kontor(), lines())
    assertInvalid(await leavingNoTrace(kontor(), () => fromOrder(kontor(), order, {}, { token })), 'salesOrder')
  })

  test('no longer once its only invoice was cancelled', async () => {
    const order = await createSubmitted(kontor(), lines())
    const first = await invoice(kontor(), order)
    await movedInvoice(kontor(), first, 'cancelled')
    const second = await invoice(kontor(), order)
    assert.notEqual(second.invoiceNumber, first.invoiceNumber)
    assert.equal(second.total, first.total)
  })
})
