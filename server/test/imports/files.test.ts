import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'
import type { SheetData } from 'write-excel-file/node'
import { importRows, rowsIdOf } from '../../src/features/imports/imports.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { behindTheScenes, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, newCode } from '../support/records.ts'
import { checked, importedFile, type TYPES, upload, withFormulaError, withSheetXml, workbookOf } from './files.ts'
import { countsOf, ended, type Json } from './importing.ts'

const GZIP = { headers: { 'content-encoding': 'gzip' } }

onEveryDatabase('An imported file', (kind) => {
  const kontor = kontorFor(kind)
  const itemOf = async (itemCode: string): Promise<Json> =>
    (await kontor().get(`/items?itemCode=${encodeURIComponent(itemCode)}`)).body.data[0]
  const customerOf = async (name: string): Promise<Json> =>
    (await kontor().get(`/customers?name=${encodeURIComponent(name)}`)).body.data[0]

  async function assertUnreadable(type: keyof typeof TYPES, content: string | Buffer, expected: RegExp) {
    const answer = await upload(kontor(), type, content)
    assertRefused(answer, 422, 'VALIDATION_ERROR')
    const [detail] = answer.body.error.details
    assert.equal(detail.field, 'file')
    assert.match(detail.message, expected)
  }

  test('is only checked at first; nothing is written before the import is run', async () => {
    const code = newCode()
    const job = await checked(
      kontor(),
      'xlsx',
      await workbookOf([
        ['Code', 'Name'],
        [code, 'Bolt'],
      ]),
    )
    assert.deepEqual([job.status, job.dryRun, ...countsOf(job)], ['checked', true, 1, 0, 0, 0])
    assert.deepEqual([job.columns, job.sample, job.rowCount], [['Code', 'Name'], [[code, 'Bolt']], 1])
    assert.equal(await itemOf(code), undefined)
    assert.equal((await kontor().post(`/imports/${job.id}/run`, {})).status, 200)
  })

  test('as Excel has typed cells: numbers, flags, and texts that look like numbers or formulas', async () => {
    const [code, other] = [String(Date.now()), newCode()]
    const rows: SheetData = [
      ['Code', 'Name', 'Selling price', 'Tax rate', 'Active', 'Description', 'Category'],
      [Number(code), 'Bolt', 0.1 + 0.2, 19, false, "'=1+1", '007'],
      [other, 'Nut', '1234.5', null, 'ja', ' +49 40; -5 ', null],
    ]
    assert.deepEqual(countsOf(await importedFile(kontor(), 'xlsx', await workbookOf(rows))), [2, 0, 0, 0])
    const [bolt, nut] = [await itemOf(code), await itemOf(other)]
    assert.deepEqual(
      [bolt.sellingPrice, bolt.taxRate, bolt.isActive, bolt.description, bolt.category],
      [0.3, 19, false, "'=1+1", '007'],
    )
    assert.deepEqual([nut.sellingPrice, nut.isActive, nut.description], [1234.5, true, '+49 40; -5'])
  })

  test('as Excel has dates as days, and only its first sheet is read', async () => {
    const job = await checked(
      kontor(),
      'xlsx',
      await workbookOf([
        ['Name', 'Phone', 'Since'],
        ['Dated', new Date('2026-01-31'), new Date('2026-01-31T09:30:00Z')],
      ]),
      'resource=customers',
    )
    assert.deepEqual(job.sample, [['Dated', '2026-01-31', '2026-01-31T09:30:00.000Z']])
  })

  test('as Excel has the values of its formulas; a formula that failed is a fault of its row', async () => {
    const [good, bad] = [newCode(), newCode()]
    const written = await workbookOf([
      ['Code', 'Name', 'Selling price', 'Note'],
      [good, 'Good', 1, 1],
      [bad, 'Bad', 1, 1],
    ])
    const calculated = withSheetXml(written, (xml) =>
      xml.replace('<c r="C2"><v>1</v>', '<c r="C2"><f>3*4</f><v>12</v>'),
    )
    const workbook = withFormulaError(withFormulaError(calculated, 'C3', '#REF!'), 'D2', '#DIV/0!')
    const job = await importedFile(kontor(), 'xlsx', workbook)
    assert.deepEqual(countsOf(job), [1, 0, 0, 1], 'the error in a column that is not mapped does not matter')
    assert.deepEqual(job.errors, [
      { row: 3, field: 'sellingPrice', message: 'The cell contains the error #REF!. Correct it.', value: '#REF!' },
    ])
    assert.equal((await itemOf(good)).sellingPrice, 12)
    assert.equal(await itemOf(bad), undefined)
    const { bytes, headers } = await kontor().get(`/imports/${job.id}/failed-rows`)
    assert.match(headers['content-disposition']!, /failed-items\.xlsx/)
    assert.deepEqual(await readSheet(bytes), [
      ['Code', 'Name', 'Selling price', 'Note', 'error'],
      [bad, 'Bad', '#REF!', 1, job.errors[0].message],
    ])
    assert.deepEqual(job.sample[0], [good, 'Good', '12', '#DIV/0!'])
  })

  test('as Excel has a failed formula in a line of an order as a fault of the row of that line', async () => {
    const [{ itemCode }, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const written = await workbookOf([
      ['externalIds.shop', 'customer', 'items.item.itemCode', 'items.quantity'],
      ['failed-line', customer.id, itemCode, 1],
      ['failed-line', customer.id, itemCode, 1],
    ])
    const job = await importedFile(kontor(), 'xlsx', withFormulaError(written, 'D3', '#REF!'), 'resource=sales-orders')
    assert.deepEqual(countsOf(job), [0, 0, 0, 2])
    const faults = job.errors.map(({ row, message }: Json) => `${row} ${message}`)
    assert.ok(faults.includes('3 The cell contains the error #REF!. Correct it.'), faults.join('\n'))
    assert.deepEqual((await kontor().get('/sales-orders?externalIds.shop=failed-line')).body.data, [])
  })

  test('as NDJSON has bodies of records: groups, lists and null are taken as the API takes them', async () => {
    const code = newCode()
    const images = ['https://a.example/1', 'https://a.example/2']
    const first = { itemCode: code, itemName: 'Bolt', sellingPrice: 1.5, images, description: '=1+1', isActive: false }
    const created = await importedFile(kontor(), 'ndjson', `\n${JSON.stringify(first)}\r\n\n{}\n`)
    assert.deepEqual([created.format, created.rowCount, ...countsOf(created)], ['ndjson', 1, 1, 0, 0, 0])
    const item = await itemOf(code)
    assert.deepEqual([item.images, item.description, item.isActive], [images, '=1+1', false])
    const second = JSON.stringify({ itemCode: code, taxRate: 19, description: null })
    const updated = await importedFile(kontor(), 'ndjson', second)
    assert.deepEqual(countsOf(updated), [0, 1, 0, 0])
    assert.deepEqual(updated.changes, [
      { row: 1, id: item.id, title: code, changes: { taxRate: [0, 19], description: ['=1+1', null] } },
    ])
    const name = newCode()
    const grouped = JSON.stringify({ name, address: { city: 'Kiel', country: 'DE' } })
    await importedFile(kontor(), 'ndjson', grouped, 'resource=customers')
    assert.equal((await customerOf(name)).address.city, 'Kiel')
  })

  test('as NDJSON has nested lines, as exported or new; an unknown name is a fault of its row', async () => {
    const [item, customer] = [await createItem(kontor(), { sellingPrice: 2 }), await createCustomer(kontor())]
    const shop = newCode()
    const order = {
      externalIds: { shop },
      customer: customer.id,
      items: [
        { item: { itemCode: item.itemCode }, quantity: 2 },
        { item: item.id, quantity: 1, rate: 5 },
      ],
    }
    const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const misspelt = {
      ...order,
      externalIds: { shop: `${shop}-2` },
      note: 'x',
      items: [{ ...order.items[0], quantty: 1 }],
    }
    const orders = 'resource=sales-orders'
    const job = await importedFile(kontor(), 'ndjson', lines(order, misspelt), orders)
    assert.deepEqual(countsOf(job), [1, 0, 0, 1], JSON.stringify(job.errors))
    assert.deepEqual(
      job.errors.map(({ row, field, message }: Json) => [row, field, message]),
      [
        [2, 'note', 'There is no field "note" here. Did you mean "notes"?'],
        [2, 'items[0].quantty', 'There is no field "quantty" here. Did you mean "quantity"?'],
      ],
    )
    const refused = (await kontor().get(`/imports/${job.id}/failed-rows`)).text
    const { error, ...sent } = JSON.parse(refused)
    assert.deepEqual(sent, misspelt)
    assert.match(error, /"note" here.*"quantty" here/)
    const mended = refused.replace('"note":', '"notes":').replace('"quantty":1', '"rate":1')
    const again = await importedFile(kontor(), 'ndjson', mended, orders)
    assert.deepEqual(countsOf(again), [1, 0, 0, 0], JSON.stringify(again.errors))

    const exported = await kontor().get(`/sales-orders/export?format=ndjson&externalIds.shop=${shop}`)
    const record = JSON.parse(exported.text)
    assert.deepEqual(countsOf(await importedFile(kontor(), 'ndjson', exported.text, orders)), [0, 0, 1, 0])
    record.items[0].quantity = 999
    record.notes = 'edited'
    const changed = await importedFile(kontor(), 'ndjson', lines({ ...record, status: 'cancelled' }), orders)
    assert.ok(['status', 'total', 'version'].every((name) => changed.ignored.includes(name)))
    assert.ok(['id', 'items', 'notes', 'externalIds.shop'].every((name) => !changed.ignored.includes(name)))
    assert.deepEqual(countsOf(changed), [0, 1, 0, 0], JSON.stringify(changed.errors))
    const after = (await kontor().get(`/sales-orders/${record.id}`)).body.data
    assert.deepEqual(
      [after.items[0].quantity, after.notes, after.items.length, after.status],
      [999, 'edited', 2, 'draft'],
    )
    assert.deepEqual(changed.changes[0].changes[`items.${record.items[0].id}.quantity`], [2, 999])
  })

  test('as NDJSON names the value of a reference that is not found, by whatever field its row finds it', async () => {
    const rows = [{ email: 'a@b.example' }, { externalIds: { shop: 'none' } }].map((customer, index) =>
      JSON.stringify({ externalIds: { row: `row-${index}` }, customer, items: [] }),
    )
    const { errors } = await checked(kontor(), 'ndjson', rows.join('\n'), 'resource=sales-orders')
    const told = errors.filter(({ field }: Json) => field.startsWith('customer'))
    assert.deepEqual(
      told.map(({ row, value }: Json) => [row, value]).filter(([row]: [number]) => row === 2),
      [[2, 'none']],
    )
  })

  test('as NDJSON may name parts of lines by their path, one line a row, and other columns by a mapping', async () => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const shop = newCode()
    const line = { 'externalIds.shop': shop, customer: customer.id, 'items.item.itemCode': item.itemCode }
    const rows = [1, 2].map((quantity) => JSON.stringify({ ...line, 'items.quantity': quantity, colour: 'grey' }))
    const job = await checked(kontor(), 'ndjson', rows.join('\n'), 'resource=sales-orders')
    assert.match(job.errors[0].message, /no field "colour"/)
    const { colour: _, ...mapping } = job.mapping
    assert.equal((await kontor().post(`/imports/${job.id}/run`, { mapping })).status, 200)
    const done = await ended(kontor(), job)
    assert.deepEqual([done.ignored, ...countsOf(done)], [['colour'], 2, 0, 0, 0], JSON.stringify(done.errors))
    const order = (await kontor().get(`/sales-orders/by/externalIds.shop/${shop}`)).body.data
    assert.deepEqual(
      order.items.map(({ quantity }: Json) => quantity),
      [1, 2],
    )
  })

  test('as CSV is read as it was saved: in UTF-8, UTF-16, or the characters of Windows', async () => {
    const encoded = (code: string) => `Code;Name\n${code};Größe\n`
    const codes = [newCode(), newCode(), newCode()] as const
    const files = [
      Buffer.from(encoded(codes[0])),
      Buffer.from(`\uFEFF${encoded(codes[1])}`, 'utf16le'),
      Buffer.from(encoded(codes[2]), 'latin1'),
    ]
    for (const [index, file] of files.entries()) {
      assert.deepEqual(countsOf(await importedFile(kontor(), 'csv', file)), [1, 0, 0, 0])
      assert.equal((await itemOf(codes[index]!)).itemName, 'Größe')
    }
  })

  test('takes the mode and the key in the address', async () => {
    const { itemCode } = await createItem(kontor(), { itemName: 'Known' })
    const workbook = await workbookOf([
      ['Code', 'Name'],
      [itemCode as string, 'Changed'],
    ])
    const inserted = await importedFile(kontor(), 'xlsx', workbook, 'resource=items&mode=insert')
    assert.deepEqual([inserted.key, ...countsOf(inserted)], [['itemCode'], 0, 0, 1, 0])
    const updated = await importedFile(kontor(), 'xlsx', workbook, 'resource=items&mode=update&key=itemName')
    assert.deepEqual([updated.key, ...countsOf(updated)], [['itemName'], 0, 0, 0, 1])
  })

  test('that is no workbook, an old one, a damaged or an empty one is refused with the reason', async () => {
    const workbook = await workbookOf([
      ['Code', 'Name'],
      ['1', 'Bolt'],
    ])
    await assertUnreadable('xlsx', 'Code,Name\n1,Bolt\n', /not an Excel file/)
    await assertUnreadable('xlsx', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /password|\.xls/)
    await assertUnreadable('xlsx', workbook.subarray(0, workbook.length - 100), /damaged/)
    await assertUnreadable(
      'xlsx',
      withSheetXml(workbook, (xml) => xml.slice(0, -200)),
      /damaged|column/,
    )
    await assertUnreadable('xlsx', await workbookOf([['Code', 'Name']]), /at least one row below/)
    await assertUnreadable(
      'xlsx',
      await workbookOf([
        ['Code', 'Code'],
        ['1', '2'],
      ]),
      /occurs more than once/,
    )
    await assertUnreadable('ndjson', '{"itemCode":"1"}\n{"itemCode":', /^Line 2 of the file is not a JSON object\.$/)
    await assertUnreadable('ndjson', '[1]', /^Line 1 /)
    await assertUnreadable('ndjson', Buffer.from([0x7b, 0xff]), /UTF-8/)
  })

  test('that unpacks to far more than it seems to contain is refused, whatever makes it large', async () => {
    const text = 'x'.repeat(32_000)
    const repeated = Array.from({ length: 700 }, () => [text])
    await assertUnreadable('xlsx', await workbookOf(repeated), /too much/)
    const far = withSheetXml(await workbookOf([['Code'], ['1']]), (xml) => xml.replace('<c r="A2"', '<c r="ZZZZZZ2"'))
    await assertUnreadable('xlsx', far, /too much/)
    const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`key${index}`, 1])))
    await assertUnreadable('ndjson', manyKeys, /at most 100 columns/)
  })

  test('with empty rows stores nothing for them, and keeps the numbers of the other rows', async () => {
    const [good, bad] = [newCode(), newCode()]
    const cpu = process.cpuUsage()
    const csv = `\nitemCode,itemName,taxRate\n${'\n'.repeat(100_000)},,\n${good},Good,\n${bad},Bad,101\n`
    const table = await importedFile(kontor(), 'csv', csv)
    assert.deepEqual([table.rowCount, ...countsOf(table), table.errors[0].row], [2, 1, 0, 0, 1, 100_005])
    const names = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`c${index}`, 'x']))
    const lines = `${JSON.stringify({ itemCode: bad, ...names })}\n${'{}\n'.repeat(100_000)}`
    const { rowCount, id } = await checked(kontor(), 'ndjson', gzipSync(lines), undefined, GZIP)
    assert.equal(rowCount, 1)
    assert.ok(process.cpuUsage(cpu).user < 8_000_000, 'seconds of processor time')
    const stored = await behindTheScenes(kontor().engine, (records) =>
      records.find(importRows, { id: rowsIdOf(id, 0) }),
    )
    assert.ok(stored!.cells.length < 2000)
  })

  test('has at most 1,000,000 characters a row, 100 columns and 1,000 fields an object, whatever its format', async () => {
    await assertUnreadable('csv', `Code,Name\n${','.repeat(1_200_000)}`, /Row 2 is longer than 1000000 characters/)
    await assertUnreadable('csv', `Code,Name\n1${',2'.repeat(101)}`, /at most 100 columns/)
    await assertUnreadable('ndjson', `{"a":"${'x'.repeat(1_000_001)}"}`, /Row 1 is longer/)
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 1]))
    await assertUnreadable(
      'ndjson',
      JSON.stringify({ items: [many] }),
      /Line 1 of the file cannot be read. An object in the body has more than 1000 fields/,
    )
    const { sample } = await checked(kontor(), 'csv', `Code,Name\n${newCode()},${'x'.repeat(5000)}`)
    assert.equal(sample[0][1].length, 201)
  })

  test('is refused if it is too long, has another type, or names no resource', async () => {
    const large = Buffer.alloc(20_000_001, 'x')
    assertRefused(await upload(kontor(), 'csv', large), 413, 'PAYLOAD_TOO_LARGE')
    const other = { text: '{}', headers: { 'content-type': 'application/json' } }
    const address = '/imports/files?resource=items'
    assertRefused(await kontor().call('POST', address, other), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await upload(kontor(), 'csv', 'a,b\n1,2', ''), 400, 'INVALID_PARAMETER')
    assertRefused(await upload(kontor(), 'csv', 'a,b\n1,2', 'resource=colours'), 400, 'INVALID_PARAMETER')
    assertRefused(await upload(kontor(), 'csv', 'a,b\n1,2', 'resource=items&mode=replace'), 400, 'INVALID_PARAMETER')
  })

  test('needs the rights that its rows need', async () => {
    const workbook = await workbookOf([
      ['Code', 'Name'],
      [newCode(), 'Bolt'],
    ])
    const { token } = await signedIn(kontor(), 'viewer')
    assertRefused(await upload(kontor(), 'xlsx', workbook, undefined, { token }), 403, 'FORBIDDEN')
    assertRefused(await upload(kontor(), 'xlsx', workbook, undefined, { token: null }), 401, 'UNAUTHORIZED')
    const key = await createKey(kontor(), { scopes: ['read'] })
    assertRefused(await upload(kontor(), 'xlsx', workbook, undefined, withKey(key)), 403, 'INSUFFICIENT_SCOPE')
  })

  test('is imported once under one Idempotency-Key', async () => {
    const workbook = await workbookOf([
      ['Code', 'Name'],
      [newCode(), 'Bolt'],
    ])
    const options = { headers: { 'idempotency-key': newCode() } }
    const [first, second] = [
      await upload(kontor(), 'xlsx', workbook, undefined, options),
      await upload(kontor(), 'xlsx', workbook, undefined, options),
    ]
    assert.equal(first.body.data.id, second.body.data.id)
  })
})
