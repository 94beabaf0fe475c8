import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice, leavingNoTrace, movedInvoice, readInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { renderInvoicePdf } from '../support/printed-invoice.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createSubmitted, invoice, pay } from '../support/trade.ts'

const company = {
  companyName: 'Nordlicht Teile GmbH',
  address: { street: 'Hafenstraße 12', city: 'Hamburg', state: null, zipCode: '20457', country: 'DE' },
  taxId: 'DE123456789',
  email: 'rechnung@nordlicht.example',
  phone: '+49 40 5550199',
}
const home = { street: 'Ringstraße 1', city: 'Wien', state: null, zipCode: '1010', country: 'AT' }

onEveryDatabase('The PDF of an invoice', (kind) => {
  const kontor = kontorFor(kind)
  let [customer, item]: AnyRecord[] = []
  before(async () => {
    assert.equal((await kontor().put('/settings', company)).status, 200)
    customer = await createCustomer(kontor(), { name: 'Łódź & Söhne', taxId: 'ATU12345678', address: home })
    item = await createItem(kontor(), { itemName: 'Chair', sellingPrice: 82.5, taxRate: 19 })
  })
  const lines = () => [{ item: item.id, quantity: 10, discount: 15 }]

  async function download({ id }: AnyRecord) {
    const authorization = `Bearer ${kontor().token}`
    const url = `/api/v1/invoices/${id}/pdf`
    const { statusCode, headers, rawPayload } = await kontor().app.server.inject({ url, headers: { authorization } })
    assert.equal(statusCode, 200, rawPayload.toString())
    return { headers, bytes: rawPayload }
  }
  /** What the page should look like, drawn from what the API shows. A page depends on its data alone. */
  async function drawn(subject: AnyRecord, address: typeof home, orderNumber: string | null) {
    const record = await readInvoice(kontor(), subject)
    const { companyName: name, ...contact } = company
    const { taxId } = customer
    return renderInvoicePdf({
      ...record,
      company: { name, ...contact },
      customer: { name: record.customerName, taxId, address },
      orderNumber,
      lines: record.items,
    })
  }

  test('shows what the invoice says, and is called by its number', async () => {
    const order = await createSubmitted(kontor(), lines(), { customer })
    const issued = await invoice(kontor(), order, { notes: 'Thank you.' })
    const { headers, bytes } = await leavingNoTrace(kontor(), () => download(issued))
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-disposition'], `inline; filename="${issued.invoiceNumber}.pdf"`)
    assert.equal(Number(headers['content-length']), bytes.length)
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.match(bytes.subarray(0, 8).toString('latin1'), /^%PDF-1\.\d/)
    assert.ok(bytes.equals(await drawn(issued, home, order.orderNumber)))
  })

  test('shows what has been paid', async () => {
    const issued = await directInvoice(kontor(), lines(), { customer })
    const { bytes } = await download(issued)
    await pay(kontor(), issued, 100)
    const paid = await download(issued)
    assert.ok(!paid.bytes.equals(bytes))
    assert.ok(paid.bytes.equals(await drawn(issued, home, null)))
  })

  test('of a draft has no number, and the address that the customer has now', async () => {
    const own = await createCustomer(kontor(), { name: 'Mover', taxId: customer.taxId, address: home })
    const draft = await directInvoice(kontor(), lines(), { customer: own, draft: true })
    const moved = { ...home, city: 'Graz' }
    await kontor().put(`/customers/${own.id}`, { address: moved })
    const { headers, bytes } = await download(draft)
    assert.equal(headers['content-disposition'], 'inline; filename="draft.pdf"')
    assert.ok(bytes.includes('(Draft invoice)'))
    assert.ok(bytes.equals(await drawn(draft, moved, null)))
  })

  test('of an issued one keeps the address of its issue; of a cancelled one is marked void', async () => {
    const own = await createCustomer(kontor(), { name: 'Mover', taxId: customer.taxId, address: home })
    const issued = await directInvoice(kontor(), lines(), { customer: own })
    await kontor().put(`/customers/${own.id}`, { address: { city: 'Graz' } })
    const before = await download(issued)
    assert.ok(before.bytes.equals(await drawn(issued, home, null)))
    await movedInvoice(kontor(), issued, 'cancelled')
    const { headers, bytes } = await download(issued)
    assert.equal(headers['content-disposition'], `inline; filename="${issued.invoiceNumber}.pdf"`)
    assert.ok(bytes.equals(await drawn(issued, home, null)))
    assert.ok(!bytes.equals(before.bytes))
  })

  test('is drawn whatever people write', async () => {
    const notes = '株式会社 🎉 عربى\n\tTabs and {braces} and %PDF-1.7\u2028 <b>not bold</b>'
    const long = await createItem(kontor(), { itemName: 'W'.repeat(200), uom: 'Ω'.repeat(32) })
    const items = Array.from({ length: 60 }, () => ({ item: long.id, quantity: 0.0001, rate: 99_999_999.9999 }))
    const { bytes } = await download(await directInvoice(kontor(), items, { notes, paymentTerms: notes }))
    assert.match(bytes.subarray(-8).toString('latin1'), /%%EOF\s*$/)
  })

  test('is served under any number that a pattern gives, quotes and foreign letters included', async () => {
    const patterns = ['RE/{year}/{number}', 'Nr. "{number}"; x', '发票{number}', 'Ré%20{number}\\']
    for (const invoiceNumberPattern of patterns) {
      assert.equal((await kontor().put('/settings', { invoiceNumberPattern })).status, 200)
      const { invoiceNumber, id } = await directInvoice(kontor(), lines(), { customer })
      const { headers } = await download({ id })
      const disposition = String(headers['content-disposition'])
      const [, plain] = /^inline; filename="([^"\\]*)"/.exec(disposition) ?? []
      const [, encoded] = /; filename\*=UTF-8''([\w.%~!#$&+^`|-]+)$/.exec(disposition) ?? []
      assert.ok(plain, disposition)
      assert.equal(encoded ? decodeURIComponent(encoded) : plain, `${invoiceNumber}.pdf`)
    }
    await kontor().put('/settings', { invoiceNumberPattern: 'INV-{year}-{number}' })
  })

  test('is not there where there is no invoice', async () => {
    for (const id of ['inv_nowhere', 'nonsense', item.id]) {
      assertRefused(await kontor().get(`/invoices/${id}/pdf`), 404, 'NOT_FOUND')
    }
    const issued = await directInvoice(kontor(), lines())
    assertRefused(await kontor().get(`/invoices/${issued.id}/pdf?fields=total`), 400, 'INVALID_PARAMETER')
  })

  test('is for those who may read invoices', async () => {
    const issued = await directInvoice(kontor(), lines())
    const path = `/invoices/${issued.id}/pdf`
    assertRefused(await kontor().get(path, { token: null }), 401, 'UNAUTHORIZED')
    const { token } = await signedIn(kontor(), 'warehouse')
    assertRefused(await kontor().get(path, { token }), 403, 'FORBIDDEN')
    for (const role of ['viewer', 'sales', 'accountant', 'manager']) {
      assert.equal((await kontor().get(path, await signedIn(kontor(), role))).status, 200, role)
    }
  })

  test('is refused to users from whom a part of it is hidden, in the invoice or in its customer', async () => {
    const path = `/invoices/${(await directInvoice(kontor(), lines(), { customer })).id}/pdf`
    const as = async (ofInvoice: string[], ofCustomer: string[]) => {
      const role = await addRole(kontor().engine, {
        invoices: { can: ['read'], hidden: ofInvoice },
        customers: { can: ['read'], hidden: ofCustomer },
      })
      return kontor().get(path, await signedIn(kontor(), role))
    }
    for (const [ofInvoice, ofCustomer] of [
      [['items.rate'], []],
      [['billingAddress'], []],
      [[], ['taxId']],
      [[], ['address.street']],
    ] as [string[], string[]][]) {
      const answer = await as(ofInvoice, ofCustomer)
      assertRefused(answer, 403, 'FIELD_NOT_PERMITTED')
      const [field] = [...ofInvoice, ...ofCustomer]
      assert.equal(answer.body.error.details[0].field, field)
      assert.match(answer.body.error.message, /Read the invoice itself instead/)
    }
    assert.equal((await as([], ['creditLimit'])).status, 200)
  })

  test('of a record outside the own ones is not found', async () => {
    const role = await addRole(kontor().engine, { invoices: { can: ['read'], own: true } })
    const { id } = await directInvoice(kontor(), lines())
    const { token } = await signedIn(kontor(), role)
    assertRefused(await kontor().get(`/invoices/${id}/pdf`, { token }), 404, 'NOT_FOUND')
  })
})
