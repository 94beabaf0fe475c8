import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, csvOf, imported, type Json } from '../imports/importing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, newCode, read, rowsIn } from '../support/records.ts'
import { createOrder, createStockedItem } from '../support/trade.ts'

onEveryDatabase('Imports by the ids of another system', (kind) => {
  const kontor = kontorFor(kind)

  test('a column externalIds.shop identifies the record of a row, and keeps the ids of other systems', async () => {
    const known = await createCustomer(kontor(), { name: 'Old', externalIds: { shop: 'a', erp: '1' } })
    const csv = csvOf(['externalIds.shop', 'name'], ['a', 'New'], ['b', 'Another'])
    assert.deepEqual(countsOf(await imported(kontor(), csv, { resource: 'customers' })), [1, 1, 0, 0])
    const changed = await read(kontor(), `/customers/${known.id}`)
    assert.deepEqual([changed.name, changed.externalIds], ['New', { erp: '1', shop: 'a' }])
    assert.deepEqual(countsOf(await imported(kontor(), csv, { resource: 'customers' })), [0, 0, 2, 0])
  })

  test('any column can be mapped to a system, as the key or beside another key', async () => {
    const code = newCode()
    const csv = csvOf(['Number', 'Code', 'Name'], ['77', code, 'Anvil'])
    const mapping = { Number: 'externalIds.legacy', Code: 'itemCode', Name: 'itemName' }
    const job = await imported(kontor(), csv, { mapping, key: ['externalIds.legacy'] })
    assert.deepEqual([job.key, ...countsOf(job)], [['externalIds.legacy'], 1, 0, 0, 0])
    assert.deepEqual((await read(kontor(), `/items/by/itemCode/${code}`)).externalIds, { legacy: '77' })
    const refused = await kontor().post('/imports', { resource: 'items', csv, mapping: { Number: 'externalIds.No' } })
    assertRefused(refused, 422, 'VALIDATION_ERROR')
  })

  test('an id that another record has is the fault of its row, and the other rows are imported', async () => {
    await createItem(kontor(), { externalIds: { shop: 'taken' } })
    const csv = csvOf(['itemCode', 'itemName', 'externalIds.shop'], [newCode(), 'A', 'taken'], [newCode(), 'B', 'free'])
    const job = await imported(kontor(), csv)
    assert.deepEqual(countsOf(job), [1, 0, 0, 1])
    assert.deepEqual([job.errors[0].row, job.errors[0].field], [2, 'externalIds.shop'])
  })

  test('a role that does not see the ids cannot map them', async () => {
    const role = await addRole(kontor().engine, {
      items: { can: ['read', 'create', 'update'], hidden: ['externalIds'] },
    })
    const { token } = await signedIn(kontor(), role)
    const body = { resource: 'items', csv: 'a,b\n1,2', mapping: { a: 'itemCode', b: 'externalIds.shop' } }
    assertRefused(await kontor().post('/imports', body, { token }), 422, 'VALIDATION_ERROR')
  })

  test('exports have a column for each system, and give it back', async () => {
    const category = newCode()
    await createItem(kontor(), { category, externalIds: { shop: '=1', erp: '2' } })
    await createItem(kontor(), { category, externalIds: { erp: '3' } })
    const { text } = await kontor().get(`/items/export?category=${category}&fields=itemCode,externalIds&order=asc`)
    const [header = '', first = '', second = ''] = text.split('\r\n')
    const systems = header.split(',').filter((name) => name.startsWith('externalIds.'))
    assert.ok(systems.includes('externalIds.erp') && systems.includes('externalIds.shop'), header)
    const cell = (row: string, name: string) => row.split(',')[header.split(',').indexOf(name)]
    assert.deepEqual([cell(first, 'externalIds.erp'), cell(first, 'externalIds.shop')], ['2', "'=1"])
    assert.deepEqual([cell(second, 'externalIds.erp'), cell(second, 'externalIds.shop')], ['3', ''])
    const one = await kontor().get(`/items/export?category=${category}&fields=externalIds.erp&order=asc`)
    assert.equal(one.text.split('\r\n')[0], 'id,externalIds.erp')
    assert.deepEqual(countsOf(await imported(kontor(), text)), [0, 0, 2, 0])
    const sheet = await kontor().get(
      `/items/export?category=${category}&fields=itemCode,externalIds.erp&for=spreadsheet&locale=de-DE`,
    )
    assert.match(sheet.text, /;IDs in anderen Systemen: erp\r\n/)
    const back = await imported(kontor(), sheet.text)
    assert.deepEqual([Object.values(back.mapping), ...countsOf(back)], [['itemCode', 'externalIds.erp'], 0, 0, 2, 0])
  })
})

