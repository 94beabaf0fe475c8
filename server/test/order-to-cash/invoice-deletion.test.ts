import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import {
  type AnyRecord,
  assertRefusal,
  centsOf,
  directInvoice,
  leavingNoTrace,
  movedInvoice,
  moveInvoice,
} from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem } from '../support/records.ts'
import { balanceOf, createSubmitted, invoice, moveThrough, pay, readOrder } from '../support/trade.ts'

onEveryDatabase('Deleting an invoice', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 33.33, taxRate: 19 })
  })
  const lines = (quantity = 3) => [{ item: item.id, quantity }]
  const remove = async ({ id }: AnyRecord) => assert.equal((await kontor().delete(`/invoices/${id}`)).status, 204)
  const listed = async (query: string): Promise<AnyRecord> => (await kontor().get(`/invoices?${query}`)).body

  test('a draft is gone, and the order can be invoiced again', async () => {
    const order = await createSubmitted(kontor(), lines())
    await remove(await invoice(kontor(), order, { draft: true }))
    const { invoices, invoiceStatus, items } = await readOrder(kontor(), order)
    assert.deepEqual([invoices, invoiceStatus, items[0].invoicedQuantity], [[], 'not_invoiced', 0])
    assert.equal((await invoice(kontor(), order)).total, order.total)
  })

  test('a draft leaves nothing behind that would keep its customer or its item from being deleted', async () => {
    const [customer, own] = [await createCustomer(kontor()), await createItem(kontor())]
    const draft = await directInvoice(kontor(), [{ item: own.id, quantity: 1 }], { customer, draft: true })
    await remove(draft)
    for (const path of [`/customers/${customer.id}`, `/items/${own.id}`]) {
      const { status, text } = await kontor().delete(path)
      assert.equal(status, 204, text)
    }
  })

  test('voids an unpaid invoice and hides it everywhere', async () => {
    const customer = await createCustomer(kontor(), { name: 'Vanishing' })
    const order = await createSubmitted(kontor(), lines(), { customer })
    const [all, unpaid] = [(await listed('')).meta.total, (await listed('status=unpaid')).meta.total]
    const issued = await invoice(kontor(), order)
    const { id, invoiceNumber } = issued
    await remove(issued)
    for (const path of [`/invoices/${id}`, `/invoices/${id}/pdf`]) {
      assertRefused(await kontor().get(path), 404, 'NOT_FOUND')
    }
    const queries = ['search=vanishing', `search=${invoiceNumber}`, `salesOrder=${order.id}`, `customer=${customer.id}`]
    for (const query of [...queries, `invoiceNumber=${invoiceNumber}`, `id=${id}`]) {
      const { data, meta } = await listed(query)
      assert.deepEqual([data, meta.total], [[], 0], query)
    }
    assert.deepEqual([(await listed('')).meta.total, (await listed('status=unpaid')).meta.total], [all, unpaid])
    assert.equal((await listed('status=cancelled&customerName=Vanishing')).meta.total, 0)
    assert.deepEqual((await readOrder(kontor(), order)).invoices, [])
    const { outstanding, uninvoicedOrders } = await balanceOf(kontor(), customer)
    assert.deepEqual([outstanding, uninvoicedOrders], [0, order.total])
  })

  test('nothing more can be done with a deleted one', async () => {
    const issued = await directInvoice(kontor(), lines())
    await remove(issued)
    const path = `/invoices/${issued.id}`
    for (const ask of [
      () => kontor().delete(path),
      () => kontor().put(path, { notes: 'Still there?' }),
      () => moveInvoice(kontor(), issued, 'unpaid'),
      () => moveInvoice(kontor(), issued, 'cancelled'),
    ]) {
      assertRefused(await leavingNoTrace(kontor(), ask), 404, 'NOT_FOUND')
    }
    const pays = () => kontor().post('/payments', { invoice: issued.id, amount: 1 })
    assertInvalid(await leavingNoTrace(kontor(), pays), 'invoice')
  })

  test('its number is never given again, and the order is invoiced to the cent', async () => {
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 3, discount: 33.33 }])
    const date = { invoiceDate: '2051-01-01' }
    const parts = []
    for (let part = 0; part < 3; part++) parts.push(await invoice(kontor(), order, { items: lines(1), ...date }))
    await remove(parts[1])
    const again = await invoice(kontor(), order, date)
    assert.equal(again.invoiceNumber, 'INV-2051-00004')
    const live = [parts[0], parts[2], again]
    for (const sum of ['subtotal', 'discountTotal', 'taxTotal', 'total']) {
      assert.equal(centsOf(live.map((part) => part[sum])), centsOf([order[sum]]), sum)
    }
    assert.deepEqual(
      (await readOrder(kontor(), order)).invoices,
      live.map(({ id }) => id),
    )
  })

  test('it does not keep its cancelled order from being deleted, draft or voided', async () => {
    for (const draft of [true, false]) {
      const order = await createSubmitted(kontor(), lines())
      await remove(await invoice(kontor(), order, { draft }))
      await moveThrough(kontor(), order, 'cancelled')
      const { status, text } = await kontor().delete(`/sales-orders/${order.id}`)
      assert.equal(status, 204, text)
    }
  })

  test('is refused once something has been paid on it, and possible again without the payment', async () => {
    for (const share of [0.5, 1]) {
      const issued = await directInvoice(kontor(), [{ item: item.id, quantity: 2, rate: 10, taxRate: 0 }])
      const payment = await pay(kontor(), issued, 20 * share)
      const said = new RegExp(`${20 * share} has been paid on ${issued.invoiceNumber}\\. Delete its payments first\\.`)
      await assertRefusal(kontor(), () => kontor().delete(`/invoices/${issued.id}`), 'DOCUMENT_LOCKED', said)
      assert.equal((await kontor().delete(`/payments/${payment.id}`)).status, 204)
      await remove(issued)
    }
  })

  test('is refused for a cancelled invoice, which is kept', async () => {
    const cancelled = await movedInvoice(kontor(), await directInvoice(kontor(), lines()), 'cancelled')
    const ask = () => kontor().delete(`/invoices/${cancelled.id}`)
    await assertRefusal(kontor(), ask, 'DOCUMENT_LOCKED', /is cancelled: nothing is owed on it/)
  })

  test('is not for those who may only invoice, and there is none without an invoice', async () => {
    const issued = await directInvoice(kontor(), lines())
    const { token } = await signedIn(kontor(), 'accountant')
    const ask = () => kontor().delete(`/invoices/${issued.id}`, { token })
    await assertRefusal(kontor(), ask, 'FORBIDDEN', /"accountant" may not delete invoices/, 403)
    assertRefused(await kontor().delete('/invoices/inv_nowhere'), 404, 'NOT_FOUND')
  })
})
