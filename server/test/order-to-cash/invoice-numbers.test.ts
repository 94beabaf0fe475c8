import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, directInvoice, movedInvoice, moveInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { createItem } from '../support/records.ts'
import { createSubmitted, invoice, moveThrough } from '../support/trade.ts'

onEveryDatabase('Numbers of invoices', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 10 })
  })
  const lines = () => [{ item: item.id, quantity: 1 }]
  /** Each test has a year, and with it a series, of its own. */
  const draftOf = (year: number) => directInvoice(kontor(), lines(), { draft: true, invoiceDate: `${year}-06-01` })
  const issuedIn = async (year: number) =>
    (await directInvoice(kontor(), lines(), { invoiceDate: `${year}-06-01` })).invoiceNumber

  test('are given in the order of issue, not of creation', async () => {
    const [first, second, third] = [await draftOf(2040), await draftOf(2040), await draftOf(2040)]
    const numbers = []
    for (const draft of [third, first, second]) {
      assert.equal(draft.invoiceNumber, null)
      numbers.push((await movedInvoice(kontor(), draft, 'unpaid')).invoiceNumber)
    }
    assert.deepEqual(numbers, ['INV-2040-00001', 'INV-2040-00002', 'INV-2040-00003'])
  })

  test('stay with their invoice: issuing again gives no other', async () => {
    const issued = await movedInvoice(kontor(), await draftOf(2041), 'unpaid')
    const again = await moveInvoice(kontor(), issued, 'unpaid')
    assert.equal(again.body.data.invoiceNumber, 'INV-2041-00001')
    assert.equal(await issuedIn(2041), 'INV-2041-00002')
  })

  test('are not taken by an issue that is refused', async () => {
    const order = await createSubmitted(kontor(), lines())
    const draft = await invoice(kontor(), order, { draft: true, invoiceDate: '2042-06-01' })
    await moveThrough(kontor(), order, 'on_hold')
    const issue = () => moveInvoice(kontor(), draft, 'unpaid')
    await assertRefusal(kontor(), issue, 'INVALID_STATUS_TRANSITION', /on hold/)
    const { customer } = draft
    const direct = { customer, items: lines(), invoiceDate: '2042-06-01', expectedTotal: 11 }
    await assertRefusal(kontor(), () => kontor().post('/invoices', direct), 'TOTAL_MISMATCH', /10, not 11/)
    assert.equal(await issuedIn(2042), 'INV-2042-00001')
  })

  test('are not taken by a draft that is cancelled or deleted', async () => {
    await movedInvoice(kontor(), await draftOf(2043), 'cancelled')
    assert.equal((await kontor().delete(`/invoices/${(await draftOf(2043)).id}`)).status, 204)
    assert.equal(await issuedIn(2043), 'INV-2043-00001')
  })

  test('are never given again, though the invoice is cancelled or voided', async () => {
    const [first, second] = [await draftOf(2044), await draftOf(2044)]
    await movedInvoice(kontor(), first, 'unpaid')
    await movedInvoice(kontor(), second, 'unpaid')
    await movedInvoice(kontor(), first, 'cancelled')
    assert.equal((await kontor().delete(`/invoices/${second.id}`)).status, 204)
    assert.equal(await issuedIn(2044), 'INV-2044-00003')
  })

  test('begin again with the year of the invoice', async () => {
    assert.deepEqual(
      [await issuedIn(2045), await issuedIn(2046), await issuedIn(2045)],
      ['INV-2045-00001', 'INV-2046-00001', 'INV-2045-00002'],
    )
  })

  test('go on where they were when only their digits change', async () => {
    assert.equal(await issuedIn(2047), 'INV-2047-00001')
    for (const [pattern, number] of [
      ['INV-{year}-{number:5}', 'INV-2047-00002'],
      ['INV-{year}-{number:3}', 'INV-2047-003'],
      ['R{number:2}/{year}', 'R01/2047'],
      ['INV-{year}-{number}', 'INV-2047-00004'],
    ]) {
      assert.equal((await kontor().put('/settings', { invoiceNumberPattern: pattern })).status, 200)
      assert.equal(await issuedIn(2047), number)
    }
  })
})
