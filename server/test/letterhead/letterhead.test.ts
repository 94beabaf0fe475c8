import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { PLAIN_LETTERHEAD } from '../../src/resources/documents/pdf/printed-document.ts'
import { pageOf } from '../../src/resources/documents/pdf/sheet.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertNotPrinted, assertPrinted, print } from '../support/print.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, read } from '../support/records.ts'
import { createSubmitted, deliver, pay, receive } from '../support/trade.ts'

const IBAN = 'DE89370400440532013000'
const NONE = {
  paper: 'a4',
  addressWindow: null,
  accentColour: null,
  footerLines: [],
  accountHolder: null,
  iban: null,
  bic: null,
}
const home = { street: 'Ringstraße 1', city: 'Wien', state: null, zipCode: '1010', country: 'AT' }

onEveryDatabase('The letterhead', (kind) => {
  const kontor = kontorFor(kind)
  let [customer, item]: AnyRecord[] = []
  before(async () => {
    const address = { street: 'Hafenstraße 12', city: 'Hamburg', zipCode: '20457', country: 'DE' }
    await kontor().put('/settings', { companyName: 'Nordlicht GmbH', address, taxId: 'DE1', phone: '+49 40 1' })
    customer = await createCustomer(kontor(), { name: 'Söhne', address: home, taxId: 'ATU1' })
    item = await createItem(kontor(), { sellingPrice: 100, taxRate: 0 })
    await receive(kontor(), item as { id: string }, 100)
  })
  beforeEach(() => set(NONE))

  const set = (letterhead: object | null) => kontor().put('/settings', { letterhead })
  const lines = () => [{ item: item.id, quantity: 3 }]
  const newInvoice = (more: object = {}) => directInvoice(kontor(), lines(), { customer, ...more })
  const printed = ({ id }: AnyRecord, token?: string) => print(kontor(), `/invoices/${id}/pdf`, token)

  test('is stored in one spelling, part by part, and cleared by null', async () => {
    const sent = {
      iban: ' de89 3704 0044 0532 0130 00 ',
      bic: 'cobadeff xxx',
      accentColour: '#0A6B57',
      footerLines: ['A', 'B'],
    }
    assert.equal((await set(sent)).status, 200)
    const stored = { ...NONE, iban: IBAN, bic: 'COBADEFFXXX', accentColour: '#0a6b57', footerLines: ['A', 'B'] }
    assert.deepEqual((await read(kontor(), '/settings')).letterhead, stored)
    await set({ paper: 'letter' })
    assert.deepEqual((await read(kontor(), '/settings')).letterhead, { ...stored, paper: 'letter' })
    await set(null)
    assert.deepEqual((await read(kontor(), '/settings')).letterhead, NONE)
  })

  const faulty: readonly (readonly [string, unknown, RegExp])[] = [
    ['iban', 'DE89370400440532013001', /check digits/],
    ['iban', '370400440532013000', /such as DE89/],
    ['iban', 'not an account', /such as DE89/],
    ['bic', 'COBADE', /8 or 11 characters/],
    ['accentColour', 'red', /such as #3b4cb8/],
    ['accentColour', '#12345g', /such as #3b4cb8/],
    ['paper', 'a5', /a4, letter/],
    ['addressWindow', 'din', /din5008, us/],
    ['accountHolder', 'x'.repeat(71), /70 characters/],
    ['footerLines', Array(7).fill('x'), /at most 6 entries/],
    ['footerLines', 'x', /list/],
  ]
  for (const [field, value, message] of faulty) {
    test(`refuses ${field} = ${JSON.stringify(value).slice(0, 40)}, and says what would be right`, async () => {
      const said = assertInvalid(await set({ [field]: value }), `letterhead.${field}`)
      assert.match(Object.values(said)[0]!, message)
    })
  }

  test('refuses a footer line of more than 100 characters, and names the line', async () => {
    assertInvalid(await set({ footerLines: ['x', 'x'.repeat(101)] }), 'letterhead.footerLines[1]')
    assert.equal((await set({ footerLines: ['x'.repeat(100)] })).status, 200)
  })

  test('puts footer lines and bank details on all documents, also for a user who may not read the settings', async () => {
    await set({
      footerLines: ['Amtsgericht Hamburg, HRB 1', 'Geschäftsführerin: Ann Ode'],
      iban: IBAN,
      bic: 'COBADEFFXXX',
    })
    const order = await createSubmitted(kontor(), lines(), { customer })
    const delivery = await deliver(kontor(), order)
    const { token } = await signedIn(kontor(), 'viewer')
    for (const path of [
      `/sales-orders/${order.id}`,
      `/deliveries/${delivery.id}`,
      `/invoices/${(await newInvoice()).id}`,
    ]) {
      const { text } = await print(kontor(), `${path}/pdf`, token)
      assertPrinted(
        text,
        'Amtsgericht Hamburg, HRB 1',
        'Geschäftsführerin: Ann Ode',
        'IBAN DE89 3704 0044 0532 0130 00',
      )
      assertPrinted(text, 'BIC COBADEFFXXX', 'Nordlicht GmbH')
    }
  })

  test('puts a payment code on an invoice while it is unpaid, in euros and with an IBAN only', async () => {
    const issued = await newInvoice()
    assertNotPrinted((await printed(issued)).text, 'Scan to pay', 'IBAN')
    await set({ iban: IBAN, accountHolder: 'Ann Ode' })
    const { text } = await printed(issued)
    assertPrinted(text, 'Scan to pay', 'Ann Ode\nIBAN DE89 3704 0044 0532 0130 00')
    await pay(kontor(), issued, 100)
    assertPrinted((await printed(issued)).text, 'Scan to pay')
    await pay(kontor(), issued, 200)
    assertNotPrinted((await printed(issued)).text, 'Scan to pay', 'Ann Ode')
    assertNotPrinted((await printed(await newInvoice({ draft: true }))).text, 'Scan to pay')
  })

  test('colours the page', async () => {
    const issued = await newInvoice()
    const plain = await printed(issued)
    await set({ accentColour: '#ff0000' })
    assert.ok(!(await printed(issued)).bytes.equals(plain.bytes))
  })

  test('chooses the paper', async () => {
    const issued = await newInvoice()
    assert.match((await printed(issued)).bytes.toString('latin1'), /MediaBox \[0 0 595\.28 841\.89\]/)
    await set({ paper: 'letter' })
    assert.match((await printed(issued)).bytes.toString('latin1'), /MediaBox \[0 0 612 792\]/)
  })

  const POINTS_PER_MM = 72 / 25.4
  /** Where the address may be, in millimetres from the left and from the top. */
  const windows = {
    din5008: { paper: 'a4', left: 20, right: 105, top: 62, bottom: 90 },
    us: { paper: 'letter', left: 22.2, right: 111, top: 62, bottom: 81 },
  } as const
  for (const [addressWindow, { paper, ...window }] of Object.entries(windows)) {
    test(`puts the address where the window of an envelope shows it: ${addressWindow}`, async () => {
      await set({ addressWindow, paper })
      const { pages, text } = await printed(await newInvoice())
      const { height } = pageOf({ ...PLAIN_LETTERHEAD, paper })
      for (const line of ['Söhne', 'Ringstraße', '1010', 'Wien', 'Austria']) {
        const word = pages[0]!.words.find((one) => one.text.trim() === line)!
        const [left, right] = [word.left / POINTS_PER_MM, word.right / POINTS_PER_MM]
        const below = (height - word.y) / POINTS_PER_MM
        assert.ok(left >= window.left && right <= window.right, `${line} from ${left} to ${right}`)
        assert.ok(below >= window.top && below <= window.bottom, `${line} at ${below}`)
      }
      assertPrinted(text, 'Your tax IDATU1', 'Tax ID DE1', '+49 40 1')
    })
  }

  test('keeps everything on the page, however long its parts are', async () => {
    const long = await createCustomer(kontor(), {
      name: 'W'.repeat(200),
      address: { ...home, street: 'W'.repeat(200) },
    })
    const footerLines = Array.from({ length: 6 }, () => 'W'.repeat(100))
    for (const addressWindow of ['din5008', 'us', null] as const) {
      await set({ addressWindow, footerLines, accountHolder: 'W'.repeat(70), iban: IBAN })
      const { pages } = await printed(await newInvoice({ customer: long }))
      const page = pageOf({ ...PLAIN_LETTERHEAD, addressWindow, footerLines })
      for (const word of pages.flatMap(({ words }) => words)) {
        assert.ok(
          word.left >= page.left - 1 && word.right <= page.width - page.right + 1,
          `${word.text} at ${word.left}`,
        )
        assert.ok(word.y > 10 && word.y < page.height, `${word.text} at ${word.y}`)
      }
    }
  })

  test('is shown by a made-up invoice, which leaves nothing behind', async () => {
    await kontor().put('/settings', { documentLanguage: 'de' })
    await set({ footerLines: ['Amtsgericht Hamburg, HRB 1'], iban: IBAN })
    const before = await read(kontor(), '/settings')
    const { text, headers } = await print(kontor(), '/settings/letterhead-preview')
    assertPrinted(text, 'RECHNUNG', 'Musterkunde GmbH', 'Nordlicht GmbH', 'Amtsgericht', 'Zum Bezahlen scannen')
    assert.equal(headers['content-disposition'], 'inline; filename="preview.pdf"')
    assertPrinted((await print(kontor(), '/settings/letterhead-preview?language=en')).text, 'INVOICE', 'Sample item')
    assertRefused(await kontor().get('/settings/letterhead-preview?language=fr'), 400, 'INVALID_PARAMETER')
    assert.deepEqual(await read(kontor(), '/settings'), before)
    await kontor().put('/settings', { documentLanguage: 'en' })
  })

  test('is shown only to users who may read the settings', async () => {
    for (const role of ['manager', 'viewer'])
      assertRefused(
        await kontor().get('/settings/letterhead-preview', await signedIn(kontor(), role)),
        403,
        'FORBIDDEN',
      )
    assertRefused(await kontor().get('/settings/letterhead-preview', { token: null }), 401, 'UNAUTHORIZED')
  })
})

onEveryDatabase('The letterhead of a company that does not count in euros', (kind) => {
  const kontor = kontorFor(kind)

  test('has no payment code', async () => {
    await kontor().put('/settings', { currency: 'USD', letterhead: { iban: IBAN } })
    const item = await createItem(kontor(), { sellingPrice: 100 })
    const { id } = await directInvoice(kontor(), [{ item: item.id, quantity: 1 }])
    const { text } = await print(kontor(), `/invoices/${id}/pdf`)
    assertPrinted(text, 'IBAN DE89')
    assertNotPrinted(text, 'Scan to pay')
  })
})
