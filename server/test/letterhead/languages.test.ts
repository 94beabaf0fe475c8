import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice, movedInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertNotPrinted, assertPrinted, print } from '../support/print.ts'
import { assertInvalid, assertRefused, create, createCustomer, read } from '../support/records.ts'
import { createStockedItem, createSubmitted, deliver, invoice, pay } from '../support/trade.ts'

onEveryDatabase('The language of printed documents', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  before(async () => {
    item = await createStockedItem(kontor(), 1000, { itemName: 'Stuhl', sellingPrice: 617.25, taxRate: 19 })
  })
  const lines = () => [{ item: item.id, quantity: 2, discount: 10 }]
  const setLanguage = (documentLanguage: string | null) => kontor().put('/settings', { documentLanguage })

  async function traded(more: object = {}) {
    const address = { street: 'Ringstraße 1', city: 'Wien', zipCode: '1010', country: 'AT' }
    const customer = await createCustomer(kontor(), { name: 'Söhne', address, taxId: 'ATU1', ...more })
    const dates = { orderDate: '2026-01-31', deliveryDate: '2026-02-28' }
    const order = await createSubmitted(kontor(), lines(), { customer, paymentTerms: 'Net 30', ...dates })
    const delivery = await deliver(kontor(), order)
    const issued = await invoice(kontor(), order, { invoiceDate: '2026-01-31', notes: 'Danke' })
    return {
      customer,
      order: `/sales-orders/${order.id}/pdf`,
      delivery: `/deliveries/${delivery.id}/pdf`,
      invoice: `/invoices/${issued.id}/pdf`,
      issued,
    }
  }

  test('is that of the customer, on all documents, with its dates and numbers', async () => {
    const { order, delivery, invoice: bill } = await traded({ language: 'de' })
    const confirmation = (await print(kontor(), order)).text
    assertPrinted(confirmation, 'AUFTRAGSBESTÄTIGUNG', 'KUNDE', 'Österreich', 'Auftragsdatum31.01.2026')
    assertPrinted(
      confirmation,
      'Lieferdatum28.02.2026',
      'Zahlungsziel30 Tage netto',
      'Pos.ArtikelMengePreisRabattUSt.Betrag',
    )
    assertPrinted(confirmation, '617,25\u00a0€', '10\u00a0%', 'Gesamtbetrag1.322,15\u00a0€')
    const note = (await print(kontor(), delivery)).text
    assertPrinted(note, 'LIEFERSCHEIN', 'Stuhl', 'AuftragSO-', '1Stuhl', '2Stk')
    assert.match(note, /LIEFERSCHEIN\nDN-\d{4}-\d{5}\n/)
    const printed = (await print(kontor(), bill)).text
    assertPrinted(printed, 'RECHNUNG', 'RECHNUNG AN', 'Rechnungsdatum31.01.2026', 'Fällig am02.03.2026', 'HINWEISE')
    assertPrinted(printed, 'Zu zahlen1.322,15\u00a0€', 'Rabatt−123,45\u00a0€', 'Bitte zahlen Sie bis zum 02.03.2026')
    assertPrinted(printed, 'USt-IdNr. ATU1', 'Seite 1 von 1')
    for (const text of [confirmation, note, printed]) assertNotPrinted(text, 'Order', 'Payment', 'Total', 'Page', 'Tax')
  })

  test('is that of the settings for a customer without one, and English if the settings say nothing', async () => {
    const { invoice: bill, order } = await traded()
    assertPrinted((await print(kontor(), bill)).text, 'INVOICE', 'Invoice date31 Jan 2026', '€1,322.15')
    assert.equal((await setLanguage('de')).status, 200)
    assertPrinted((await print(kontor(), bill)).text, 'RECHNUNG')
    const own = await traded({ language: 'en' })
    assertPrinted((await print(kontor(), own.invoice)).text, 'INVOICE')
    assert.equal((await setLanguage(null)).body.data.documentLanguage, 'en')
    assertPrinted((await print(kontor(), order)).text, 'ORDER CONFIRMATION')
  })

  test('can be chosen for one page by the parameter language', async () => {
    const { invoice: bill, order, delivery } = await traded({ language: 'de' })
    assertPrinted((await print(kontor(), `${bill}?language=en`)).text, 'INVOICE', '€1,322.15')
    assertPrinted((await print(kontor(), `${order}?language=en`)).text, 'ORDER CONFIRMATION')
    assertPrinted((await print(kontor(), `${delivery}?language=en`)).text, 'DELIVERY NOTE')
    for (const wrong of ['language=fr', 'language=DE', 'lang=de', 'language=de&language=en']) {
      const answer = await kontor().get(`${bill}?${wrong}`)
      assertRefused(answer, 400, 'INVALID_PARAMETER')
    }
    assert.match((await kontor().get(`${bill}?language=fr`)).body.error.message, /en, de/)
  })

  test('of an address is that of its country, and a state that is the city is named once', async () => {
    const hamburg = { street: 'Hafenstraße 12', city: 'Hamburg', state: 'Hamburg', zipCode: '20457', country: 'DE' }
    const letterhead = { addressWindow: 'din5008' }
    await kontor().put('/settings', { companyName: 'Werft', address: hamburg, letterhead })
    const { invoice: german } = await traded({ address: hamburg, language: 'de' })
    const printed = (await print(kontor(), german)).text
    assertPrinted(printed, 'Werft  ·  Hafenstraße 12  ·  20457 Hamburg\n', '\n20457 Hamburg')
    assertNotPrinted(printed, 'Hamburg, Hamburg')
    const portland = { street: '1 Main Street', city: 'Portland', state: 'OR', zipCode: '97201', country: 'US' }
    const { invoice: american } = await traded({ address: portland, language: 'en' })
    assertPrinted((await print(kontor(), american)).text, 'Portland, OR 97201')
    await kontor().put('/settings', { letterhead: { addressWindow: null } })
  })

  test('has the date of supply on every invoice: of its deliveries, or else the sentence that is usual', async () => {
    const customer = await createCustomer(kontor(), { language: 'de' })
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 6 }], { customer })
    const part = (quantity: number) => [{ item: item.id, quantity }]
    for (const [quantity, deliveryDate] of [
      [2, '2026-11-02'],
      [2, '2026-11-09'],
    ] as const)
      await create(kontor(), '/deliveries', { salesOrder: order.id, deliveryDate, items: part(quantity) })
    const pageOf = async ({ id }: AnyRecord) => (await print(kontor(), `/invoices/${id}/pdf`)).text
    const first = await invoice(kontor(), order, { items: part(1) })
    assert.deepEqual([first.supplyFrom, first.supplyUntil], ['2026-11-02', null])
    assertPrinted(await pageOf(first), 'Leistungsdatum02.11.2026')
    const second = await invoice(kontor(), order, { items: part(3) })
    assert.deepEqual([second.supplyFrom, second.supplyUntil], ['2026-11-02', '2026-11-09'])
    assertPrinted(await pageOf(second), 'Leistungszeitraum02.–09.11.2026')
    const sentence = 'Das Leistungsdatum entspricht dem Rechnungsdatum.'
    const ahead = await invoice(kontor(), order)
    assert.deepEqual([ahead.supplyFrom, ahead.supplyUntil], [null, null])
    assertPrinted(await pageOf(ahead), sentence)
    await deliver(kontor(), order)
    assertPrinted(await pageOf(ahead), sentence) // an issued invoice says the same for ever
    const own = await directInvoice(kontor(), lines(), {
      customer,
      supplyFrom: '2026-10-01',
      supplyUntil: '2026-10-31',
    })
    assertPrinted(await pageOf(own), 'Leistungszeitraum01.–31.10.2026')
    const body = { customer: customer.id, items: lines() }
    const wrong = { supplyFrom: '2026-10-02', supplyUntil: '2026-10-01' }
    assertInvalid(await kontor().post('/invoices', { ...body, ...wrong }), 'supplyUntil')
    assertInvalid(await kontor().post('/invoices', { ...body, supplyUntil: '2026-10-01' }), 'supplyFrom')
  })

  test('names a cancelled invoice with the day, and its correction names it', async () => {
    const { issued } = await traded({ language: 'de' })
    const draft = (await kontor().post(`/invoices/${issued.id}/correct`, {})).body.data
    const { cancellationDate } = await read(kontor(), `/invoices/${issued.id}`)
    const day = cancellationDate.split('-').reverse().join('.')
    const old = (await print(kontor(), `/invoices/${issued.id}/pdf`)).text
    assertPrinted(old, `Die Rechnung ${issued.invoiceNumber} wurde am ${day} storniert`, `Storniert am${day}`)
    const fresh = (await print(kontor(), `/invoices/${draft.id}/pdf`)).text
    assertPrinted(fresh, `Ersetzt${issued.invoiceNumber} vom`)
  })

  test('of a draft, a paid and a cancelled invoice is German as well, and file names stay ASCII', async () => {
    const customer = await createCustomer(kontor(), { language: 'de' })
    const draft = await directInvoice(kontor(), lines(), { customer, draft: true })
    const printed = await print(kontor(), `/invoices/${draft.id}/pdf`)
    assertPrinted(printed.text, 'ENTWURF', 'Rechnung, noch nicht ausgestellt')
    assert.equal(printed.headers['content-disposition'], 'inline; filename="entwurf.pdf"')
    const paid = await directInvoice(kontor(), lines(), { customer })
    await pay(kontor(), paid, paid.total)
    assertPrinted((await print(kontor(), `/invoices/${paid.id}/pdf`)).text, 'BEZAHLT', 'Vielen Dank')
    const cancelled = await movedInvoice(kontor(), await directInvoice(kontor(), lines(), { customer }), 'cancelled')
    assertPrinted((await print(kontor(), `/invoices/${cancelled.id}/pdf`)).text, 'STORNIERT', 'STORNO')
    const { order } = await traded({ language: 'de' })
    assert.match(
      String((await print(kontor(), order)).headers['content-disposition']),
      /^inline; filename="SO-[\d-]+\.pdf"$/,
    )
  })

  test('is followed for a user who may read neither the settings nor the customers', async () => {
    const { delivery } = await traded({ language: 'de' })
    const { token } = await signedIn(kontor(), 'warehouse')
    assertPrinted((await print(kontor(), delivery, token)).text, 'LIEFERSCHEIN')
  })

  test('is followed for a role from which the language of customers is hidden', async () => {
    const { invoice: bill } = await traded({ language: 'de' })
    const role = await addRole(kontor().engine, {
      invoices: { can: ['read'] },
      customers: { can: ['read'], hidden: ['language'] },
    })
    assertPrinted((await print(kontor(), bill, (await signedIn(kontor(), role)).token)).text, 'RECHNUNG')
  })

  test('is English or German', async () => {
    for (const language of ['fr', '', 'DE', 5]) {
      assertInvalid(await kontor().post('/customers', { name: 'X', language }), 'language')
      assertInvalid(await kontor().put('/settings', { documentLanguage: language }), 'documentLanguage')
    }
    const { id } = await createCustomer(kontor(), { language: 'de' })
    assert.equal((await kontor().put(`/customers/${id}`, { language: null })).status, 200)
    assert.equal((await read(kontor(), `/customers/${id}`)).language, null)
  })
})