const ORDER = [
  'externalIds.shop',
  'customer.externalIds.shop',
  'orderDate',
  'notes',
  'items.itemCode',
  'items.quantity',
  'items.rate',
]

onEveryDatabase('Imports of documents', (kind) => {
  const kontor = kontorFor(kind)
  const other = kontorFor(kind)
  const orders = (csv: string, more: object = {}) => imported(kontor(), csv, { resource: 'sales-orders', ...more })
  const orderOf = (id: string): Promise<Json> => read(kontor(), `/sales-orders/by/externalIds.shop/${id}`)

  test('rows with the same key are the lines of one order', async () => {
    const [bolt, nut] = [
      await createItem(kontor(), { sellingPrice: 2 }),
      await createItem(kontor(), { sellingPrice: 3 }),
    ]
    await createCustomer(kontor(), { externalIds: { shop: 'c1' } })
    const csv = csvOf(
      ORDER,
      ['o1', 'c1', '2026-03-01', 'first', bolt.itemCode, 1, ''],
      ['o1', 'c1', '2026-03-01', 'ignored', nut.itemCode, 2, 1.5],
      ['o2', 'c1', '2026-03-02', '', bolt.itemCode, 4, ''],
    )
    const job = await orders(csv)
    assert.deepEqual([job.key, ...countsOf(job)], [['externalIds.shop'], 3, 0, 0, 0], JSON.stringify(job.errors))
    const [first, second] = [await orderOf('o1'), await orderOf('o2')]
    assert.deepEqual(
      first.items.map(({ item, quantity, rate }: Json) => [item, quantity, rate]),
      [
        [bolt.id, 1, 2],
        [nut.id, 2, 1.5],
      ],
    )
    assert.deepEqual([first.notes, first.total, second.total], ['first', 5, 8])
    assert.deepEqual(countsOf(await orders(csv)), [0, 0, 3, 0])
    const changed = csv.replace(',4,', ',5,')
    assert.deepEqual(countsOf(await orders(changed)), [0, 1, 2, 0])
    assert.equal((await orderOf('o2')).total, 10)
  })

  test('an order longer than a batch of rows is one order', async () => {
    const { itemCode } = await createItem(kontor(), { sellingPrice: 1 })
    await createCustomer(kontor(), { externalIds: { shop: 'long' } })
    const line = (order: string) => [order, 'long', '', '', itemCode, 1, '']
    const rows = [line('before'), ...Array.from({ length: 250 }, () => line('whole')), line('after')]
    assert.deepEqual(countsOf(await orders(csvOf(ORDER, ...rows))), [252, 0, 0, 0])
    assert.equal((await orderOf('whole')).items.length, 250)
    assert.equal((await orderOf('after')).items.length, 1)
  })

  test('a refused order leaves nothing behind, takes no number, and names the row of its faulty line', async () => {
    const { itemCode } = await createItem(kontor(), { sellingPrice: 1 })
    await createCustomer(kontor(), { externalIds: { shop: 'c3' } })
    const before = await rowsIn(kontor(), 'sales-orders')
    const csv = csvOf(
      ORDER,
      ['x1', 'c3', '', '', itemCode, 1, ''],
      ['x1', 'c3', '', '', 'no-such-code', 1, ''],
      ['x2', 'unknown', '', '', itemCode, 1, ''],
      ['x3', 'c3', '', '', itemCode, 1, ''],
      ['x4', 'c3', '', '', itemCode, 1, ''],
    )
    const job = await orders(csv)
    assert.deepEqual(countsOf(job), [2, 0, 0, 3])
    assert.deepEqual(
      job.errors.map(({ row, field }: Json) => [row, field]),
      [
        [3, 'items[1].item'],
        [4, 'customer'],
      ],
    )
    assert.equal(await rowsIn(kontor(), 'sales-orders'), before + 2)
    const [first, second] = [await orderOf('x3'), await orderOf('x4')]
    const numberIn = (text: string) => Number(/\d+$/.exec(text)![0])
    assert.equal(numberIn(second.orderNumber), numberIn(first.orderNumber) + 1)
    const { text } = await kontor().get(`/imports/${job.id}/failed-rows`)
    assert.equal(text.trim().split('\r\n').length, 4)
    const mended = text.replaceAll('no-such-code', itemCode).replaceAll('unknown', 'c3')
    assert.deepEqual(countsOf(await orders(mended)), [3, 0, 0, 0])
    assert.equal((await orderOf('x1')).items.length, 2)
  })

  test('a dry run reports the same, and writes nothing', async () => {
    const { itemCode } = await createItem(kontor())
    await createCustomer(kontor(), { externalIds: { shop: 'dry' } })
    const before = await rowsIn(kontor(), 'sales-orders')
    const audited = await rowsIn(kontor(), 'audit-log')
    const csv = csvOf(ORDER, ['d1', 'dry', '', '', itemCode, 1, ''], ['d2', 'dry', '', '', itemCode, -1, ''])
    const job = await orders(csv, { dryRun: true })
    assert.deepEqual([job.status, ...countsOf(job)], ['checked', 1, 0, 0, 1])
    assert.equal(await rowsIn(kontor(), 'sales-orders'), before)
    assert.ok((await rowsIn(kontor(), 'audit-log')) - audited <= 4, 'only the import itself is audited')
  })

  test('without a key that rows can have, nothing is imported; a number of Kontor only changes', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor())])
    const unkeyed = await kontor().post('/imports', {
      resource: 'sales-orders',
      csv: 'notes\nx',
      mapping: { notes: 'notes' },
    })
    assertRefused(unkeyed, 422, 'VALIDATION_ERROR')
    const csv = csvOf(['orderNumber', 'notes'], [order.orderNumber, 'Ring twice'], ['SO-1', 'x'])
    const job = await orders(csv)
    assert.deepEqual([job.key, ...countsOf(job)], [['orderNumber'], 0, 1, 0, 1])
    assert.equal((await read(kontor(), `/sales-orders/${order.id}`)).notes, 'Ring twice')
  })

  test('stock movements and payments are imported with their effects', async () => {
    const item = await createStockedItem(kontor(), 5)
    const csv = csvOf(
      ['externalIds.wms', 'itemCode', 'quantity', 'reason'],
      ['m1', item.itemCode, 7, 'receipt'],
      ['m2', item.itemCode, -99, 'adjustment'],
    )
    const job = await imported(kontor(), csv, { resource: 'stock-movements' })
    assert.deepEqual(countsOf(job), [1, 0, 0, 1], JSON.stringify(job))
    assert.equal((await read(kontor(), `/items/${item.id}`)).currentStock, 12)
    assert.deepEqual(countsOf(await imported(kontor(), csv, { resource: 'stock-movements' })), [0, 0, 1, 1])
  })

  test('what was exported from one database is imported into another, and is the same there', async () => {
    const codes = [newCode(), newCode()]
    for (const each of [kontor(), other()]) {
      for (const itemCode of codes) await createItem(each, { itemCode, sellingPrice: 9, taxRate: 19 })
      await createCustomer(each, { name: 'Round', externalIds: { crm: 'r1' } })
    }
    const customer = await read(kontor(), '/customers/by/externalIds.crm/r1')
    const items = await Promise.all(codes.map((code) => read(kontor(), `/items/by/itemCode/${code}`)))
    for (const id of ['r-1', 'r-2'])
      await createOrder(
        kontor(),
        items.map((item, index) => ({ item: item.id, quantity: index + 1, discount: 10 })),
        { customer, externalIds: { shop: id }, notes: `Note ${id}`, orderDate: '2026-02-03' },
      )
    const fields =
      'externalIds.shop,customer.externalIds.crm,orderDate,deliveryDate,paymentTerms,notes,items.item.itemCode,items.quantity,items.rate,items.discount,items.taxRate'
    const { text, status } = await kontor().get(
      `/sales-orders/export?customer=${customer.id}&order=asc&fields=${fields}`,
    )
    assert.equal(status, 200, text)
    const mapping = Object.fromEntries(fields.split(',').map((name) => [name, name]))
    const job = await imported(other(), text, { resource: 'sales-orders', mapping })
    assert.deepEqual(countsOf(job), [4, 0, 0, 0], JSON.stringify(job.errors))
    const again = await other().get(`/sales-orders/export?order=asc&fields=${fields}`)
    const withoutIds = (csv: string) => csv.replaceAll(/(^|\r\n)so_\w+/g, '$1').replaceAll(/lin_\w+/g, '')
    assert.equal(withoutIds(again.text), withoutIds(text))
  })

  test('an export by keys needs the right to read what it names', async () => {
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['read', 'export'] } })
    const { token } = await signedIn(kontor(), role)
    const path = '/sales-orders/export?fields=customer.externalIds.crm'
    assertRefused(await kontor().get(path, { token }), 403, 'FORBIDDEN')
    const hiding = await addRole(kontor().engine, {
      'sales-orders': { can: ['read', 'export'] },
      customers: { can: ['read'], hidden: ['externalIds'] },
    })
    const person = await signedIn(kontor(), hiding)
    assertRefused(await kontor().get(path, { token: person.token }), 403, 'FIELD_NOT_PERMITTED')
    assertRefused(await kontor().get('/sales-orders?fields=customer.externalIds.crm'), 400, 'INVALID_PARAMETER')
    assert.equal((await kontor().get('/sales-orders/export?fields=customer.name')).status, 400)
  })
})
