import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import { itemAt } from '../../src/demo/sized/items.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { sheetXml, TYPES } from '../imports/files.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, behindTheScenes, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'
import { createWorld, listed } from '../support/world.ts'

/** More than two pieces of an export. */
const MANY = 450

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type Json = any

onEveryDatabase('An export as Excel or NDJSON', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    await createWorld(kontor())
  })

  async function file(address: string, options?: CallOptions): Promise<Buffer> {
    const { status, bytes, text } = await kontor().get(address, options)
    assert.equal(status, 200, text)
    return bytes
  }

  /** The rows of a workbook by their headings. */
  async function workbook(address: string, options?: CallOptions): Promise<Json[]> {
    const [headings, ...rows] = await readSheet(await file(address, options))
    return rows.map((row) => Object.fromEntries(headings!.map((heading, index) => [heading, row[index]])))
  }

  const records = async (address: string, options?: CallOptions): Promise<Json[]> =>
    (await file(address, options))
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))

  for (const { name } of listed) {
    test(`of ${name} has the records of the list: as lines of JSON, and as rows of a sheet`, async () => {
      const { data } = (await kontor().get(`/${name}?perPage=100&order=asc&sort=createdAt`)).body
      // An export of the audit log is an entry of the audit log.
      const lines = (await records(`/${name}/export?format=ndjson&order=asc`)).slice(0, data.length)
      assert.deepEqual(lines, data)
      const rows = await workbook(`/${name}/export?format=xlsx&order=asc`)
      for (const [field, value] of Object.entries(data[0]))
        if (['number', 'boolean'].includes(typeof value) || field === 'id') assert.equal(rows[0][field], value, field)
    })
  }

  test('is a download with its media type and the resource and the day in its name', async () => {
    for (const format of ['xlsx', 'ndjson'] as const) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await kontor().call(method, `/items/export?format=${format}`)
        assert.deepEqual([status, headers['content-type']], [200, TYPES[format]])
        const name = new RegExp(`^attachment; filename="items-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`)
        assert.match(headers['content-disposition']!, name)
      }
      const { headers } = await kontor().get(`/items/export?format=${format}&category=Nothing`)
      assert.equal(headers['content-type'], TYPES[format])
    }
    assert.deepEqual(await records('/items/export?format=ndjson&category=Nothing'), [])
    assert.deepEqual(await workbook('/items/export?format=xlsx&category=Nothing'), [])
  })

  test('of more than one chunk has every record once, in order', async () => {
    await behindTheScenes(kontor().engine, async (written) => {
      for (let index = 0; index < MANY; index++) {
        const itemCode = `MANY-${String(index).padStart(4, '0')}`
        await written.insert(items, { ...itemAt(index, ''), itemCode, itemName: `Many ${index % 7}` })
      }
    })
    const query = 'itemCode[like]=MANY-%25&sort=itemCode&order=asc&fields=itemCode'
    const expected = Array.from({ length: MANY }, (_, index) => `MANY-${String(index).padStart(4, '0')}`)
    for (const rows of [
      await records(`/items/export?format=ndjson&${query}`),
      await workbook(`/items/export?format=xlsx&${query}`),
    ])
      assert.deepEqual(
        rows.map(({ itemCode }) => itemCode),
        expected,
      )
  })

  test('keeps numbers, dates and flags of a sheet as such, and any text as text: nothing is a formula', async () => {
    const texts = [
      '007',
      '=1+1',
      '+49 40 123',
      '-5',
      '@sum',
      '2026-01-31',
      "'quoted",
      '_x000D_',
      'a\r\nb\tc',
      ' <&>"ä😀',
    ]
    for (const description of texts)
      await createItem(kontor(), { category: 'Typed', description, sellingPrice: 1234.5, isActive: false })
    const bytes = await file('/items/export?format=xlsx&category=Typed&order=asc')
    const [headings, ...rows] = await readSheet(bytes, { trim: false })
    const at = (name: string) => rows.map((row) => row[headings!.indexOf(name)])
    const shown = at('description').map((text) =>
      String(text).replaceAll('_x000D_', '\r').replaceAll('_x005F\r', '_x000D_'),
    )
    assert.deepEqual(
      shown,
      texts.map((text) => text.trim()),
    )
    assert.deepEqual([at('sellingPrice')[0], at('isActive')[0]], [1234.5, false])
    assert.ok(at('createdAt')[0] instanceof Date)
    assert.ok(Math.abs(Number(at('createdAt')[0]) - kontor().now()) < 3_600_000)
    const xml = sheetXml(bytes)
    assert.doesNotMatch(xml, /<f\b/)
    assert.match(xml, /<pane ySplit="1"[^>]*state="frozen"/, 'the heading stays when the rows are scrolled')
    const widths = [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))
    assert.equal(widths.length, headings!.length)
    assert.ok(widths.every((width) => width >= 8 && width <= 60))
  })

  test('for a spreadsheet is a workbook with headings, words, titles and dates of the locale', async () => {
    const customer = await createCustomer(kontor(), { name: 'Müller; Söhne' })
    const item = await createItem(kontor(), { sellingPrice: 10.5 })
    const { id } = await createOrder(kontor(), [{ item: item.id, quantity: 1 }], { customer, orderDate: '2026-01-31' })
    const query = `id=${id}&fields=orderNumber,customer,orderDate,status,subtotal,createdAt`
    const address = `/sales-orders/export?format=xlsx&for=spreadsheet&locale=de-DE&timeZone=Asia/Tokyo&${query}`
    const [row] = await workbook(address)
    assert.deepEqual(
      [row.Kunde, row.Auftragsdatum.toISOString(), row.Status, row.Zwischensumme],
      ['Müller; Söhne', '2026-01-31T00:00:00.000Z', 'Entwurf', 10.5],
    )
    const { createdAt } = (await kontor().get(`/sales-orders/${id}`)).body.data
    const hours = (row['Angelegt am'].getTime() - Date.parse(createdAt)) / 3_600_000
    assert.equal(Math.round(hours * 1000) / 1000, 9, 'a workbook has the time of the clock on the wall')
    const [english] = await workbook(`/items/export?format=xlsx&for=spreadsheet&id=${item.id}&fields=itemCode,isActive`)
    assert.deepEqual(english, { 'Item code': item.itemCode, Active: 'Yes' })
  })

  test('shows lines of a sheet one by one on request', async () => {
    const [bolt, nut] = [await createItem(kontor()), await createItem(kontor())]
    const { id, orderNumber } = await createOrder(kontor(), [bolt, nut])
    const rows = await workbook(`/sales-orders/export?format=xlsx&id=${id}&fields=orderNumber,items.itemCode`)
    assert.deepEqual(
      rows.map((row) => [row.orderNumber, row['items.itemCode']]),
      [
        [orderNumber, bolt.itemCode],
        [orderNumber, nut.itemCode],
      ],
    )
  })

  test('contains neither hidden fields nor records of others, and needs the right to export', async () => {
    const can = ['read', 'create', 'export'] as const
    const role = await addRole(kontor().engine, {
      items: { can, own: true, hidden: ['costPrice'] },
      'sales-orders': { can, hidden: ['items.rate', 'total'] },
    })
    const { token } = await signedIn(kontor(), role)
    await kontor().post('/items', { itemCode: `OWN-${kind.name}`, itemName: 'Own' }, { token })
    for (const [own, ...others] of [
      await records('/items/export?format=ndjson', { token }),
      await workbook('/items/export?format=xlsx', { token }),
    ])
      assert.deepEqual([own.itemName, 'costPrice' in own, others.length], ['Own', false, 0])
    const [order] = await records('/sales-orders/export?format=ndjson', { token })
    assert.deepEqual(['total' in order, 'rate' in order.items[0], 'quantity' in order.items[0]], [false, false, true])
    const viewer = await signedIn(kontor(), 'viewer')
    for (const format of ['xlsx', 'ndjson']) {
      const address = `/items/export?format=${format}`
      assertRefused(await kontor().get(address, viewer), 403, 'FORBIDDEN')
      assertRefused(await kontor().get(`${address}&fields=costPrice`, { token }), 403, 'FIELD_NOT_PERMITTED')
      assertRefused(await kontor().get(`${address}&colour=red`), 400, 'INVALID_FILTER')
    }
  })

  test('is recorded in the audit log, with the user and the query', async () => {
    for (const format of ['xlsx', 'ndjson']) {
      const { token, id } = await signedIn(kontor(), 'manager')
      await file(`/customers/export?format=${format}`, { token })
      const { data } = (await kontor().get(`/audit-log?actor=${id}&action=export`)).body
      assert.deepEqual(
        data.map(({ changes }: Json) => changes),
        [{ query: [null, `format=${format}`] }],
      )
    }
  })

  test('as NDJSON is for programs: for=spreadsheet is refused', async () => {
    assertRefused(await kontor().get('/items/export?format=ndjson&for=spreadsheet'), 400, 'INVALID_PARAMETER')
  })
})
