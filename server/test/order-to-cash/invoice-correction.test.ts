import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Permissions, Right } from '../../src/model/rights.ts'
import { verify } from '../../src/verify/verify.ts'
import { seenAt } from '../permitted/trials.ts'
import { onEveryDatabase } from '../support/databases.ts'
import {
  type AnyRecord,
  assertRefusal,
  centsOf,
  directInvoice,
  movedInvoice,
  readInvoice,
} from '../support/invoicing.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { createCustomer, createItem } from '../support/records.ts'
import { balanceOf, createSubmitted, invoice, moveThrough, pay, readOrder } from '../support/trade.ts'

onEveryDatabase('Correcting an invoice', (kind) => {
  const kontor = kontorFor(kind)
  let [item, customer]: AnyRecord[] = []
  before(async () => {
    item = await createItem(kontor(), { itemCode: 'COR-1', sellingPrice: 33.33, taxRate: 19 })
    customer = await createCustomer(kontor(), { name: 'Korrekt GmbH', paymentTerms: 'Net 14' })
  })
  const lines = (quantity: number) => [{ item: item.id, quantity }]
  const ordered = (quantity = 3) => createSubmitted(kontor(), lines(quantity), { customer })
  const correct = ({ id }: AnyRecord, body: object = {}, options?: CallOptions) =>
    kontor().post(`/invoices/${id}/correct`, body, options)
  async function corrected(subject: AnyRecord, body: object = {}): Promise<AnyRecord> {
    const answer = await correct(subject, body)
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(await readInvoice(kontor(), answer.body.data), answer.body.data)
    return answer.body.data
  }
  const priced = async ({ id, items }: AnyRecord, prices: object) => {
    const changed = items.map((line: AnyRecord) => ({ ...line, ...prices }))
    const answer = await kontor().put(`/invoices/${id}`, { items: changed })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }

  test('a correction voids the invoice and drafts the same lines of the order in one step', async () => {
    const order = await ordered()
    const wrong = await invoice(kontor(), order, { notes: 'Thank you' })
    const draft = await corrected(wrong)
    assert.deepEqual([draft.status, draft.invoiceNumber, draft.salesOrder], ['draft', null, order.id])
    assert.deepEqual([draft.replaces, draft.notes, draft.paymentTerms], [wrong.id, 'Thank you', 'Net 14'])
    assert.deepEqual(draft.items[0].orderLine, order.items[0].id)
    assert.deepEqual([draft.items[0].quantity, draft.total], [3, wrong.total])
    const old = await readInvoice(kontor(), wrong)
    assert.deepEqual([old.status, old.invoiceNumber, old.outstanding], ['cancelled', wrong.invoiceNumber, 0])
    assert.match(old.cancellationDate, /^\d{4}-\d\d-\d\d$/)
    const after = await readOrder(kontor(), order)
    assert.deepEqual([after.invoiceStatus, after.items[0].invoicedQuantity], ['invoiced', 3])
    assert.equal((await kontor().post('/invoices/from-order', { salesOrder: order.id })).status, 422)
  })

  test('the draft takes other prices, and the order stays invoiced whatever they are', async () => {
    const order = await ordered()
    const first = await invoice(kontor(), order, { items: lines(1) })
    const second = await invoice(kontor(), order, { items: lines(1) })
    const draft = await corrected(second)
    const cheaper = await priced(draft, { rate: 20, discount: 10, taxRate: 7 })
    assert.deepEqual([cheaper.subtotal, cheaper.discountTotal, cheaper.taxTotal, cheaper.total], [20, 2, 1.26, 19.26])
    const issued = await movedInvoice(kontor(), cheaper, 'unpaid')
    assert.equal(issued.total, 19.26)
    const last = await invoice(kontor(), order)
    // What is left of the order is exact to the cent, as if the second part had been invoiced at the price of the order.
    assert.equal(centsOf([first.total, second.total, last.total]), centsOf([order.total]))
    assert.equal((await readOrder(kontor(), order)).invoiceStatus, 'invoiced')
  })

  test('a customer owes what the correction charges, and nothing more counts against the credit', async () => {
    const buyer = await createCustomer(kontor(), { creditLimit: 1000 })
    const order = await createSubmitted(kontor(), lines(3), { customer: buyer })
    const draft = await priced(await corrected(await invoice(kontor(), order)), { rate: 10 })
    const claims = async () => {
      const { outstanding, uninvoicedOrders } = await balanceOf(kontor(), buyer)
      return [outstanding, uninvoicedOrders]
    }
    assert.deepEqual(await claims(), [0, order.total])
    await movedInvoice(kontor(), draft, 'unpaid')
    assert.deepEqual(await claims(), [35.7, 0])
    const again = await corrected(draft)
    assert.equal(again.total, 35.7)
    assert.deepEqual(await claims(), [0, order.total])
    const back = await priced(again, { rate: 33.33 })
    assert.equal(back.total, order.total)
  })

  test('lines and quantities of the draft stay those of the order', async () => {
    const draft = await corrected(await invoice(kontor(), await ordered()))
    const [line] = draft.items
    for (const [field, items] of [
      ['items.quantity', [{ ...line, quantity: 2 }]],
      ['items', [line, ...lines(1)]],
      ['items', []],
    ] as const) {
      const answer = await kontor().put(`/invoices/${draft.id}`, { items })
      assert.equal(answer.status, 422, answer.text)
      assert.equal(answer.body.error.details[0].field, field)
    }
  })

  test('deleting the draft frees the order, and the voided invoice can be drafted again', async () => {
    const order = await ordered()
    const wrong = await invoice(kontor(), order)
    const draft = await corrected(wrong)
    const twice = () => correct(wrong)
    await assertRefusal(kontor(), twice, 'DOCUMENT_LOCKED', new RegExp(`corrected already by ${draft.id}`))
    assert.equal((await kontor().delete(`/invoices/${draft.id}`)).status, 204)
    assert.equal((await readOrder(kontor(), order)).invoiceStatus, 'not_invoiced')
    const again = await corrected(wrong)
    assert.deepEqual([again.salesOrder, again.total], [order.id, wrong.total])
  })

  test('a voided invoice is not drafted again once its part of the order is invoiced', async () => {
    const order = await ordered()
    const voided = await movedInvoice(kontor(), await invoice(kontor(), order), 'cancelled')
    await invoice(kontor(), order, { items: lines(2) })
    await assertRefusal(kontor(), () => correct(voided), 'OVER_INVOICED', /3 of COR-1 is more than the 1 Nos left/)
    await invoice(kontor(), order)
    await assertRefusal(kontor(), () => correct(voided), 'NOTHING_TO_INVOICE', /has been invoiced already/)
  })

  test('an invoice without an order is corrected in the same way, also if its item is inactive now', async () => {
    const own = await createItem(kontor(), { sellingPrice: 5 })
    const wrong = await directInvoice(kontor(), [{ item: own.id, quantity: 2 }], { customer })
    await kontor().put(`/items/${own.id}`, { isActive: false, sellingPrice: 99 })
    const draft = await corrected(wrong, { notes: 'The price was wrong.' })
    assert.deepEqual([draft.salesOrder, draft.replaces, draft.total], [null, wrong.id, 10])
    assert.equal(draft.notes, 'The price was wrong.')
    assert.equal((await priced(draft, { rate: 4, quantity: 3 })).total, 12)
    await assertRefusal(kontor(), () => correct(wrong), 'DOCUMENT_LOCKED', /corrected already/)
  })

  test('a paid or partly paid invoice and a draft are not corrected, and say what to do', async () => {
    const paid = await invoice(kontor(), await ordered())
    await pay(kontor(), paid, 1)
    await assertRefusal(kontor(), () => correct(paid), 'DOCUMENT_LOCKED', /1 has been paid on .* Delete its payments/)
    await pay(kontor(), paid, (await readInvoice(kontor(), paid)).outstanding)
    await assertRefusal(kontor(), () => correct(paid), 'DOCUMENT_LOCKED', /Delete its payments first/)
    const draft = await invoice(kontor(), await ordered(), { draft: true })
    await assertRefusal(kontor(), () => correct(draft), 'DOCUMENT_LOCKED', /is a draft\. Change it directly/)
  })

  test('an invoice of an order on hold is corrected once the order is released', async () => {
    const order = await ordered()
    const issued = await invoice(kontor(), order)
    await moveThrough(kontor(), order, 'on_hold')
    await assertRefusal(kontor(), () => correct(issued), 'DOCUMENT_LOCKED', /Release it first/)
    await moveThrough(kontor(), order, 'submitted')
    await corrected(issued)
  })

  test('a correction needs the rights to cancel and to create, and tells it beforehand', async () => {
    const issued = await directInvoice(kontor(), lines(1), { customer })
    for (const [can, allowed] of [
      [['read', 'cancel'], false],
      [['read', 'create'], false],
      [['read', 'create', 'cancel'], true],
    ] as const satisfies [Right[], boolean][]) {
      const permissions: Permissions = { invoices: { can } }
      const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
      const told = (await seenAt(kontor(), `/invoices/${issued.id}`, { token })).permitted.actions.correct!
      assert.equal(told.allowed, allowed)
      const answer = await correct(issued, {}, { token })
      assert.equal(answer.status, allowed ? 201 : 403, answer.text)
      if (!allowed) assert.equal(told.code, 'FORBIDDEN')
    }
  })

  test('a user limited to own invoices cannot correct one again that another user has corrected', async () => {
    const can: Right[] = ['read', 'create', 'submit', 'cancel']
    const permissions: Permissions = {
      invoices: { can, own: true },
      items: { can: ['read'] },
      customers: { can: ['read'] },
    }
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    const theirs = await kontor().post('/invoices', { customer: customer.id, items: lines(1) }, { token })
    assert.equal(theirs.status, 201, theirs.text)
    const draft = await corrected(theirs.body.data)
    const again = await correct(theirs.body.data, {}, { token })
    assert.deepEqual([again.status, again.body.error?.code], [422, 'DOCUMENT_LOCKED'], again.text)
    assert.ok(!again.text.includes(draft.id), 'the draft of the other user is not named')
  })

  test('a dry run tells what a correction would do and changes nothing', async () => {
    const order = await ordered()
    const issued = await invoice(kontor(), order)
    const { status, body } = await kontor().post(`/invoices/${issued.id}/correct?dryRun=true`, {})
    assert.equal(status, 201)
    assert.equal(body.meta.dryRun, true)
    assert.equal((await readInvoice(kontor(), issued)).status, 'unpaid')
  })

  test('whatever was corrected, the database is consistent', async () => {
    const faulty = (await verify(kontor().engine)).filter(({ violations }) => violations > 0)
    assert.deepEqual(faulty, [])
  })
})
