import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { AnyRecord } from '../../src/model/resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'

onEveryDatabase('An export for a spreadsheet', (kind) => {
  const kontor = kontorFor(kind)
  let customer: AnyRecord
  let order: AnyRecord

  before(async () => {
    customer = await createCustomer(kontor(), { name: 'Müller; Söhne' })
    const item = await createItem(kontor(), { itemCode: '=SUM', itemName: 'Straße', sellingPrice: 1234.5, taxRate: 19 })
    const lines = [{ item: item.id, quantity: 1 }]
    order = await createOrder(kontor(), lines, { customer, orderDate: '2026-01-31' })
  })

  async function table(address: string, options?: CallOptions) {
    const { status, text } = await kontor().get(address, options)
    assert.equal(status, 200, text)
    return text
  }
  const rowsOf = (text: string, delimiter: string): Record<string, string>[] =>
    parse(text, { columns: true, delimiter, bom: true })

  test('has a byte order mark, headings, dates, decimals and choices of the locale, and titles instead of ids', async () => {
    const text = await table(
      `/sales-orders/export?format=csv&for=spreadsheet&locale=de-DE&timeZone=Europe/Berlin&fields=orderNumber,customer,orderDate,status,total,createdAt`,
    )
    assert.ok(text.startsWith('\uFEFF'))
    const [row] = rowsOf(text, ';')
    assert.deepEqual(Object.keys(row!).sort(), [
      'Angelegt am',
      'Auftragsdatum',
      'Auftragsnummer',
      'Kunde',
      'Status',
      'Summe',
    ])
    assert.equal(row!.Kunde, 'Müller; Söhne')
    assert.equal(row!.Auftragsdatum, '31.01.2026')
    assert.equal(row!.Status, 'Entwurf')
    assert.equal(row!.Summe, '1469,06')
    assert.match(row!['Angelegt am']!, /^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)
    assert.ok(!text.includes(order.id as string))
  })

  test('is in the language of the request where no locale is given; English has points and commas', async () => {
    const english = await table('/items/export?for=spreadsheet&fields=itemCode,sellingPrice,isActive')
    const [row] = rowsOf(english, ',')
    assert.deepEqual(row, { 'Item code': "'=SUM", 'Selling price': '1234.5', Active: 'Yes' })
    const german = await table('/items/export?for=spreadsheet&fields=itemCode,sellingPrice,isActive', {
      headers: { 'accept-language': 'de' },
    })
    assert.deepEqual(rowsOf(german, ';')[0], { Artikelnummer: "'=SUM", Verkaufspreis: '1234,5', Aktiv: 'Ja' })
    const american = await table('/sales-orders/export?for=spreadsheet&locale=en-US&fields=orderDate')
    assert.equal(Object.values(rowsOf(american, ',')[0]!)[0], '01/31/2026')
  })

  test('does not name a record that the role may not read', async () => {
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['read', 'export'] } })
    const { token } = await signedIn(kontor(), role)
    const text = await table('/sales-orders/export?for=spreadsheet&fields=customer', { token })
    assert.ok(!text.includes('Müller'))
    assert.ok(text.includes(customer.id as string))
  })

  test('can be imported again: headings, choices, dates and decimals are understood', async () => {
    const text = await table(
      `/items/export?for=spreadsheet&locale=de-DE&fields=itemCode,itemName,sellingPrice,itemType`,
    )
    const changed = text.replace('1234,5', '1.300,25').replace('Straße', 'Weg')
    const { body, status } = await kontor().post('/imports', { resource: 'items', csv: changed, dryRun: false })
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(body.data.mapping, {
      Artikelnummer: 'itemCode',
      Bezeichnung: 'itemName',
      Verkaufspreis: 'sellingPrice',
      Art: 'itemType',
    })
    for (let job = body.data; ; job = (await kontor().get(`/imports/${job.id}`)).body.data) {
      if (job.status === 'running') continue
      assert.deepEqual([job.status, job.updated, job.failed], ['completed', 1, 0])
      break
    }
    const found = (await kontor().get('/items?itemCode==SUM')).body.data[0]
    assert.deepEqual([found.itemName, found.sellingPrice], ['Weg', 1300.25])
  })

  test('refuses a locale, a time zone and a format that do not exist', async () => {
    for (const [query, field] of [
      ['for=spreadsheet&locale=klingon!', 'locale'],
      ['for=spreadsheet&timeZone=Mars', 'timeZone'],
      ['format=pdf', 'format'],
      ['for=fun', 'for'],
    ] as const) {
      const answer = await kontor().get(`/items/export?${query}`)
      assertRefused(answer, 400, 'INVALID_PARAMETER')
      assert.equal(answer.body.error.details[0].field, field)
    }
    assert.equal((await kontor().get('/items?for=spreadsheet')).body.error.code, 'INVALID_FILTER')
  })
})
