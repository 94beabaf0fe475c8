import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import {
  assertRefused,
  create,
  createItem,
  customerBody,
  itemBody,
  leavingAsItWas,
  read,
  times,
} from '../support/records.ts'
import { changeable, changes, createWorld, type World } from '../support/world.ts'

const SECOND_MS = 1000
const PARALLEL = 32

onEveryDatabase('Versions', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })

  for (const { name } of changeable) describe(`of ${name}`, () => checkVersions(name))

  function checkVersions(name: string): void {
    const path = `/${name}`
    const change = changes[name]!
    const [field = ''] = Object.keys(change)
    const body = () => world.bodyOf(name)
    const newRecord = () => create(kontor(), path, body())
    const tagOf = async (id: string) => (await kontor().get(`${path}/${id}`)).headers.etag!
    const putIf = (id: string, ifMatch: string, sent: object = change) =>
      kontor().put(`${path}/${id}`, sent, { headers: { 'if-match': ifMatch } })

    test('the version begins at one and grows by one with every change', async () => {
      const { id, version } = await newRecord()
      assert.equal(version, 1)
      for (const expected of [2, 3, 4]) {
        const sent = { [field]: `Change ${expected}` }
        assert.equal((await kontor().put(`${path}/${id}`, sent)).body.data.version, expected)
        assert.equal((await read(kontor(), `${path}/${id}`)).version, expected)
      }
    })

    test('reading and refused writes do not move the version', async () => {
      const { id } = await newRecord()
      await kontor().get(`${path}/${id}`)
      await kontor().put(`${path}/${id}`, { nonsense: 1 })
      await putIf(id, '"99"')
      assert.equal((await read(kontor(), `${path}/${id}`)).version, 1)
    })

    test('a write moves updatedAt, and never id, createdAt or createdBy', async () => {
      const before = await newRecord()
      kontor().advance(SECOND_MS)
      const sent = { ...change, id: 'other', createdAt: '2001-01-01T00:00:00Z', createdBy: 'other', version: 70 }
      const { body: answer } = await kontor().put(`${path}/${before.id}`, sent)
      const after = answer.data
      assert.ok(after.updatedAt > before.updatedAt)
      assert.deepEqual([after.id, after.createdAt, after.createdBy], [before.id, before.createdAt, before.createdBy])
      assert.equal(after.version, 2)
    })

    test('create, read and update name the state in an ETag; a new state gets a new one', async () => {
      const created = await kontor().post(path, body())
      const { id } = created.body.data
      assert.match(created.headers.etag!, /^"[\w-]+"$/)
      assert.equal(await tagOf(id), created.headers.etag)
      const changed = await kontor().put(`${path}/${id}`, change)
      assert.notEqual(changed.headers.etag, created.headers.etag)
      assert.equal(await tagOf(id), changed.headers.etag)
    })

    test('If-Match with the current tag lets the write through', async () => {
      const { id } = await newRecord()
      const answer = await putIf(id, await tagOf(id))
      assert.equal(answer.status, 200)
      assert.equal((await putIf(id, answer.headers.etag!)).status, 200)
    })

    test('If-Match with a stale tag is 412, and nothing changes', async () => {
      const { id } = await newRecord()
      const stale = await tagOf(id)
      const { data } = (await kontor().put(`${path}/${id}`, change)).body
      const answer = await putIf(id, stale)
      assertRefused(answer, 412, 'VERSION_MISMATCH')
      assert.match(answer.body.error.message, /version 2/)
      assert.deepEqual(await read(kontor(), `${path}/${id}`), data)
    })

    test('If-Match takes *, a list of tags, and weak tags', async () => {
      const { id } = await newRecord()
      assert.equal((await putIf(id, '*')).status, 200)
      assert.equal((await putIf(id, `"77", ${await tagOf(id)} ,"78"`)).status, 200)
      assert.equal((await putIf(id, `W/${await tagOf(id)}`)).status, 200)
      assertRefused(await putIf(id, '"77", "78"'), 412, 'VERSION_MISMATCH')
    })

    for (const junk of ['4', '""', '"one"', '"1e0"', '"0x1"', '"-1"', '"1" "2"', 'W/', ',', '"01x"']) {
      test(`If-Match: ${junk} matches nothing`, async () => {
        const { id } = await newRecord()
        assertRefused(await putIf(id, junk), 412, 'VERSION_MISMATCH')
      })
    }

    test('If-Match guards PATCH and DELETE too', async () => {
      const { id } = await newRecord()
      const stale = { headers: { 'if-match': await tagOf(id) } }
      await kontor().put(`${path}/${id}`, change)
      assertRefused(await kontor().call('PATCH', `${path}/${id}`, { body: change, ...stale }), 412, 'VERSION_MISMATCH')
      await leavingAsItWas(kontor(), name, async () => {
        assertRefused(await kontor().delete(`${path}/${id}`, stale), 412, 'VERSION_MISMATCH')
      })
      const fresh = { headers: { 'if-match': await tagOf(id) } }
      assert.equal((await kontor().delete(`${path}/${id}`, fresh)).status, 204)
    })

    test('a record that is not there is 404, with If-Match too', async () => {
      assertRefused(await putIf('nothing', '"1"'), 404, 'NOT_FOUND')
      assertRefused(await putIf('nothing', '*'), 404, 'NOT_FOUND')
    })

    test(`of ${PARALLEL} parallel writes with the same If-Match exactly one wins`, async () => {
      const { id } = await newRecord()
      const tag = await tagOf(id)
      const answers = await times(PARALLEL, (index) => putIf(id, tag, { [field]: `Writer ${index}` }))
      const winners = answers.filter(({ status }) => status === 200)
      assert.equal(winners.length, 1)
      for (const answer of answers) if (answer !== winners[0]) assertRefused(answer, 412, 'VERSION_MISMATCH')
      assert.deepEqual(await read(kontor(), `${path}/${id}`), winners[0]!.body.data)
    })

    test('of parallel deletes exactly one finds the record', async () => {
      const { id } = await newRecord()
      const answers = await times(8, () => kontor().delete(`${path}/${id}`))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(7).fill(404)])
    })

    test('If-None-Match with the current tag is 304 without a body', async () => {
      const { id } = await newRecord()
      const tag = await tagOf(id)
      for (const given of [tag, `W/${tag}`, '*', `"77", ${tag}`]) {
        const answer = await kontor().get(`${path}/${id}`, { headers: { 'if-none-match': given } })
        assert.deepEqual([answer.status, answer.text, answer.headers.etag], [304, '', tag])
      }
    })

    test('If-None-Match with any other tag answers the record', async () => {
      const { id } = await newRecord()
      const stale = await tagOf(id)
      const { data } = (await kontor().put(`${path}/${id}`, change)).body
      for (const given of [stale, '"77"', 'junk']) {
        const answer = await kontor().get(`${path}/${id}`, { headers: { 'if-none-match': given } })
        assert.deepEqual([answer.status, answer.body.data], [200, data])
      }
    })
  }

  test('of the settings: If-Match guards the one record too', async () => {
    const { headers, body } = await kontor().get('/settings')
    const putIf = (ifMatch: string) => kontor().put('/settings', changes.settings, { headers: { 'if-match': ifMatch } })
    const changed = await putIf(headers.etag!)
    assert.deepEqual([changed.status, changed.body.data?.version], [200, body.data.version + 1], changed.text)
    assertRefused(await putIf(headers.etag!), 412, 'VERSION_MISMATCH')
    assert.equal((await putIf('*')).status, 200)
  })

  test('a move is a write: it has its version, and If-Match guards it', async () => {
    const order = await create(kontor(), '/sales-orders', world.bodyOf('sales-orders'))
    const move = (status: string, ifMatch: string) =>
      kontor().put(`/sales-orders/${order.id}/status`, { status }, { headers: { 'if-match': ifMatch } })
    assertRefused(await move('submitted', '"7"'), 412, 'VERSION_MISMATCH')
    const moved = await move('submitted', '"1"')
    assert.deepEqual([moved.status, moved.body.data.version], [200, 2])
    assertRefused(await move('cancelled', '"1"'), 412, 'VERSION_MISMATCH')
    assert.equal((await move('submitted', moved.headers.etag!)).body.data.version, 2, 'nothing happened')
    assert.equal((await read(kontor(), `/sales-orders/${order.id}`)).status, 'submitted')
  })
})

