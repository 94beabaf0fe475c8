import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { isObject } from '../../src/model/input.ts'
import type { AnyRecord, Resource } from '../../src/model/resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused, create, itemBody, leavingAsItWas, read, rowsIn } from '../support/records.ts'
import { changeable, changes, createWorld, type World } from '../support/world.ts'

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Fails unless the record holds all that was sent, in its lines too. */
function assertHolds(record: AnyRecord, sent: object): void {
  for (const [name, value] of Object.entries(sent)) {
    if (Array.isArray(value) && value.every(isObject)) {
      const lines = record[name] as AnyRecord[]
      assert.equal(lines.length, value.length)
      for (const [index, line] of value.entries()) assertHolds(lines[index]!, line)
    } else assert.deepEqual(record[name], value, name)
  }
}

onEveryDatabase('Contract 4.2: the five operations', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })

  for (const resource of changeable) describe(`on ${resource.name}`, () => checkOperations(resource))

  function checkOperations({ name, retained }: Resource): void {
    const path = `/${name}`
    const change = changes[name]!
    const body = () => world.bodyOf(name)
    const newRecord = () => create(kontor(), path, body())
    /** A record that stays in the table unseen is counted by the list alone. */
    const count = async () =>
      retained ? (await kontor().get(`${path}?perPage=1`)).body.meta.total : rowsIn(kontor(), name)

    test('GET lists records with their place in the list', async () => {
      const record = await newRecord()
      const { status, body: answer } = await kontor().get(path)
      assert.equal(status, 200)
      assert.equal(answer.success, true)
      assert.deepEqual(answer.data[0], record)
      const { page, perPage, total, totalPages } = answer.meta
      const rows = await count()
      assert.deepEqual([page, perPage, total, totalPages], [1, 20, rows, Math.ceil(rows / 20)])
    })

    test('GET with an id answers that one record', async () => {
      const record = await newRecord()
      const { status, body: answer } = await kontor().get(`${path}/${record.id}`)
      assert.equal(status, 200)
      assert.deepEqual(answer, { success: true, data: record })
    })

    test('POST creates a record and answers 201, the whole record and its address', async () => {
      const sent = body()
      const { status, headers, body: answer } = await kontor().post(path, sent)
      assert.equal(status, 201)
      assert.deepEqual(Object.keys(answer), ['success', 'data'])
      assertHolds(answer.data, sent)
      assert.equal(headers.location, `/api/v1${path}/${answer.data.id}`)
      assert.deepEqual(await read(kontor(), `${path}/${answer.data.id}`), answer.data)
    })

    test('PUT updates a record and answers 200 and the whole record', async () => {
      const record = await newRecord()
      const { status, headers, body: answer } = await kontor().put(`${path}/${record.id}`, change)
      assert.equal(status, 200)
      const { updatedAt } = answer.data
      assert.deepEqual(answer, {
        success: true,
        data: { ...record, ...change, updatedAt, version: record.version + 1 },
      })
      assert.equal(headers.location, undefined)
      assert.deepEqual(await read(kontor(), `${path}/${record.id}`), answer.data)
    })

    test('DELETE answers 204 with no content, and the record is gone', async () => {
      const { id } = await newRecord()
      const before = await count()
      const { status, headers, text } = await kontor().delete(`${path}/${id}`)
      assert.deepEqual([status, text, headers['content-type']], [204, '', undefined])
      assert.equal(await count(), before - 1)
      assertRefused(await kontor().get(`${path}/${id}`), 404, 'NOT_FOUND')
      assertRefused(await kontor().put(`${path}/${id}`, change), 404, 'NOT_FOUND')
      assertRefused(await kontor().delete(`${path}/${id}`), 404, 'NOT_FOUND')
      assert.deepEqual((await kontor().get(`${path}?id=${id}`)).body.data, [])
    })

    test('every operation needs a credential, and without one nothing happens', async () => {
      const record = await newRecord()
      const one = `${path}/${record.id}`
      const calls = [
        ['GET', path],
        ['GET', one],
        ['POST', path, body()],
        ['PUT', one, change],
        ['PATCH', one, change],
        ['DELETE', one],
      ] as const
      await leavingAsItWas(kontor(), name, async () => {
        for (const [method, address, sent] of calls) {
          const answer = await kontor().call(method, address, { token: null, ...(sent && { body: sent }) })
          assertRefused(answer, 401, 'UNAUTHORIZED')
          assert.match(answer.headers['www-authenticate']!, /^Bearer/)
          const stranger = await kontor().call(method, address, { token: 'made-up', ...(sent && { body: sent }) })
          assertRefused(stranger, 401, 'INVALID_TOKEN')
        }
      })
      assert.deepEqual(await read(kontor(), one), record)
    })

    test('PUT and DELETE need an id; the list itself cannot be changed or deleted', async () => {
      await newRecord()
      await leavingAsItWas(kontor(), name, async () => {
        assertRefused(await kontor().put(path, change), 405, 'METHOD_NOT_ALLOWED')
        assertRefused(await kontor().delete(path), 405, 'METHOD_NOT_ALLOWED')
        assertRefused(await kontor().delete(`${path}/`), 405, 'METHOD_NOT_ALLOWED')
      })
    })
  }
})

