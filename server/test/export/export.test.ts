import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { itemAt } from '../../src/demo/sized/items.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, behindTheScenes, signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'
import { createWorld, listed } from '../support/world.ts'

/** More than two pieces of an export. */
const MANY = 450

onEveryDatabase('An export', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    await createWorld(kontor())
  })

  async function exported(address: string, options?: CallOptions): Promise<Record<string, string>[]> {
    const { status, headers, text } = await kontor().get(address, options)
    assert.equal(status, 200, text)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    return parse(text, { columns: true })
  }

  for (const { name } of listed) {
    test(`of ${name} has a row for every record, with its values`, async () => {
      const rows = await exported(`/${name}/export`)
      const { data } = (await kontor().get(`/${name}?perPage=100`)).body
      assert.deepEqual(
        rows.map(({ id }) => id),
        data.map(({ id }: { id: string }) => id),
      )
      for (const [field, value] of Object.entries(data[0]))
        if (typeof value !== 'object' || value === null) assert.equal(rows[0]![field], String(value ?? ''), field)
    })
  }

  test('is a download with the resource and the day in its name', async () => {
    const { headers, text } = await kontor().get('/items/export')
    assert.match(headers['content-disposition']!, /^attachment; filename="items-\d{4}-\d\d-\d\d\.csv"$/)
    assert.match(text, /^id,itemCode,itemName,/)
    for (const line of text.split('\n').slice(0, -1)) assert.ok(line.endsWith('\r'))
    const head = await kontor().call('HEAD', '/items/export')
    assert.deepEqual([head.status, head.text], [200, ''])
  })

  test('takes the filters, the search, the order and the fields of the list', async () => {
    const category = 'Exported'
    for (const itemName of ['Beta bolt', 'Alpha bolt', 'Gamma nut'])
      await createItem(kontor(), { itemName, category, sellingPrice: 1.5 })
    const rows = await exported(
      `/items/export?category=${category}&search=bolt&sort=itemName&order=asc&fields=itemName,sellingPrice&sellingPrice[gt]=1`,
    )
    assert.deepEqual(
      rows.map(({ id: _, ...rest }) => rest),
      [
        { itemName: 'Alpha bolt', sellingPrice: '1.5' },
        { itemName: 'Beta bolt', sellingPrice: '1.5' },
      ],
    )
    assert.deepEqual(await exported('/items/export?category=Nothing'), [])
    assert.match((await kontor().get('/items/export?category=Nothing')).text, /^id,.*\r\n$/)
  })

  test('of more than one chunk has every record once, in order', async () => {
    await behindTheScenes(kontor().engine, async (records) => {
      for (let index = 0; index < MANY; index++) {
        const itemCode = `MANY-${String(index).padStart(4, '0')}`
        const [itemName, category] = [`Many ${index % 7}`, index % 2 ? null : 'Even']
        await records.insert(items, { ...itemAt(index, ''), itemCode, itemName, category })
      }
    })
    for (const query of ['sort=itemCode&order=asc', 'sort=itemName&order=desc', 'sort=category&order=asc', '']) {
      const rows = await exported(`/items/export?itemCode[like]=MANY-%25&${query}`)
      assert.equal(new Set(rows.map(({ itemCode }) => itemCode)).size, MANY)
      assert.equal(rows.length, MANY)
      const firsts = (await kontor().get(`/items?itemCode[like]=MANY-%25&perPage=100&${query}`)).body.data
      assert.deepEqual(
        rows.slice(0, 100).map(({ id }) => id),
        firsts.map(({ id }: { id: string }) => id),
      )
    }
  })

  test('keeps any text as it is, and marks text that a spreadsheet would take for a formula with an apostrophe', async () => {
    const texts = [
      ['a, "b"\nc', 'a, "b"\nc'],
      ['=1+1', "'=1+1"],
      ['+49 40 123', "'+49 40 123"],
      ['-5', "'-5"],
      ['@sum', "'@sum"],
      ['a\n\tx', "a\n'\tx"],
      ['Muster GmbH\n=1+1', "Muster GmbH\n'=1+1"],
      ['Muster GmbH\r=1+1', "Muster GmbH\r'=1+1"],
      ['Bolt;=1+1', "Bolt;'=1+1"],
      ['Bolt\t@1|-2,+3', "Bolt\t'@1|'-2,'+3"],
      ["'=1", "''=1"],
      ["'quoted", "'quoted"],
      ['ä 😀', 'ä 😀'],
      ['pad  ded', 'pad  ded'],
    ] as const
    for (const [description] of texts) await createItem(kontor(), { category: 'Odd', description })
    const rows = await exported('/items/export?category=Odd&order=asc')
    assert.deepEqual(
      rows.map(({ description }) => description),
      texts.map(([, cell]) => cell),
    )
    const { text } = await kontor().get('/items/export?category=Odd')
    assert.doesNotMatch(text, /(^|[\r\n,;\t|])"*[=+\-@]/)
    const { id } = await createItem(kontor())
    await create(kontor(), '/stock-movements', { item: id, quantity: 7, reason: 'receipt' })
    await create(kontor(), '/stock-movements', { item: id, quantity: -2.5, reason: 'write_off' })
    const moved = await exported(`/stock-movements/export?item=${id}&order=asc`)
    assert.deepEqual(
      moved.map(({ quantity }) => quantity),
      ['7', '-2.5'], // a number is no formula
    )
  })

  test('has a column for each part of a group, and the entries of a list in one', async () => {
    await createCustomer(kontor(), { name: 'Grouped', address: { city: 'Kiel', country: 'DE' } })
    const [customer] = await exported('/customers/export?name=Grouped')
    assert.deepEqual([customer!['address.city'], customer!['address.street']], ['Kiel', ''])
    assert.equal(customer!['balance.outstanding'], '0')
    const images = ['https://example.com/1.png', 'https://example.com/2.png']
    await createItem(kontor(), { itemName: 'Pictured', images })
    const [item] = await exported('/items/export?itemName=Pictured')
    assert.equal(item!.images, images.join('; '))
  })

  test('shows lines as their number, or one by one on request', async () => {
    const [bolt, nut] = [await createItem(kontor(), { sellingPrice: 2 }), await createItem(kontor())]
    const { id, orderNumber } = await createOrder(kontor(), [{ item: bolt.id, quantity: 3 }, nut])
    const [whole] = await exported(`/sales-orders/export?id=${id}`)
    assert.equal(whole!.items, '2')
    assert.equal('allowedTransitions' in whole!, false)
    const rows = await exported(`/sales-orders/export?id=${id}&fields=orderNumber,items`)
    assert.deepEqual(
      rows.map((row) => [row.orderNumber, row['items.itemCode'], row['items.quantity'], row['items.amount']]),
      [
        [orderNumber, bolt.itemCode, '3', '6'],
        [orderNumber, nut.itemCode, '1', '0'],
      ],
    )
    assert.equal('items.billedAmount' in rows[0]!, false)
  })

  test('has lists of objects as JSON that can be parsed, also with negative numbers and formulas in it', async () => {
    const { id } = await createItem(kontor(), { itemName: 'a;=1', sellingPrice: 3 })
    await create(kontor(), '/stock-movements', { item: id, quantity: 9, reason: 'receipt' })
    await create(kontor(), '/stock-movements', { item: id, quantity: -4, reason: 'write_off' })
    const rows = await exported('/audit-log/export?fields=resource,changes&resource[in]=items,stock-movements')
    const changes = rows.map((row) => JSON.parse(row.changes!))
    assert.ok(changes.some(({ itemName }) => itemName?.[1] === 'a;=1'))
    assert.ok(changes.some(({ quantity }) => quantity?.[1] === -4))
  })

  test('needs the right to export, and to read as well', async () => {
    for (const [role, path] of [
      ['viewer', '/items/export'],
      ['sales', '/items/export'],
      ['sales', '/sales-orders/export'],
      ['manager', '/audit-log/export'],
    ] as const) {
      const { token } = await signedIn(kontor(), role)
      assertRefused(await kontor().get(path, { token }), 403, 'FORBIDDEN')
    }
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, { items: { can: ['export'] } }))
    assertRefused(await kontor().get('/items/export', { token }), 403, 'FORBIDDEN')
    const key = await createKey(kontor(), { scopes: ['write'] })
    assertRefused(await kontor().get('/items/export', withKey(key)), 403, 'INSUFFICIENT_SCOPE')
    assertRefused(await kontor().get('/items/export', { token: null }), 401, 'UNAUTHORIZED')
    assertRefused(await kontor().get('/settings/export'), 404, 'NOT_FOUND')
  })

  test('contains neither hidden fields nor records of others', async () => {
    const can = ['read', 'create', 'export'] as const
    const role = await addRole(kontor().engine, {
      items: { can, own: true, hidden: ['costPrice'] },
      'sales-orders': { can, hidden: ['items.rate', 'total'] },
      customers: { can, hidden: ['address.city', 'balance'] },
    })
    const { token } = await signedIn(kontor(), role)
    assert.deepEqual(await exported('/items/export', { token }), [])
    await kontor().post('/items', { itemCode: 'OWN', itemName: 'Own' }, { token })
    const [own, ...others] = await exported('/items/export', { token })
    assert.deepEqual([own!.itemCode, 'costPrice' in own!, others.length], ['OWN', false, 0])
    const [order] = await exported('/sales-orders/export?fields=orderNumber,items', { token })
    assert.deepEqual(['items.rate' in order!, 'items.quantity' in order!], [false, true])
    const [customer] = await exported('/customers/export', { token })
    const shown = ['address.city', 'address.zipCode', 'balance.outstanding'].map((name) => name in customer!)
    assert.deepEqual(shown, [false, true, false])
    for (const query of ['fields=costPrice', 'costPrice[gt]=1', 'sort=costPrice'])
      assertRefused(await kontor().get(`/items/export?${query}`, { token }), 403, 'FIELD_NOT_PERMITTED')
  })

  test('is recorded in the audit log, with the user and the query', async () => {
    const { token, id } = await signedIn(kontor(), 'manager')
    await exported('/customers/export?type=Company', { token })
    const { data } = (await kontor().get(`/audit-log?actor=${id}&action=export`)).body
    assert.equal(data.length, 1)
    assert.deepEqual(
      [data[0].resource, data[0].operation, data[0].changes],
      ['customers', 'customers.export', { query: [null, 'type=Company'] }],
    )
  })

  test('with an invalid query is refused like a list', async () => {
    for (const [query, code] of [
      ['page=2', 'INVALID_PARAMETER'],
      ['perPage=5', 'INVALID_PARAMETER'],
      ['cursor=x', 'INVALID_PARAMETER'],
      ['includeTotal=true', 'INVALID_PARAMETER'],
      ['colour=red', 'INVALID_FILTER'],
      ['sort=description', 'INVALID_SORT'],
      ['fields=colour', 'INVALID_PARAMETER'],
    ])
      assertRefused(await kontor().get(`/items/export?${query}`), 400, code!)
  })
})
