import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from '../../src/db/migrations/index.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, newCode, read } from '../support/records.ts'
import { toys, toysMigration } from '../support/toys.ts'
import { askForImport, countsOf, csvOf, ended, imported, type Json, started } from './importing.ts'

const some = () => csvOf(['itemCode', 'itemName'], [newCode(), 'One'])

onEveryDatabase('An import is refused', (kind) => {
  const kontor = kontorFor(kind)

  test('to a user who may not do the same to one record', async () => {
    const viewer = await signedIn(kontor(), 'viewer')
    assertRefused(await askForImport(kontor(), { csv: some() }, viewer), 403, 'FORBIDDEN')
    const warehouse = await signedIn(kontor(), 'warehouse') // changes items, makes none
    assertRefused(await askForImport(kontor(), { csv: some() }, warehouse), 403, 'FORBIDDEN')
    assertRefused(await askForImport(kontor(), { csv: some(), mode: 'insert' }, warehouse), 403, 'FORBIDDEN')
    const reader = await createKey(kontor(), { scopes: ['read'] })
    assertRefused(await askForImport(kontor(), { csv: some() }, withKey(reader)), 403, 'INSUFFICIENT_SCOPE')
    const narrow = await createKey(kontor(), { scopes: ['write'], resources: { imports: ['write'] } })
    assertRefused(await askForImport(kontor(), { csv: some() }, withKey(narrow)), 403, 'INSUFFICIENT_SCOPE')
    assertRefused(await askForImport(kontor(), { csv: some() }, { token: null }), 401, 'UNAUTHORIZED')
  })

  test('for a field that is hidden from the role or read-only for it', async () => {
    const warehouse = await signedIn(kontor(), 'warehouse')
    const item = await createItem(kontor(), { costPrice: 7 })
    const csv = csvOf(['itemCode', 'uom', 'costPrice'], [item.itemCode, 'Box', 1])
    const guessed = await ended(kontor(), await started(kontor(), { csv, mode: 'update', dryRun: false }, warehouse))
    assert.deepEqual([guessed.mapping, ...countsOf(guessed)], [{ itemCode: 'itemCode', uom: 'uom' }, 0, 1, 0, 0])
    const mapping = { itemCode: 'itemCode', costPrice: 'costPrice' }
    assertInvalid(await askForImport(kontor(), { csv, mode: 'update', mapping }, warehouse), 'mapping.costPrice')
    const renaming = csvOf(['id', 'itemCode'], [item.id, newCode()])
    const refused = await imported(kontor(), renaming, { mode: 'update' }, warehouse)
    assert.match(refused.errors[0].message, /may not change/)
    const after = await read(kontor(), `/items/${item.id}`)
    assert.deepEqual([after.uom, after.costPrice, after.itemCode], ['Box', 7, item.itemCode])
    const { token } = await signedIn(kontor(), 'sales')
    const limits = csvOf(['name', 'creditLimit'], [newCode(), 5000])
    const customers = await imported(kontor(), limits, { resource: 'customers' }, { token })
    assert.deepEqual([countsOf(customers), customers.errors[0].field], [[0, 0, 0, 1], 'creditLimit'])
  })

  test('for records of others, to a user limited to their own', async () => {
    const can = ['read', 'create', 'update'] as const
    const role = await addRole(kontor().engine, { items: { can, own: true } })
    const { token } = await signedIn(kontor(), role)
    const theirs = await createItem(kontor(), { itemName: 'Theirs' })
    const job = await imported(kontor(), csvOf(['itemCode', 'itemName'], [theirs.itemCode, 'Mine now']), {}, { token })
    assert.deepEqual(countsOf(job), [0, 0, 0, 1])
    assert.equal((await read(kontor(), `/items/${theirs.id}`)).itemName, 'Theirs')
  })

  test('as a way to ask for values of records that the user may not read: a dry run does not know them', async () => {
    const can = ['read', 'create', 'update'] as const
    const role = await addRole(kontor().engine, { items: { can, own: true }, customers: { can, own: true } })
    const { token } = await signedIn(kontor(), role)
    const item = await createItem(kontor(), { category: 'Hidden', uom: 'Theirs' })
    await createCustomer(kontor(), { name: 'Theirs', email: 'theirs@example.com', creditLimit: 4711 })
    const tables = [
      { resource: 'items', csv: csvOf(['itemCode', 'itemName'], [item.itemCode, 'Guess']) },
      { resource: 'items', csv: csvOf(['id', 'itemName'], [item.id, 'Guess']), mode: 'update' },
      { resource: 'items', csv: csvOf(['itemCode', 'itemName', 'uom'], [newCode(), 'Guess', 'Theirs']), key: ['uom'] },
      { resource: 'customers', csv: csvOf(['name', 'email'], ['Theirs', 'theirs@example.com']) },
      { resource: 'customers', csv: csvOf(['name', 'creditLimit'], ['Guess', 4711]), key: ['creditLimit'] },
    ]
    for (const table of tables) {
      const job = await ended(kontor(), await started(kontor(), table, { token }))
      const isUpdate = 'mode' in table
      assert.deepEqual(countsOf(job), isUpdate ? [0, 0, 0, 1] : [1, 0, 0, 0], JSON.stringify([table, job.errors]))
      if (isUpdate) assert.match(job.errors[0].message, /^There is no item/)
    }
    const mine = (await kontor().post('/items', { itemCode: newCode(), itemName: 'Mine', uom: 'Mine' }, { token })).body
      .data
    const known = csvOf(['itemCode', 'itemName', 'uom'], [mine.itemCode, 'Known', 'Mine'])
    for (const key of [['itemCode'], ['uom']])
      assert.deepEqual(
        countsOf(await ended(kontor(), await started(kontor(), { csv: known, key }, { token }))),
        [0, 1, 0, 0],
      )
  })

  test('to other users: each user has separate imports', async () => {
    const [one, two] = [await signedIn(kontor(), 'manager'), await signedIn(kontor(), 'manager')]
    const job = await started(kontor(), { csv: some() }, one)
    await ended(kontor(), job)
    for (const path of [`/imports/${job.id}`, `/imports/${job.id}/failed-rows`, `/imports/${job.id}/history`])
      assertRefused(await kontor().get(path, two), 404, 'NOT_FOUND')
    for (const path of ['run', 'cancel'])
      assertRefused(await kontor().post(`/imports/${job.id}/${path}`, {}, two), 404, 'NOT_FOUND')
    assert.deepEqual((await kontor().get('/imports', two)).body.data, [])
    assert.equal((await kontor().get('/imports', one)).body.data.length, 1)
    assert.doesNotMatch((await kontor().get(`/imports/${job.id}`, one)).text, /"origin"|"attempt"/)
  })

  test('if its settings are invalid, and nothing of it is kept', async () => {
    const ask = (body: object) => askForImport(kontor(), body)
    const csv = some()
    const before = (await kontor().get('/imports')).body.meta.total
    assertInvalid(await ask({}), 'csv')
    assertInvalid(await ask({ csv: '' }), 'csv')
    assertInvalid(await ask({ csv: 'itemCode,itemName\n' }), 'csv')
    assertInvalid(await ask({ csv: 'itemCode,itemCode\n1,2\n' }), 'csv')
    assertInvalid(await ask({ csv: `itemCode,itemName\n"1,2\n` }), 'csv')
    assertInvalid(await ask({ csv: `${Array.from({ length: 101 }, (_, i) => `c${i}`).join()}\n1` }), 'csv')
    for (const resource of ['settings', 'users', 'imports', 'nothing'])
      assert.match(assertInvalid(await ask({ csv, resource }), 'resource').resource!, /one of items, customers/)
    assertInvalid(await ask({ csv, mode: 'replace' }), 'mode')
    assertInvalid(await ask({ csv, delimiter: '-' }), 'delimiter')
    const wrong = { itemCode: 'itemCode', itemName: 'itemNam', itemKode: 'uom' }
    const messages = assertInvalid(await ask({ csv, mapping: wrong }), 'mapping.itemName', 'mapping.itemKode')
    assert.match(messages['mapping.itemName']!, /itemName/)
    assertInvalid(await ask({ csv, mapping: { itemCode: 'itemCode', itemName: 'itemCode' } }), 'mapping.itemName')
    assertInvalid(await ask({ csv, mapping: { itemName: 'itemName' } }), 'key')
    assertInvalid(await ask({ csv, mapping: {} }), 'mapping')
    assertInvalid(await ask({ csv, mapping: { itemCode: 'itemCode' }, key: ['uom'] }), 'key[0]')
    assertRefused(await kontor().put('/imports/imp_none', {}), 405, 'METHOD_NOT_ALLOWED')
    assertRefused(await kontor().get('/imports/imp_none/failed-rows'), 404, 'NOT_FOUND')
    assert.equal((await kontor().get('/imports')).body.meta.total, before)
  })

  test('for a row that has more cells than there are columns', async () => {
    const job = await imported(kontor(), `itemCode,itemName\n${newCode()},One,surplus\n${newCode()},Two,\n`)
    assert.deepEqual(countsOf(job), [1, 0, 0, 1])
    assert.match(job.errors[0].message, /3 cells, but there are 2 columns/)
  })
})