onEveryDatabase('Contract 1 and 9: what holds of every request', (kind) => {
  const kontor = kontorFor(kind)

  test('answers are JSON', async () => {
    for (const path of ['/items', '/items/nothing', '/nothing']) {
      const { headers, body } = await kontor().get(path)
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(typeof body.success, 'boolean')
    }
  })

  test('a body may say which encoding it has; one that is not JSON is refused', async () => {
    const send = (type: string) =>
      kontor().call('POST', '/items', { body: itemBody(), headers: { 'content-type': type } })
    assert.equal((await send('application/json; charset=utf-8')).status, 201)
    await leavingAsItWas(kontor(), 'items', async () => {
      assertRefused(await send('text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE')
      assertRefused(await send('application/x-www-form-urlencoded'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    })
  })

  test('every answer carries X-Request-Id: successes, refusals, and what leads nowhere', async () => {
    const { id } = await create(kontor(), '/items', itemBody())
    const answers = [
      await kontor().get('/items'),
      await kontor().get(`/items/${id}`, { headers: { 'if-none-match': '*' } }),
      await kontor().get('/items?page=abc'),
      await kontor().get('/items', { token: null }),
      await kontor().get('/nothing'),
      await kontor().get('root:/nothing'),
      await kontor().get('/items/%'),
      await kontor().get(`/items/${'x'.repeat(500)}`),
      await kontor().call('POST', '/items', { text: '{' }),
      await kontor().post('/items', {}),
      await kontor().delete(`/items/${id}`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 304, 400, 401, 404, 404, 400, 404, 400, 422, 204],
    )
    for (const { headers } of answers) assert.match(headers['x-request-id']!, UUID7)
    assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, answers.length)
  })

  for (const given of ['abcdefgh', 'Order-2026.01_7', 'x'.repeat(64)]) {
    test(`the client's own request id ${given.slice(0, 20)} is used`, async () => {
      const ok = await kontor().get('/items', { headers: { 'x-request-id': given } })
      assert.equal(ok.headers['x-request-id'], given)
      const refused = await kontor().get('/items/nothing', { headers: { 'x-request-id': given } })
      assert.equal(refused.headers['x-request-id'], given)
      assert.equal(refused.body.error.requestId, given)
    })
  }

  for (const given of ['short', 'x'.repeat(65), 'with space', 'söme-thing', '', '<script>alert</script>']) {
    test(`the request id ${JSON.stringify(given.slice(0, 24))} is replaced by one of our own`, async () => {
      const { headers } = await kontor().get('/items', { headers: { 'x-request-id': given } })
      assert.match(headers['x-request-id']!, UUID7)
    })
  }

  test('the version is a segment of the path: without it, or with another, there is nothing', async () => {
    assert.equal((await kontor().get('root:/api/v1/items')).status, 200)
    for (const path of ['root:/items', 'root:/api/items', 'root:/api/v2/items', 'root:/api/v1.0/items']) {
      assertRefused(await kontor().get(path), 404, 'NOT_FOUND')
    }
  })

  test('an unknown resource is nothing at all, and a stranger does not even learn that', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      assertRefused(await kontor().call(method, '/gadgets/1'), 404, 'NOT_FOUND')
      assertRefused(await kontor().call(method, '/gadgets/1', { token: null }), 401, 'UNAUTHORIZED')
    }
  })
})
