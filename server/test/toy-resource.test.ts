import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { migrations } from '../src/db/migrations/index.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { toys, toysMigration } from './support/toys.ts'
import { watching } from './support/watching.ts'

onEveryDatabase('A new plain resource is one declaration, one catalog line, one migration', (kind) => {
  const kontor = kontorFor(kind, { catalog: [...catalog, toys], migrations: [...migrations, toysMigration] })
  const newItem = async (itemCode: string) =>
    (await kontor().post('/items', { itemCode, itemName: itemCode })).body.data.id
  const newCustomer = async (name: string) => (await kontor().post('/customers', { name })).body.data.id

  test('it can be created, read, changed, listed and deleted', async () => {
    const created = await kontor().post('/toys', { name: 'Teddy', price: 9.95, box: { width: 0.25 }, tags: ['soft'] })
    assert.equal(created.status, 201)
    const { data } = created.body
    assert.match(data.id, /^toy_[0-9a-z]{20}$/)
    assert.deepEqual(
      [data.colour, data.status, data.isLoved, data.box, data.tags, data.parts, data.owner, data.version],
      ['red', 'new', false, { width: 0.25, label: null }, ['soft'], [], null, 1],
    )
    assert.deepEqual((await kontor().get(`/toys/${data.id}`)).body.data, data)
    const changed = await kontor().put(`/toys/${data.id}`, { box: { label: 'B' }, isLoved: true })
    assert.deepEqual(changed.body.data.box, { width: 0.25, label: 'B' })
    const listed = await kontor().get('/toys?colour=red&box.label=B&search=ted')
    assert.deepEqual(listed.body.data, [changed.body.data])
    assert.equal((await kontor().delete(`/toys/${data.id}`)).status, 204)
    assert.equal((await kontor().get('/toys')).body.meta.total, 0)
  })

  test('it is described by GET /resources without further code', async () => {
    const { data } = (await kontor().get('/resources/toys')).body
    assert.deepEqual([data.singular, data.path, data.title, data.idPrefix], ['toy', 'toys', 'name', 'toy'])
    const kinds = data.fields.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`)
    const declared = Object.entries(toys.fields).map(([name, field]) => `${name} ${field.kind.name}`)
    assert.deepEqual(kinds.slice(1, -4), declared)
    assert.deepEqual(data.statuses, ['new', 'worn', 'broken'])
    const listed = (await kontor().get('/resources')).body.data.find(({ name }: { name: string }) => name === 'toys')
    assert.deepEqual(listed, data)
  })

  test('its lines are kept in order, keep their ids when sent back, and are replaced as a whole', async () => {
    const [bolt, nut] = [await newItem('BOLT'), await newItem('NUT')]
    const created = await kontor().post('/toys', {
      name: 'Robot',
      parts: [
        { part: bolt, quantity: 4 },
        { part: nut, quantity: 0.5, note: 'half' },
      ],
    })
    assert.equal(created.status, 201, created.text)
    const [first, second] = created.body.data.parts
    assert.deepEqual([first.part, first.quantity, first.note], [bolt, 4, null])
    assert.deepEqual([second.part, second.quantity, second.note], [nut, 0.5, 'half'])

    const swapped = await kontor().put(`/toys/${created.body.data.id}`, {
      parts: [second, { part: bolt, quantity: 1 }, { ...first, quantity: 5 }],
    })
    const lines = swapped.body.data.parts
    assert.deepEqual([lines[0].id, lines[2].id, lines[2].quantity], [second.id, first.id, 5])
    assert.ok(lines[1].id && lines[1].id !== first.id && lines[1].id !== second.id)
    assert.deepEqual((await kontor().get(`/toys/${created.body.data.id}`)).body.data.parts, lines)

    const renamed = await kontor().put(`/toys/${created.body.data.id}`, { name: 'Robot 2' })
    assert.deepEqual(renamed.body.data.parts, lines)
    const cleared = await kontor().put(`/toys/${created.body.data.id}`, { parts: null })
    assert.deepEqual(cleared.body.data.parts, [])
  })

  test('a list shows the lines of every record without a query for each', async () => {
    const bolt = await newItem('BOLT-LIST')
    for (const name of ['L1', 'L2', 'L3']) {
      await kontor().post('/toys', { name, status: 'worn', parts: [{ part: bolt, quantity: 1, note: name }] })
    }
    const statements: string[] = []
    const listed = await watching(
      kontor().engine,
      ({ sql }) => statements.push(sql),
      () => kontor().get('/toys?status=worn&sort=name&order=asc'),
    )
    assert.deepEqual(
      listed.body.data.map((toy: { parts: { note: string }[] }) => toy.parts.map(({ note }) => note)),
      [['L1'], ['L2'], ['L3']],
    )
    assert.equal(statements.filter((sql) => sql.includes('toys_parts')).length, 1)
  })

  test('faults in lines are named by their path, those of references after all others', async () => {
    const refused = await kontor().post('/toys', {
      name: 'Broken',
      parts: [{ quantity: -1 }, 'x', { part: 'itm_nothing', quantity: 1, nte: 'y' }],
    })
    assert.equal(refused.status, 422)
    const fields = refused.body.error.details.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['parts[0].part', 'parts[0].quantity', 'parts[1]', 'parts[2].nte', 'parts[2].part'])
  })

  test('an unknown id inside a body is refused on its field', async () => {
    const bolt = await newItem('BOLT-REF')
    const refused = await kontor().post('/toys', {
      name: 'Lost',
      owner: 'cus_nobody',
      parts: [
        { part: bolt, quantity: 1 },
        { part: 'itm_nothing', quantity: 1 },
      ],
    })
    assert.equal(refused.status, 422)
    const fields = refused.body.error.details.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields.sort(), ['owner', 'parts[1].part'])
    assert.equal((await kontor().get('/toys?name=Lost')).body.meta.total, 0)
  })

  test('what is used elsewhere cannot be deleted, and the refusal says by what', async () => {
    const [bolt, owner] = [await newItem('BOLT-USED'), await newCustomer('Owner')]
    const toy = await kontor().post('/toys', { name: 'Used', owner, parts: [{ part: bolt, quantity: 1 }] })
    for (const path of [`/items/${bolt}`, `/customers/${owner}`]) {
      const refused = await kontor().delete(path)
      assert.equal(refused.status, 422)
      assert.equal(refused.body.error.code, 'RESOURCE_IN_USE')
      assert.match(refused.body.error.message, /1 toy /)
      assert.ok(refused.body.error.message.includes(toy.body.data.id))
      assert.match(refused.body.error.message, /inactive instead/)
      assert.equal((await kontor().get(path)).status, 200)
    }
    await kontor().delete(`/toys/${toy.body.data.id}`)
    assert.equal((await kontor().delete(`/items/${bolt}`)).status, 204)
    assert.equal((await kontor().delete(`/customers/${owner}`)).status, 204)
  })

  test('a status that only another resource knows gives an empty list; an unknown word is refused', async () => {
    assert.deepEqual((await kontor().get('/items?status=broken')).body.data, [])
    assert.equal((await kontor().get('/items?status=broken')).status, 200)
    const refused = await kontor().get('/items?status=brokken')
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.code, 'INVALID_FILTER')
  })

  test('a reader never sees a record without its lines', async () => {
    const bolt = await newItem('BOLT-WHOLE')
    const parts = Array.from({ length: 10 }, () => ({ part: bolt, quantity: 1 }))
    let isWriting = true
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, index) => kontor().post('/toys', { name: `Whole ${index}`, parts })),
    ).finally(() => {
      isWriting = false
    })
    let looks = 0
    while (isWriting) {
      await nextTurn() // requests inside the process would otherwise never let the writers go on
      const { data } = (await kontor().get('/toys?search=whole&perPage=100')).body
      for (const toy of data) assert.equal(toy.parts.length, 10)
      looks++
    }
    await writing
    assert.ok(looks > 0)
    assert.equal((await kontor().get('/toys?search=whole')).body.meta.total, 40)
  })
})
