import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, centsOf, directInvoice, movedInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { readPdf } from '../support/read-pdf.ts'
import { createCustomer, createItem } from '../support/records.ts'
import { createSubmitted, invoice, readOrder } from '../support/trade.ts'

const SUMS = ['subtotal', 'discountTotal', 'taxTotal', 'total']

onEveryDatabase('Prices that include tax', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  let customer: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { itemCode: 'SHELF-1', sellingPrice: 9.99, taxRate: 19, itemType: 'Service' })
    customer = await createCustomer(kontor())
    await set({ pricesIncludeTax: true })
  })
  const set = async (settings: object) => {
    const answer = await kontor().put('/settings', settings)
    assert.equal(answer.status, 200, answer.text)
  }
  const line = (more: object = {}) => ({ item: item.id, quantity: 1, ...more })
  const ordered = (...lines: object[]) => createSubmitted(kontor(), lines, { customer })
  const sumsOf = (document: AnyRecord) => SUMS.map((name) => document[name])
  const verified = async () => {
    const verdicts = await verify(kontor().engine)
    assert.deepEqual(
      verdicts.flatMap(({ findings }) => findings),
      [],
    )
  }

  test('an order comes to its prices to the cent, and tells the tax in them', async () => {
    const order = await ordered(line({ quantity: 3 }))
    assert.deepEqual([order.pricesIncludeTax, ...sumsOf(order)], [true, 25.18, 0, 4.79, 29.97])
    assert.deepEqual([order.items[0].rate, order.items[0].amount, order.items[0].taxAmount], [9.99, 25.18, 4.79])
    assert.deepEqual(order.taxBreakdown, [{ rate: 19, base: 25.18, amount: 4.79 }])
    const { body } = await kontor().get('/auth/me')
    assert.equal(body.data.company.pricesIncludeTax, true)
  })

  for (const rounding of ['rate', 'line'])
    test(`lines of several rates come to their prices, less their discounts, with tax rounded for each ${rounding}`, async () => {
      await set({ taxRounding: rounding })
      const order = await ordered(
        line({ quantity: 3, discount: 10 }),
        line({ rate: 2.49, taxRate: 7 }),
        line({ rate: 1, taxRate: 7, discount: 50 }),
        { kind: 'text', description: 'Thank you' },
        line({ rate: 5, taxRate: 0 }),
        line({ rate: 5, discount: 100 }),
      )
      const gross = order.items.map((each: AnyRecord) => centsOf([each.amount, each.taxAmount]))
      assert.deepEqual(gross, [2697, 249, 50, 0, 500, 0])
      assert.equal(order.total, 34.96)
      const [subtotal, discountTotal, taxTotal, total] = sumsOf(order)
      assert.equal(centsOf([subtotal, -discountTotal, taxTotal]), centsOf([total]))
      const taxes = order.taxBreakdown.map(({ rate, base, amount }: AnyRecord) => [rate, base, amount])
      assert.deepEqual(taxes, [[0, 5, 0], rounding === 'rate' ? [7, 2.79, 0.2] : [7, 2.8, 0.19], [19, 22.66, 4.31]])
      await set({ taxRounding: 'rate' })
    })

  for (const rounding of ['rate', 'line'])
    test(`three parts of an order add up to it for each rate, one voided between them, with tax rounded for each ${rounding}`, async () => {
      await set({ taxRounding: rounding })
      const order = await ordered(
        ...[19, 7, 19, 7, 19, 0].map((taxRate, index) =>
          line({ quantity: 60 * (index + 1), rate: 0.37 + 0.91 * index, discount: 5 * (index % 2), taxRate }),
        ),
      )
      await set({ taxRounding: 'rate', pricesIncludeTax: false })
      const part = (share: number) =>
        invoice(kontor(), order, {
          items: order.items.map(({ id, quantity }: AnyRecord) => ({ line: id, quantity: quantity / share })),
        })
      const [first, voided] = [await part(4), await part(5)]
      assert.deepEqual([first.pricesIncludeTax, first.taxRounding], [true, rounding])
      await movedInvoice(kontor(), voided, 'cancelled')
      const parts = [first, await part(3), await invoice(kontor(), order)]
      for (const sum of SUMS) assert.equal(centsOf(parts.map((each) => each[sum])), centsOf([order[sum]]), sum)
      for (const { rate, base, amount } of order.taxBreakdown) {
        const rows = parts.flatMap(({ taxBreakdown }) => taxBreakdown.filter((row: AnyRecord) => row.rate === rate))
        assert.equal(centsOf(rows.map((row) => row.base)), centsOf([base]))
        assert.equal(centsOf(rows.map((row) => row.amount)), centsOf([amount]))
      }
      assert.equal((await readOrder(kontor(), order)).invoiceStatus, 'invoiced')
      await verified()
      await set({ pricesIncludeTax: true })
    })

  test('a document keeps how its prices were read, and hands it on', async () => {
    const [order, direct] = [await ordered(line({ quantity: 3 })), await directInvoice(kontor(), [line()])]
    await set({ pricesIncludeTax: false })
    const net = await ordered(line({ quantity: 3 }))
    assert.deepEqual([net.pricesIncludeTax, net.total], [false, 35.66])
    const items = [{ ...order.items[0], quantity: 4 }]
    const more = await kontor().put(`/sales-orders/${order.id}`, { items })
    assert.deepEqual([more.body.data.pricesIncludeTax, more.body.data.total], [true, 39.96])
    const correction = await kontor().post(`/invoices/${direct.id}/correct`, {})
    assert.deepEqual([correction.body.data.pricesIncludeTax, correction.body.data.total], [true, direct.total])
    const billed = await invoice(kontor(), order)
    assert.deepEqual([billed.pricesIncludeTax, billed.total], [true, 39.96])
    await set({ pricesIncludeTax: true })
    assert.deepEqual((await invoice(kontor(), net)).pricesIncludeTax, false)
    await verified()
  })

  test('an invoice of an order at prices of its own includes tax as the order does', async () => {
    const order = await ordered(line(), line({ quantity: 2 }))
    const draft = await kontor().post(`/invoices/${(await invoice(kontor(), order)).id}/correct`, {})
    const items = draft.body.data.items.map((old: AnyRecord) => ({ ...old, rate: 7.77 }))
    const priced = await kontor().put(`/invoices/${draft.body.data.id}`, { items })
    assert.deepEqual([priced.body.data.total, priced.body.data.taxTotal], [23.31, 3.72])
    assert.equal((await readOrder(kontor(), order)).invoiceStatus, 'invoiced')
    await verified()
  })

  test('a client that sends something else is told that the settings decide', async () => {
    const body = { customer: customer.id, items: [line()], pricesIncludeTax: false }
    const { status, body: answer } = await kontor().post('/sales-orders', body)
    assert.deepEqual([status, answer.data.pricesIncludeTax, answer.data.total], [201, true, 9.99])
    assert.deepEqual(
      answer.meta.warnings.map(({ code, field }: AnyRecord) => [code, field]),
      [['READ_ONLY_IGNORED', 'pricesIncludeTax']],
    )
    const again = await kontor().put(`/sales-orders/${answer.data.id}`, answer.data)
    assert.deepEqual([again.status, again.body.meta], [200, undefined])
    const refused = await kontor().put('/settings', { pricesIncludeTax: 'gross' })
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [422, 'pricesIncludeTax'])
  })

  test('an order that its invoices leave a lower net amount than they have charged is refused', async () => {
    const order = await ordered(line({ quantity: 40, rate: 0.01 }))
    const part = (quantity: number) => invoice(kontor(), order, { items: [line({ quantity })] })
    const voided: AnyRecord[] = []
    for (let count = 0; count < 4; count++) {
      voided.push(await part(4))
      await part(3)
    }
    for (const one of voided) await movedInvoice(kontor(), one, 'cancelled')
    const shrink = () => kontor().put(`/sales-orders/${order.id}`, { items: [{ ...order.items[0], quantity: 13 }] })
    const error = await assertRefusal(kontor(), shrink, 'VALIDATION_ERROR', /items\[0\]\.quantity/)
    assert.match(error.details[0].message, /^The net amount at 19 % would come to 0\.11, but 0\.12 is invoiced/)
    await invoice(kontor(), order)
    await verified()
  })

  test('the page of a document prints its prices with tax, and how much tax the total contains', async () => {
    const order = await ordered(line({ quantity: 3 }), line({ rate: 2.49, taxRate: 7 }), { kind: 'subtotal' })
    for (const [language, texts] of [
      ['en', ['Rate incl. tax', 'Amount incl. tax', '29.97', '32.46', 'Tax included', '4.95', '25.18']],
      ['de', ['Preis inkl. USt.', 'Betrag inkl. USt.', '29,97', '32,46', 'Enthaltene USt.', '4,95', '25,18']],
    ] as const) {
      const url = `/api/v1/sales-orders/${order.id}/pdf?language=${language}`
      const headers = { authorization: `Bearer ${kontor().token}` }
      const { text } = readPdf((await kontor().app.server.inject({ url, headers })).rawPayload)[0]!
      for (const wanted of texts) assert.ok(text.includes(wanted), `${wanted} in ${text}`)
      assert.ok(!text.includes(language === 'en' ? 'Discount' : 'Rabatt'))
    }
  })
})