onEveryDatabase('Tables', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, toys], migrations: [...migrations, toysMigration] })

  test('can be downloaded as an empty template', async () => {
    const { text, headers } = await kontor().get('/imports/template?resource=customers')
    assert.match(headers['content-disposition']!, /^attachment; filename="customers\.csv"$/)
    assert.match(text, /^name,email,phone,type,address\.street,address\.city,.*\r\n$/)
    const orders = await kontor().get('/imports/template?resource=sales-orders')
    assert.match(
      orders.text,
      /^externalIds\.shop,customer\.externalIds\.shop,.*,items\.kind,items\.item\.itemCode,items\.description,items\.quantity,/,
    )
    const { token } = await signedIn(kontor(), 'warehouse')
    assert.doesNotMatch((await kontor().get('/imports/template?resource=items', { token })).text, /costPrice/)
    assertRefused(await kontor().get('/imports/template?resource=users'), 400, 'INVALID_PARAMETER')
    assertRefused(await kontor().get('/imports/template'), 400, 'INVALID_PARAMETER')
  })

  test('become records of any plain resource, without a line of code', async () => {
    const owner = await createCustomer(kontor())
    const csv = `Name,Colour,Price,Bought on,Is loved,Owner,Box width,Tags\nTeddy,BLUE,9.95,2026-01-31,1,${owner.id},2.5,soft; old\nDoll,pink,1,31.2.2026,x,cus_none,1,\n`
    const job = await imported(kontor(), csv, { resource: 'toys' })
    assert.deepEqual(countsOf(job), [1, 0, 0, 1], JSON.stringify(job.errors))
    const faults = job.errors.map(({ field }: Json) => field)
    assert.deepEqual(faults.sort(), ['boughtOn', 'colour', 'isLoved', 'owner'])
    const [teddy] = (await kontor().get('/toys?name=Teddy')).body.data
    assert.deepEqual(
      [teddy.colour, teddy.price, teddy.boughtOn, teddy.isLoved, teddy.owner, teddy.box.width, teddy.tags],
      ['blue', 9.95, '2026-01-31', true, owner.id, 2.5, ['soft', 'old']],
    )
    const lost = await imported(kontor(), 'name,owner\nLost,cus_none\n', { resource: 'toys' })
    assert.match(lost.errors[0].message, /Owner does not exist/)
  })
})
