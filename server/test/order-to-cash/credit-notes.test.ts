import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, directInvoice, readInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { create, createCustomer, createItem, read } from '../support/records.ts'
import { pay, receive } from '../support/trade.ts'

onEveryDatabase('A credit note', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 9.99, taxRate: 19 })
    await receive(kontor(), item, 100)
  })
  const owing = (quantity: number, more: object = {}) => directInvoice(kontor(), [{ item: item.id, quantity }], more)
  const credit = (body: object) => kontor().post('/credit-notes/from-invoice', body)
  async function credited(invoice: AnyRecord, more: object = {}): Promise<AnyRecord> {
    const answer = await credit({ invoice: invoice.id, ...more })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const stateOf = async (invoice: AnyRecord) => {
    const { status, amountPaid, creditedAmount, outstanding } = await readInvoice(kontor(), invoice)
    return [status, amountPaid, creditedAmount, outstanding]
  }
  const act = async (note: AnyRecord, action: string, body: object = {}): Promise<AnyRecord> => {
    const answer = await kontor().post(`/credit-notes/${note.id}/${action}`, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }

  test('of an unpaid invoice settles it at once', async () => {
    const invoice = await owing(1)
    const note = await credited(invoice, { reason: 'Came back' })
    assert.match(note.creditNoteNumber, /^CN-\d{4}-00001$/)
    assert.deepEqual([note.status, note.total, note.unallocated], ['settled', 11.89, 0])
    assert.deepEqual(await stateOf(invoice), ['paid', 0, 11.89, 0])
  })

  test('of a paid invoice is credit of the customer until it is refunded or settles another invoice', async () => {
    const customer = await createCustomer(kontor())
    const next = await owing(1, { customer })
    const invoice = await owing(2, { customer })
    await pay(kontor(), invoice, invoice.total)
    const note = await credited(invoice)
    assert.deepEqual([note.status, note.unallocated, note.allocations], ['open', invoice.total, []])
    const creditOf = async () => (await read(kontor(), `/customers/${customer.id}`)).balance.credit
    assert.equal(await creditOf(), invoice.total)
    const some = await act(note, 'allocate', { oldestFirst: true })
    assert.deepEqual([some.status, some.unallocated], ['open', 11.89])
    assert.deepEqual(await stateOf(next), ['paid', 0, 11.89, 0])
    const refunded = await act(note, 'refund', { amount: 11.89, method: 'cash' })
    assert.deepEqual([refunded.status, refunded.unallocated, await creditOf()], ['settled', 0, 0])
    await act(note, 'unrefund')
    const undone = await act(note, 'unallocate')
    assert.deepEqual([undone.status, undone.unallocated], ['open', invoice.total])
    assert.deepEqual(await stateOf(next), ['unpaid', 0, 0, 11.89])
  })

  test('in three parts comes to the invoice to the cent, and never to more', async () => {
    const invoice = await owing(3)
    const parts = []
    for (let part = 0; part < 3; part++)
      parts.push(await credited(invoice, { items: [{ item: item.id, quantity: 1 }] }))
    const cents = parts.reduce((sum, { total }) => sum + Math.round(total * 100), 0)
    assert.equal(cents, Math.round(invoice.total * 100))
    assert.equal((await readInvoice(kontor(), invoice)).creditStatus, 'credited')
    await assertRefusal(kontor(), () => credit({ invoice: invoice.id }), 'NOTHING_TO_CREDIT', /All of the invoice/)
    const other = await owing(2)
    const ask = () => credit({ invoice: other.id, items: [{ item: item.id, quantity: 3 }] })
    await assertRefusal(kontor(), ask, 'OVER_CREDITED', /3 of .* is more than the 2/)
  })

  test('keeps the invoice that it corrects from being voided, and stands in it', async () => {
    const invoice = await owing(1)
    const note = await credited(invoice)
    await act(note, 'unallocate')
    const ask = () => kontor().put(`/invoices/${invoice.id}/status`, { status: 'cancelled' })
    await assertRefusal(kontor(), ask, 'INVALID_STATUS_TRANSITION', new RegExp(`credited: ${note.creditNoteNumber}`))
    const { id, creditNoteNumber, total } = note
    assert.deepEqual((await readInvoice(kontor(), invoice)).creditNotes, [
      { id, creditNoteNumber, status: 'open', total },
    ])
    await kontor().put(`/credit-notes/${id}/status`, { status: 'void' })
    assert.equal((await ask()).status, 200)
    assert.deepEqual((await readInvoice(kontor(), invoice)).creditNotes, [])
  })

  test('is void only while nothing of it is used', async () => {
    const invoice = await owing(1)
    const note = await credited(invoice)
    const ask = () => kontor().put(`/credit-notes/${note.id}/status`, { status: 'void' })
    await assertRefusal(kontor(), ask, 'INVALID_STATUS_TRANSITION', /settles invoices or was refunded/)
    await act(note, 'unallocate')
    await act(note, 'refund', { amount: 1 })
    await assertRefusal(kontor(), ask, 'INVALID_STATUS_TRANSITION', /settles invoices or was refunded/)
    await act(note, 'unrefund')
    assert.equal((await ask()).body.data.unallocated, 0)
  })

  test('brings goods back into stock if it says so', async () => {
    const stock = async () => (await read(kontor(), `/items/${item.id}`)).currentStock
    const start = await stock()
    await credited(await owing(4))
    assert.equal(await stock(), start)
    const note = await credited(await owing(4), { returnToStock: true })
    assert.equal(await stock(), start + 4)
    await act(note, 'unallocate')
    const voided = await kontor().put(`/credit-notes/${note.id}/status`, { status: 'void' })
    assert.equal(voided.status, 200, voided.text)
    assert.equal(await stock(), start)
  })

  test('can be written for a customer without an invoice, as a draft at first', async () => {
    const customer = await createCustomer(kontor())
    const items = [{ description: 'Goodwill', quantity: 1, rate: 20, taxRate: 0 }]
    const draft = await create(kontor(), '/credit-notes', { customer: customer.id, items, draft: true })
    assert.deepEqual([draft.status, draft.creditNoteNumber, draft.unallocated], ['draft', null, 0])
    const { body, text } = await kontor().put(`/credit-notes/${draft.id}/status`, { status: 'open' })
    assert.deepEqual([body.data?.status, body.data?.unallocated], ['open', 20], text)
  })
})
