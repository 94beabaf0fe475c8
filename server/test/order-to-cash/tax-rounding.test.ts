import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, centsOf, directInvoice, movedInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { createCustomer, createItem } from '../support/records.ts'
import { createSubmitted, invoice, readOrder } from '../support/trade.ts'

onEveryDatabase('Rounding of tax', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  let customer: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { itemCode: 'TAX-1', sellingPrice: 0.5, taxRate: 1 })
    customer = await createCustomer(kontor())
  })
  const round = async (taxRounding: string) => {
    const answer = await kontor().put('/settings', { taxRounding })
    assert.equal(answer.status, 200, answer.text)
  }
  const line = (more: object = {}) => ({ item: item.id, quantity: 1, ...more })
  const ordered = (...lines: object[]) => createSubmitted(kontor(), lines, { customer })
  const taxesOf = ({ items }: AnyRecord) => items.map(({ taxAmount }: AnyRecord) => taxAmount)
  const verified = async () => {
    const verdicts = await verify(kontor().engine)
    assert.deepEqual(
      verdicts.flatMap(({ findings }) => findings),
      [],
    )
  }

  test('a new company rounds tax once for each rate, and the lines add up to it', async () => {
    const order = await ordered(line(), line(), line({ taxRate: 7 }), line())
    assert.deepEqual([order.taxRounding, order.taxTotal, order.total], ['rate', 0.06, 2.06])
    assert.deepEqual(taxesOf(order), [0.01, 0, 0.04, 0.01])
    assert.deepEqual(order.taxBreakdown, [
      { rate: 1, base: 1.5, amount: 0.02 },
      { rate: 7, base: 0.5, amount: 0.04 },
    ])
    const list = await kontor().get(`/sales-orders?customer=${customer.id}&fields=taxBreakdown`)
    assert.deepEqual(list.body.data[0].taxBreakdown, order.taxBreakdown)
  })

  test('a document keeps the rounding that it was written with, and hands it on', async () => {
    const [order, direct] = [await ordered(line(), line(), line()), await directInvoice(kontor(), [line(), line()])]
    await round('line')
    const later = await ordered(line(), line(), line())
    assert.deepEqual([later.taxRounding, later.taxTotal], ['line', 0.03])
    assert.deepEqual(later.taxBreakdown, [{ rate: 1, base: 1.5, amount: 0.03 }])
    const more = await kontor().put(`/sales-orders/${order.id}`, {
      items: order.items.map((old: AnyRecord, index: number) => ({ ...old, quantity: index === 0 ? 3 : 1 })),
    })
    assert.deepEqual([more.body.data.taxRounding, more.body.data.taxTotal], ['rate', 0.03])
    assert.equal((await invoice(kontor(), order)).taxRounding, 'rate')
    const correction = await kontor().post(`/invoices/${direct.id}/correct`, {})
    assert.deepEqual([correction.body.data.taxRounding, correction.body.data.taxTotal], ['rate', 0.01])
    await round('rate')
    assert.deepEqual([(await invoice(kontor(), later)).taxRounding, later.taxRounding], ['line', 'line'])
  })

  test('a client that sends another rounding is told that the settings decide', async () => {
    const body = { customer: customer.id, items: [line(), line()], taxRounding: 'line' }
    const { status, body: answer } = await kontor().post('/sales-orders', body)
    assert.deepEqual([status, answer.data.taxRounding, answer.data.taxTotal], [201, 'rate', 0.01])
    assert.deepEqual(
      answer.meta.warnings.map(({ code, field }: AnyRecord) => [code, field]),
      [['READ_ONLY_IGNORED', 'taxRounding']],
    )
    const again = await kontor().put(`/sales-orders/${answer.data.id}`, answer.data)
    assert.deepEqual([again.status, again.body.meta], [200, undefined])
    const refused = await kontor().put('/settings', { taxRounding: 'document' })
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, 'taxRounding'])
  })

  for (const rounding of ['rate', 'line'])
    test(`parts of an order add up to it for each rate, one voided between them, with tax rounded for each ${rounding}`, async () => {
      await round(rounding)
      const rates = [19, 7, 19, 7, 19, 0, 19]
      const order = await ordered(
        ...rates.map((taxRate, index) =>
          line({ quantity: 60 * (index + 1), rate: 0.37 + 0.91 * index, discount: 5, taxRate }),
        ),
      )
      const part = (share: number) =>
        invoice(kontor(), order, {
          items: order.items.map(({ id, quantity }: AnyRecord) => ({ line: id, quantity: quantity / share })),
        })
      const [first, voided] = [await part(4), await part(5)]
      await movedInvoice(kontor(), voided, 'cancelled')
      const invoices = [first, await part(3), await invoice(kontor(), order)]
      for (const sum of ['subtotal', 'discountTotal', 'taxTotal', 'total'])
        assert.equal(centsOf(invoices.map((each) => each[sum])), centsOf([order[sum]]), sum)
      for (const { rate, base, amount } of order.taxBreakdown) {
        const rows = invoices.flatMap(({ taxBreakdown }) => taxBreakdown.filter((row: AnyRecord) => row.rate === rate))
        assert.equal(centsOf(rows.map((row) => row.base)), centsOf([base]))
        assert.equal(centsOf(rows.map((row) => row.amount)), centsOf([amount]))
      }
      assert.equal((await readOrder(kontor(), order)).invoiceStatus, 'invoiced')
      await verified()
      await round('rate')
    })

  test('lines of an invoice at prices of their own are taxed together', async () => {
    const order = await ordered(line(), line(), line())
    const draft = await kontor().post(`/invoices/${(await invoice(kontor(), order)).id}/correct`, {})
    const items = draft.body.data.items.map((old: AnyRecord) => ({ ...old, rate: 1.5 }))
    const priced = await kontor().put(`/invoices/${draft.body.data.id}`, { items })
    assert.deepEqual([priced.body.data.taxTotal, taxesOf(priced.body.data)], [0.05, [0.02, 0.01, 0.02]])
    assert.equal((await readOrder(kontor(), order)).invoiceStatus, 'invoiced')
    await verified()
  })

  test('an order that its invoices leave less tax than they have charged is refused', async () => {
    const order = await ordered(line({ quantity: 2 }))
    const parts = [await invoice(kontor(), order, { items: [line()] }), await invoice(kontor(), order)]
    assert.deepEqual(
      parts.map(({ taxTotal }) => taxTotal),
      [0.01, 0],
    )
    await movedInvoice(kontor(), parts[0], 'cancelled')
    const items = [{ ...order.items[0], quantity: 1 }]
    const shrink = () => kontor().put(`/sales-orders/${order.id}`, { items })
    const error = await assertRefusal(kontor(), shrink, 'VALIDATION_ERROR', /items\[0\]\.quantity/)
    assert.match(error.details[0].message, /^The tax at 1 % would come to 0\.01, but 0 is invoiced already\. Void/)
    await invoice(kontor(), order)
    await verified()
  })

  test('a role that does not see the tax of lines does not see that of rates', async () => {
    const order = await ordered(line())
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['read'], hidden: ['items.taxAmount'] } })
    const { token } = await signedIn(kontor(), role)
    const { body } = await kontor().get(`/sales-orders/${order.id}`, { token })
    assert.deepEqual(
      ['taxBreakdown', 'taxTotal', 'taxRounding'].map((name) => name in body.data),
      [false, false, true],
    )
  })
})