onEveryDatabase('Writes at the same time', (kind) => {
  const kontor = kontorFor(kind)

  test('parallel writes of different fields without If-Match lose nothing', async () => {
    const { id } = await createItem(kontor())
    const changes = {
      itemName: 'Hammer',
      category: 'Tools',
      uom: 'Box',
      sellingPrice: 1.5,
      costPrice: 0.75,
      reorderLevel: 3,
      description: 'Heavy',
      isActive: false,
    }
    const entries = Object.entries(changes)
    const answers = await Promise.all(entries.map(([name, value]) => kontor().put(`/items/${id}`, { [name]: value })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      entries.map(() => 200),
    )
    const after = await read(kontor(), `/items/${id}`)
    assert.deepEqual({ ...after, ...changes }, after)
    assert.equal(after.version, 1 + entries.length)
    const versions = answers.map(({ body }) => body.data.version).sort()
    assert.deepEqual(
      versions,
      entries.map((_, index) => index + 2),
    )
  })

  test('parallel writes of different parts of an address lose nothing', async () => {
    const { id } = await create(kontor(), '/customers', customerBody())
    const address = { street: 'Hafenstraße 12', city: 'Hamburg', state: 'HH', zipCode: '20457', country: 'DE' }
    await Promise.all(
      Object.entries(address).map(([part, value]) => kontor().put(`/customers/${id}`, { address: { [part]: value } })),
    )
    assert.deepEqual((await read(kontor(), `/customers/${id}`)).address, address)
  })

  test('If-Match on a create cannot match anything: it is 412, not 404, and nothing is created', async () => {
    const answer = await leavingAsItWas(kontor(), 'items', () =>
      kontor().post('/items', itemBody(), { headers: { 'if-match': '"1"' } }),
    )
    assertRefused(answer, 412, 'VERSION_MISMATCH')
  })
})
