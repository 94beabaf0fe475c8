import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { createCustomer, createItem, leavingAsItWas, newCode, read } from '../support/records.ts'
import { countsOf, csvOf, ended, imported, type Json, started } from './importing.ts'

onEveryDatabase('An import', (kind) => {
  const kontor = kontorFor(kind)
  const itemsOf = async (category: string): Promise<Json[]> =>
    (await kontor().get(`/items?category=${category}&perPage=100&order=asc`)).body.data

  test('reports how it reads the columns, and what would happen, and writes nothing', async () => {
    const known = await createItem(kontor(), { itemName: 'Known' })
    const csv = [
      '\uFEFFItem Code;item_name;Preis;tax rate;City',
      `${newCode()};New;1;19;x`,
      `${known.itemCode.toLowerCase()};Changed;2;19;x`,
      `${newCode()};;3;19;x`,
      `${newCode()};Wrong;4;101;x`,
      ';;;;',
    ].join('\r\n')
    const job = await leavingAsItWas(kontor(), 'items', async () => ended(kontor(), await started(kontor(), { csv })))
    assert.deepEqual([job.status, job.dryRun, job.mode, job.delimiter], ['checked', true, 'upsert', ';'])
    assert.deepEqual(job.columns, ['Item Code', 'item_name', 'Preis', 'tax rate', 'City'])
    assert.deepEqual(job.mapping, {
      'Item Code': 'itemCode',
      item_name: 'itemName',
      Preis: 'sellingPrice',
      'tax rate': 'taxRate',
    })
    assert.deepEqual([job.key, job.sample.length, job.sample[0][1]], [['itemCode'], 4, 'New'])
    assert.deepEqual([job.ignored, job.decimalSeparator, job.format], [['City'], ',', 'csv'])
    assert.deepEqual([job.rowCount, job.processed, ...countsOf(job)], [4, 4, 1, 1, 0, 2])
    assert.deepEqual(
      job.errors.map(({ row, field, value }: Json) => [row, field, value]),
      [
        [4, 'itemName', ''],
        [5, 'taxRate', '101'],
      ],
    )
    const { id, itemCode: title } = known
    const changes = {
      itemCode: [title, title.toLowerCase()],
      itemName: ['Known', 'Changed'],
      sellingPrice: [0, 2],
      taxRate: [0, 19],
    }
    assert.deepEqual(job.changes, [{ row: 3, id, title, changes }])
    assert.match(job.errors[1].message, /^Tax rate must be at most 100/)
    assert.equal((await read(kontor(), `/items/${known.id}`)).version, 1)
  })

  test('imports rows under the rules of every record, and is safe to repeat', async () => {
    const category = newCode()
    const known = await createItem(kontor(), { itemName: 'Old name', category, sellingPrice: 5 })
    const code = newCode()
    const csv = csvOf(
      ['itemCode', 'itemName', 'category', 'sellingPrice', 'isActive', 'itemType'],
      [code, 'New', category, 2.5, 'NO', 'service'],
      [known.itemCode, 'New name', category, '', '', ''],
    )
    const job = await imported(kontor(), csv)
    assert.deepEqual([job.status, ...countsOf(job)], ['completed', 1, 1, 0, 0])
    const [changed, fresh] = await itemsOf(category)
    assert.deepEqual([changed.itemName, changed.sellingPrice, changed.version], ['New name', 5, 2])
    assert.deepEqual([fresh.itemCode, fresh.status, fresh.itemType, fresh.uom], [code, 'inactive', 'Service', 'Nos'])
    assert.equal((await kontor().get(`/search?q=${code}`)).body.data.items[0].id, fresh.id)
    for (const mode of ['upsert', 'insert', 'update'])
      assert.deepEqual(countsOf(await imported(kontor(), csv, { mode })), [0, 0, 2, 0], mode)
    assert.deepEqual(
      (await itemsOf(category)).map(({ version }) => version),
      [2, 1],
    )
  })

  test('refuses later rows with the key or another unique value of an earlier row, in a dry run too', async () => {
    const [code, other] = [newCode(), newCode()]
    const csv = csvOf(
      ['itemCode', 'itemName', 'externalIds.shop'],
      [code, 'First', `${code}-a`],
      [other, 'Other', `${code}-a`],
      [code.toLowerCase(), 'Second', ''],
      [newCode(), 'Fine', `${code}-A`],
    )
    for (const dryRun of [true, false]) {
      const job = await imported(kontor(), csv, { dryRun })
      assert.deepEqual([job.key, ...countsOf(job)], [['itemCode'], 2, 0, 0, 2])
      assert.deepEqual(
        job.errors.map(({ row, field, message, value }: Json) => [row, field, message.split('.')[0], value]),
        [
          [3, 'externalIds.shop', 'Row 2 has the same externalIds', `${code}-a`],
          [4, 'itemCode', 'Row 2 has the same itemCode', code.toLowerCase()],
        ],
      )
    }
    const renamed = { mapping: { itemCode: 'itemCode', itemName: 'itemName' }, key: ['itemName'], dryRun: true }
    const job = await started(kontor(), {
      csv: csvOf(['itemCode', 'itemName'], [newCode(), 'Same'], [newCode(), 'Same']),
    })
    assert.deepEqual(countsOf(await ended(kontor(), job)), [2, 0, 0, 0])
    await kontor().post(`/imports/${job.id}/run`, renamed)
    assert.deepEqual(countsOf(await ended(kontor(), job)), [1, 0, 0, 1], 'found again for another key')
  })

  test('reads decimals by the separator that it is given, that of the table, or that of the language', async () => {
    const rows = [
      ['itemCode', 'itemName', 'sellingPrice', 'taxRate'],
      [newCode(), 'Bolt', '"59,90"', '19%'],
      [newCode(), 'Nut', '"1.250,50"', '7 %'],
    ]
    const csv = rows.map((row) => row.join('\t')).join('\n')
    const german = { headers: { 'accept-language': 'de' } }
    assert.deepEqual(countsOf(await imported(kontor(), csv, { dryRun: true })), [0, 0, 0, 2])
    const { body } = await kontor().post('/imports', { resource: 'items', csv }, german)
    assert.deepEqual(countsOf(await ended(kontor(), body.data)), [2, 0, 0, 0])
    const job = await imported(kontor(), csv, { decimalSeparator: ',' })
    assert.deepEqual(countsOf(job), [2, 0, 0, 0], JSON.stringify(job.errors))
    const { sellingPrice, taxRate } = await read(kontor(), `/items/by/itemCode/${rows[2]![0]}`)
    assert.deepEqual([sellingPrice, taxRate], [1250.5, 7])
  })

  test('of documents refuses rows in another currency than that of the company', async () => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const csv = csvOf(
      ['externalIds.shop', 'customer', 'currency', 'items.item', 'items.quantity'],
      ['usd-1', customer.id, 'USD', item.id, 1],
      ['eur-1', customer.id, 'eur', item.id, 1],
      ['any-1', customer.id, '', item.id, 1],
    )
    for (const dryRun of [true, false]) {
      const job = await imported(kontor(), csv, { resource: 'sales-orders', dryRun })
      assert.deepEqual([job.ignored, ...countsOf(job)], [['currency'], 2, 0, 0, 1], JSON.stringify(job.errors))
      const [{ row, field, message, value }] = job.errors
      assert.deepEqual([row, field, value], [2, 'currency', 'USD'])
      assert.match(message, /EUR/)
    }
    const again = await imported(kontor(), csv.replace(',eur,', ',CHF,'), { resource: 'sales-orders' })
    assert.deepEqual(countsOf(again), [0, 0, 1, 2])
  })

  test('by another key than the id ignores the ids of another database, and refuses those of other records', async () => {
    const [known, other] = [await createItem(kontor(), { itemName: 'Known' }), await createItem(kontor())]
    const foreign = 'itm_0000000000000000000'
    const table = (code: string, id: string) => csvOf(['id', 'itemCode', 'itemName'], [id, code, 'New name'])
    const key = ['itemCode']
    assert.deepEqual(countsOf(await imported(kontor(), table(known.itemCode, foreign), { key })), [0, 1, 0, 0])
    assert.deepEqual(countsOf(await imported(kontor(), table(newCode(), foreign), { key })), [1, 0, 0, 0])
    assert.deepEqual(countsOf(await imported(kontor(), table(known.itemCode, known.id), { key })), [0, 0, 1, 0])
    for (const code of [known.itemCode, newCode()]) {
      const { errors } = await imported(kontor(), table(code, other.id), { key })
      assert.deepEqual([errors[0].field, errors[0].value], ['id', other.id])
      assert.match(errors[0].message, /belongs to another item/)
    }
    const byId = await imported(kontor(), table(known.itemCode, foreign))
    assert.deepEqual([byId.key, byId.failed], [['id'], 1])
    assert.match(byId.errors[0].message, /^There is no item with the id "itm_0000000000000000000"\. /)
  })

  test('skips existing records, or creates none, depending on its mode', async () => {
    const known = await createItem(kontor(), { itemName: 'Known' })
    const csv = csvOf(['itemCode', 'itemName'], [known.itemCode, 'Changed'], [newCode(), 'New'])
    assert.deepEqual(countsOf(await imported(kontor(), csv, { mode: 'update' })), [0, 1, 0, 1])
    const again = csvOf(['itemCode', 'itemName'], [known.itemCode, 'Once more'], [newCode(), 'New'])
    assert.deepEqual(countsOf(await imported(kontor(), again, { mode: 'insert' })), [1, 0, 1, 0])
    assert.equal((await read(kontor(), `/items/${known.id}`)).itemName, 'Changed')
  })

  test('returns the rows that it refused, to be corrected and sent again', async () => {
    const [good, bad] = [newCode(), newCode()]
    const csv = `itemCode,itemName,note\n${good},Good,x\n${bad},,"a, ""b"""\n=1,,\n`
    const job = await imported(kontor(), csv)
    assert.deepEqual(countsOf(job), [1, 0, 0, 2])
    const { text, headers } = await kontor().get(`/imports/${job.id}/failed-rows`)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(headers['content-disposition']!, /^attachment; filename="failed-items\.csv"$/)
    const rows: Json[] = parse(text, { columns: true })
    assert.deepEqual(rows, [
      { itemCode: bad, itemName: '', note: 'a, "b"', error: 'Item name is required.' },
      { itemCode: "'=1", itemName: '', note: '', error: 'Item name is required.' },
    ])
    const mended = text.replace(`${bad},,`, `${bad},Mended,`)
    assert.deepEqual(countsOf(await imported(kontor(), mended)), [1, 0, 0, 1])
  })

  test('of an export changes nothing', async () => {
    const category = newCode()
    for (const description of ['=1+1', '+49', ' a; "b",\nc ', 'ä'])
      await createItem(kontor(), { category, description, images: ['https://a.example/1', 'https://a.example/2'] })
    const { text } = await kontor().get(`/items/export?category=${category}`)
    const job = await imported(kontor(), text)
    assert.deepEqual([job.key, ...countsOf(job)], [['id'], 0, 0, 4, 0])
    await createCustomer(kontor(), { name: 'Exported', phone: '+49 40', address: { city: 'Kiel' }, creditLimit: 5 })
    const exported = await kontor().get('/customers/export?name=Exported')
    const back = await imported(kontor(), exported.text, { resource: 'customers' })
    assert.deepEqual(countsOf(back), [0, 0, 1, 0], JSON.stringify(back.errors))
  })

  test('reads numbers in the format of the table, parts of groups, and lists', async () => {
    const category = newCode()
    const csv = `itemCode;itemName;category;sellingPrice;images\n${newCode()};Bolt;${category};"1234,5";"https://a.example/1; https://a.example/2"`
    assert.deepEqual(countsOf(await imported(kontor(), csv)), [1, 0, 0, 0])
    const [item] = await itemsOf(category)
    assert.deepEqual([item.sellingPrice, item.images], [1234.5, ['https://a.example/1', 'https://a.example/2']])
    const refused = await imported(kontor(), `itemCode,itemName,sellingPrice\n${newCode()},Nut,"1,234"`)
    assert.match(refused.errors[0].message, /Selling price must be a number/)
    const customers = 'name,city,country,creditHold\nGrouped import,Kiel,DE,yes\n'
    assert.deepEqual(countsOf(await imported(kontor(), customers, { resource: 'customers' })), [1, 0, 0, 0])
    const [customer] = (await kontor().get('/customers?name=Grouped import')).body.data
    assert.deepEqual([customer.address.city, customer.address.country, customer.creditHold], ['Kiel', 'DE', true])
    const moved = 'name,city\nGrouped import,Hamburg\n'
    assert.deepEqual(countsOf(await imported(kontor(), moved, { resource: 'customers' })), [0, 1, 0, 0])
    const after = await read(kontor(), `/customers/${customer.id}`)
    assert.deepEqual([after.address.city, after.address.country], ['Hamburg', 'DE'])
  })

  test('identifies a customer by name and e-mail address, or by the given key', async () => {
    const resource = 'customers'
    const [first, second] = [
      await createCustomer(kontor(), { name: 'Same', email: 'a@same.example' }),
      await createCustomer(kontor(), { name: 'Same', email: 'b@same.example' }),
    ]
    const csv = 'name,email,phone\nSame,a@same.example,1\nSame,b@same.example,2\nSame,c@same.example,3\n'
    const job = await imported(kontor(), csv, { resource })
    assert.deepEqual([job.key, ...countsOf(job)], [['name', 'email'], 1, 2, 0, 0])
    assert.equal((await read(kontor(), `/customers/${second.id}`)).phone, '2')
    const ambiguous = await imported(kontor(), 'name,phone\nSame,9\n', { resource })
    assert.match(ambiguous.errors[0].message, /More than one record of customers has this name/)
    const byEmail = await imported(kontor(), 'name,email\nRenamed,a@same.example\n', { resource, key: ['email'] })
    assert.deepEqual(countsOf(byEmail), [0, 1, 0, 0])
    const byId = `id,name\n${first.id},Renamed again\n,Quite new\ncus_none,Unknown\n`
    assert.deepEqual(countsOf(await imported(kontor(), byId, { resource })), [1, 1, 0, 1])
    assert.equal((await read(kontor(), `/customers/${first.id}`)).name, 'Renamed again')
  })

  test('guesses a column that is named like its field, with or without the name of the record before it', async () => {
    const rows = { csv: `Code,Name,Price,Item type,Tax rate\n${newCode()},Bolt,1,Product,19\n` }
    assert.deepEqual((await started(kontor(), rows)).mapping, {
      Code: 'itemCode',
      Name: 'itemName',
      'Item type': 'itemType',
      'Tax rate': 'taxRate',
    })
    const csv = 'Customer name,Customer e-mail,City,Code\nNew,new@guessed.example,Kiel,7\n'
    const { mapping } = await started(kontor(), { csv, resource: 'customers' })
    assert.deepEqual(mapping, { 'Customer name': 'name', 'Customer e-mail': 'email', City: 'address.city' })
  })

  test('asks for a mapping if it cannot guess one, and continues with it', async () => {
    const code = newCode()
    const waiting = await started(kontor(), { csv: `Artikel,Name\n${code},Bolzen\n`, dryRun: false })
    assert.deepEqual([waiting.status, waiting.mapping, waiting.processed], ['unmapped', { Name: 'itemName' }, 0])
    const run = (body: object) => kontor().post(`/imports/${waiting.id}/run`, body)
    const mapping = { Artikel: 'itemCode', Name: 'itemName' }
    // The work may be done before the response is written.
    const checking = (await run({ mapping, dryRun: true })).body.data
    assert.equal(checking.status, checking.finishedAt === null ? 'checking' : 'checked')
    const checked = await ended(kontor(), waiting)
    assert.deepEqual([checked.status, ...countsOf(checked)], ['checked', 1, 0, 0, 0])
    const running = (await run({})).body.data
    assert.equal(running.status, running.finishedAt === null ? 'running' : 'completed')
    const done = await ended(kontor(), waiting)
    assert.deepEqual(
      [done.status, done.mapping, done.key, ...countsOf(done)],
      ['completed', mapping, ['itemCode'], 1, 0, 0, 0],
    )
    await run({})
    assert.deepEqual(countsOf(await ended(kontor(), waiting)), [0, 0, 1, 0])
  })

  test('of many rows imports each once, also if the database refuses some of them', async () => {
    await kontor().engine.write((connection) =>
      connection.query({ sql: 'create unique index no_two_alike on items (description)', parameters: [] }),
    )
    const category = newCode()
    const count = 250
    const rows = Array.from({ length: count }, (_, index) => [
      `${category}-${index}`,
      `Many ${index}`,
      category,
      index === 130 ? 'alike 7' : `alike ${index}`,
    ])
    const job = await imported(kontor(), csvOf(['itemCode', 'itemName', 'category', 'description'], ...rows))
    await kontor().engine.write((connection) => connection.query({ sql: 'drop index no_two_alike', parameters: [] }))
    assert.deepEqual([job.status, ...countsOf(job)], ['completed', count - 1, 0, 0, 1])
    assert.deepEqual(
      job.errors.map(({ row, field }: Json) => [row, field]),
      [[132, 'description']],
    )
    assert.equal((await kontor().get(`/items?category=${category}`)).body.meta.total, count - 1)
  })

  test('is recorded in the audit log: the import, and every record under the same request', async () => {
    const { headers, body } = await kontor().post('/imports', {
      resource: 'items',
      csv: csvOf(['itemCode', 'itemName'], [newCode(), 'One'], [newCode(), 'Two']),
      dryRun: false,
    })
    await ended(kontor(), body.data)
    const { data } = (await kontor().get(`/audit-log?requestId=${headers['x-request-id']}&order=asc`)).body
    assert.deepEqual(
      data.map(({ action, resource }: Json) => `${action} ${resource}`),
      ['create imports', 'create items', 'create items', 'update imports'],
    )
    const [, update] = (await kontor().get(`/imports/${body.data.id}/history`)).body.data.toReversed()
    assert.deepEqual(Object.keys(update.changes).sort(), ['finishedAt', 'status'])
  })
})
