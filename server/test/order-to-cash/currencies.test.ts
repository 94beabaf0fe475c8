import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice, leavingNoTrace, readInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, createItem } from '../support/records.ts'
import { createSubmitted, invoice, pay } from '../support/trade.ts'

const CURRENCIES = [
  { currency: 'JPY', decimals: 0, total: 250, part: 1, tooFine: 0.5, tax: 19, taxTotal: 48 },
  { currency: 'EUR', decimals: 2, total: 250.13, part: 0.01, tooFine: 0.005, tax: 19, taxTotal: 47.52 },
  { currency: 'KWD', decimals: 3, total: 250.125, part: 0.001, tooFine: 0.0005, tax: 19, taxTotal: 47.524 },
]

for (const { currency, decimals, total, part, tooFine, tax, taxTotal } of CURRENCIES) {
  onEveryDatabase(`In ${currency}, which has ${decimals} decimals`, (kind) => {
    const kontor = kontorFor(kind)
    let item: AnyRecord
    before(async () => {
      assert.equal((await kontor().put('/settings', { currency })).status, 200)
      item = await createItem(kontor(), { sellingPrice: 1.0005 })
    })
    const lines = (more: object = {}) => [{ item: item.id, quantity: 250, ...more }]

    test('an invoice is rounded to what can be paid', async () => {
      const direct = await directInvoice(kontor(), lines())
      assert.deepEqual([direct.total, direct.outstanding, direct.currency], [total, total, currency])
      const taxed = await invoice(kontor(), await createSubmitted(kontor(), lines({ taxRate: tax })))
      assert.deepEqual([taxed.subtotal, taxed.taxTotal, taxed.currency], [total, taxTotal, currency])
    })

    test('a payment has no more decimals than the currency', async () => {
      const subject = await directInvoice(kontor(), lines())
      const ask = () => kontor().post('/payments', { invoice: subject.id, amount: tooFine })
      const { amount } = assertInvalid(await leavingNoTrace(kontor(), ask), 'amount')
      assert.match(amount!, new RegExp(`at most ${decimals} decimals in ${currency}`))
      await pay(kontor(), subject, part)
      const { outstanding } = await readInvoice(kontor(), subject)
      await pay(kontor(), subject, outstanding)
      assert.deepEqual((await readInvoice(kontor(), subject)).status, 'paid')
    })
  })
}
