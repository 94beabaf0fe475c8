import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice, fromOrder, moveInvoice } from '../support/invoicing.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { createCustomer, createItem } from '../support/records.ts'
import { createSubmitted } from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

const warningsIn = ({ status, body, text }: Answer): AnyRecord[] => {
  assert.ok(status < 300, text)
  return body.meta?.warnings ?? []
}
const codesIn = (answer: Answer) => warningsIn(answer).map(({ code }) => code)

onEveryDatabase('An invoice dated before its order', (kind) => {
  const kontor = kontorFor(kind)
  const orderOf = async (orderDate: string) =>
    createSubmitted(kontor(), [await createItem(kontor(), { sellingPrice: 5 })], { orderDate })

  test('is issued, and the answer warns of it once', async () => {
    const order = await orderOf('2026-06-15')
    const answer = await fromOrder(kontor(), order, { invoiceDate: '1999-01-01' })
    assert.deepEqual(warningsIn(answer), [
      {
        code: 'DATE_BEFORE_ORDER',
        field: 'invoiceDate',
        message: `The invoice is dated 1999-01-01, before its order ${order.orderNumber} of 2026-06-15.`,
      },
    ])
  })

  test('on the day of the order, or later, is no reason for a warning', async () => {
    assert.deepEqual(codesIn(await fromOrder(kontor(), await orderOf('2026-06-15'), { invoiceDate: '2026-06-15' })), [])
    assert.deepEqual(codesIn(await fromOrder(kontor(), await orderOf('2026-06-15'), { invoiceDate: '2026-06-16' })), [])
  })

  test('is warned of when a draft gets the date, when it gets another one, and when it is issued', async () => {
    const draft = await fromOrder(kontor(), await orderOf('2027-06-15'), { invoiceDate: '2027-06-01', draft: true })
    assert.deepEqual(codesIn(draft), ['DATE_BEFORE_ORDER'])
    const { id } = draft.body.data
    assert.deepEqual(codesIn(await kontor().put(`/invoices/${id}`, { notes: 'Hello' })), [])
    assert.deepEqual(codesIn(await kontor().put(`/invoices/${id}`, { invoiceDate: '2027-06-02' })), [
      'DATE_BEFORE_ORDER',
    ])
    assert.deepEqual(codesIn(await moveInvoice(kontor(), { id }, 'unpaid')), ['DATE_BEFORE_ORDER'])
  })

  test('is warned of without the date of the order where the role does not see it', async () => {
    const role = await addRole(kontor().engine, {
      invoices: { can: ['read', 'create'] },
      'sales-orders': { can: ['read'], hidden: ['orderDate'] },
      customers: { can: ['read'] },
      items: { can: ['read'] },
    })
    const { token } = await signedIn(kontor(), role)
    const answer = await fromOrder(kontor(), await orderOf('2028-06-15'), { invoiceDate: '2028-06-01' }, { token })
    assert.deepEqual(codesIn(answer), ['DATE_BEFORE_ORDER'])
    assert.doesNotMatch(JSON.stringify(warningsIn(answer)), /2028-06-15/)
  })
})

onEveryDatabase('An invoice dated before the latest one of its series', (kind) => {
  const kontor = kontorFor(kind)
  const issue = async (invoiceDate: string, options = {}) => {
    const [customer, item] = [await createCustomer(kontor()), await createItem(kontor(), { sellingPrice: 5 })]
    const body = { customer: customer.id, invoiceDate, items: [{ item: item.id, quantity: 1 }] }
    return kontor().post('/invoices', body, options)
  }

  test('is issued, and the answer warns that its date is out of sequence', async () => {
    assert.deepEqual(codesIn(await issue('2026-03-01')), [])
    assert.deepEqual(codesIn(await issue('2026-03-01')), [], 'the same day')
    assert.deepEqual(codesIn(await issue('2026-03-05')), [])
    const answer = await issue('2026-03-04')
    assert.deepEqual(warningsIn(answer), [
      {
        code: 'DATE_OUT_OF_SEQUENCE',
        field: 'invoiceDate',
        message: `${answer.body.data.invoiceNumber} is dated 2026-03-04, before an invoice of 2026-03-05 that has an earlier number of the same series.`,
      },
    ])
    assert.deepEqual(codesIn(await issue('2026-03-04')), ['DATE_OUT_OF_SEQUENCE'], 'the latest date stays')
    assert.deepEqual(codesIn(await issue('2026-03-05')), [])
  })

  test('of another year begins a series of its own', async () => {
    assert.deepEqual(codesIn(await issue('2027-12-31')), [])
    assert.deepEqual(codesIn(await issue('2025-01-01')), [])
  })

  test('is not warned of as a draft, which has no number; it is when it is issued', async () => {
    assert.deepEqual(codesIn(await issue('2028-05-05')), [])
    const item = await createItem(kontor(), { sellingPrice: 5 })
    const lines = [{ item: item.id, quantity: 1 }]
    const draft = await directInvoice(kontor(), lines, { invoiceDate: '2028-05-01', draft: true })
    assert.deepEqual(codesIn(await issue('2028-05-05')), [], 'a draft is no part of the series')
    assert.deepEqual(codesIn(await moveInvoice(kontor(), draft, 'unpaid')), ['DATE_OUT_OF_SEQUENCE'])
  })

  test('does not tell the date of another invoice to a user who sees own invoices only', async () => {
    const role = await addRole(kontor().engine, {
      invoices: { can: ['read', 'create'], own: true },
      customers: { can: ['read'] },
      items: { can: ['read'] },
    })
    const { token } = await signedIn(kontor(), role)
    assert.deepEqual(codesIn(await issue('2029-09-09')), [])
    const answer = await issue('2029-09-01', { token })
    assert.deepEqual(codesIn(answer), ['DATE_OUT_OF_SEQUENCE'])
    assert.doesNotMatch(answer.text, /2029-09-09/)
  })

  test('is found among invoices that are issued at the same time', async () => {
    await issue('2030-01-01')
    const dates = Array.from({ length: 8 }, (_, index) => `2030-02-0${index + 1}`)
    await Promise.all(dates.map((date) => issue(date)))
    assert.deepEqual(codesIn(await issue('2030-02-07')), ['DATE_OUT_OF_SEQUENCE'])
    assert.deepEqual(codesIn(await issue('2030-02-08')), [])
  })
})
