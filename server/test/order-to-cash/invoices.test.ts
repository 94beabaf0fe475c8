import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, directInvoice, leavingNoTrace, readInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, createCustomer, createItem } from '../support/records.ts'
import { createStockedItem, stockOf } from '../support/trade.ts'

onEveryDatabase('An invoice without an order', (kind) => {
  const kontor = kontorFor(kind)
  let [customer, chair]: AnyRecord[] = []
  before(async () => {
    const address = { city: 'Hamburg', country: 'DE' }
    customer = await createCustomer(kontor(), { name: 'Nordlicht', paymentTerms: 'Net 14', address })
    chair = await createItem(kontor(), { itemName: 'Chair', sellingPrice: 82.5, taxRate: 19 })
  })
  const chairs = (quantity: number, more: object = {}) => ({ item: chair.id, quantity, ...more })
  const post = (body: object) => kontor().post('/invoices', { customer: customer.id, items: [chairs(1)], ...body })

  test('is issued at once: priced by its items, due by the terms of its customer', async () => {
    const body = { customer: customer.id, items: [chairs(10, { discount: 15 })], invoiceDate: '2026-11-15' }
    const { status, headers, body: answer } = await kontor().post('/invoices', body)
    assert.equal(status, 201)
    const { id, invoiceNumber, dueDate, items, total, outstanding, salesOrder, billingAddress } = answer.data
    assert.match(headers.location!, new RegExp(`/api/v1/invoices/${id}$`))
    assert.deepEqual([invoiceNumber, answer.data.status], ['INV-2026-00001', 'unpaid'])
    assert.deepEqual([dueDate, answer.data.paymentTerms], ['2026-11-29', 'Net 14'])
    assert.deepEqual([salesOrder, total, outstanding], [null, 834.49, 834.49])
    assert.equal(billingAddress.city, 'Hamburg')
    const [{ rate, taxRate, amount, taxAmount, orderLine }] = items
    assert.deepEqual([rate, taxRate, amount, taxAmount, orderLine], [82.5, 19, 701.25, 133.24, null])
    assert.deepEqual(await readInvoice(kontor(), { id }), answer.data)
  })

  test('takes prices, discounts, taxes and terms of its own', async () => {
    const items = [chairs(2.25, { rate: 64.22, discount: 100, taxRate: 7 }), chairs(1, { rate: 0, taxRate: 0 })]
    const free = await directInvoice(kontor(), [...items, chairs(1, { rate: 0.0049 })], { customer })
    assert.deepEqual([free.total, free.subtotal, free.discountTotal], [0, 144.5, 144.5])
    const terms = { customer, paymentTerms: 'EOM', invoiceDate: '2026-02-03' }
    assert.equal((await directInvoice(kontor(), [chairs(1)], terms)).dueDate, '2026-02-28')
    const due = await directInvoice(kontor(), [chairs(1)], { ...terms, dueDate: '2026-03-15' })
    assert.equal(due.dueDate, '2026-03-15')
  })

  test('stays a draft on request', async () => {
    const draft = await directInvoice(kontor(), [chairs(1)], { customer, draft: true })
    assert.deepEqual([draft.status, draft.invoiceNumber, draft.outstanding], ['draft', null, 0])
    assert.deepEqual(
      draft.allowedTransitions.map(({ status, allowed }: AnyRecord) => [status, allowed]),
      [
        ['unpaid', true],
        ['cancelled', true],
      ],
    )
  })

  test('moves no stock and reserves none', async () => {
    const stocked = await createStockedItem(kontor(), 5)
    await directInvoice(kontor(), [{ item: stocked.id, quantity: 3 }])
    assert.deepEqual(await stockOf(kontor(), stocked), [5, 0, 5])
  })

  test('names everything that is missing or wrong at once', async () => {
    const nothing = await leavingNoTrace(kontor(), () => kontor().post('/invoices', {}))
    assertInvalid(nothing, 'customer', 'items')
    const faults = { dueDate: 'soon', items: [{ item: chair.id, quantity: -1, discount: 101 }], draft: 1, total: 5 }
    assertInvalid(
      await leavingNoTrace(kontor(), () => post(faults)),
      'dueDate',
      'items[0].quantity',
      'items[0].discount',
      'draft',
    )
  })

  test('needs a line', async () => {
    const { items } = assertInvalid(await leavingNoTrace(kontor(), () => post({ items: [] })), 'items')
    assert.match(items!, /at least 1 line/)
  })

  test('does not take a customer or an item that does not exist', async () => {
    const items = [chairs(1), { item: 'itm_nowhere', quantity: 1 }]
    const answer = await leavingNoTrace(kontor(), () => post({ customer: 'cus_nowhere', items }))
    const said = assertInvalid(answer, 'customer', 'items[1].item')
    assert.match(said.customer!, /there is no "cus_nowhere" in customers/)
  })

  test('does not take an inactive customer or item', async () => {
    const retired = await createItem(kontor(), { isActive: false })
    const gone = await createCustomer(kontor(), { name: 'Gone', isActive: false })
    const items = [chairs(1), { item: retired.id, quantity: 1 }]
    const lines = await assertRefusal(
      kontor(),
      () => post({ items }),
      'INACTIVE_REFERENCE',
      new RegExp(`Item ${retired.itemCode} is inactive\\. Activate it or choose another one\\.`),
    )
    assert.equal(lines.details[0].field, 'items[1].item')
    const head = await assertRefusal(
      kontor(),
      () => post({ customer: gone.id }),
      'INACTIVE_REFERENCE',
      /Gone is inactive/,
    )
    assert.equal(head.details[0].field, 'customer')
  })

  test('is refused if its total is not the expected one, with the amount of each line', async () => {
    const items = [chairs(10, { discount: 15 }), chairs(1, { taxRate: 0 })]
    const error = await assertRefusal(
      kontor(),
      () => post({ items, expectedTotal: 917 }),
      'TOTAL_MISMATCH',
      /The total is 916\.99, not 917 as you expected\./,
    )
    assert.deepEqual(error.details, [
      { field: 'items[0]', message: 'amount 701.25, tax 133.24' },
      { field: 'items[1]', message: 'amount 82.5, tax 0' },
    ])
    const { status, body } = await post({ items, expectedTotal: 916.99 })
    assert.equal(status, 201)
    assert.ok(!('expectedTotal' in body.data) && !('draft' in body.data))
  })

  test('is refused where its total is too large to be kept exactly', async () => {
    const items = [chairs(99_999_999, { rate: 99_999_999 })]
    const error = await assertRefusal(
      kontor(),
      () => post({ items }),
      'VALIDATION_ERROR',
      /The total would be more than/,
    )
    assert.equal(error.details[0].field, 'items')
  })

  test('is not for those who may not create invoices', async () => {
    const { token } = await signedIn(kontor(), 'sales')
    const ask = () => kontor().post('/invoices', { customer: customer.id, items: [chairs(1)] }, { token })
    await assertRefusal(kontor(), ask, 'FORBIDDEN', /"sales" may not create invoices/, 403)
  })
})
