import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { assertUsualHeaders, exchange, frontDoorFor, type RawAnswer } from '../support/raw-http.ts'

/** Headers that are the same for every repetition of a request. */
const lasting = ({ headers }: RawAnswer) =>
  Object.entries(headers)
    .filter(([name]) => !/^(date|connection|keep-alive|ratelimit|x-ratelimit-.*)$/.test(name))
    .sort()

/** JSON goes to Node past the framework, and Node adds the headers of the connection. */
describe('Response headers', () => {
  const door = frontDoorFor(databaseKinds[0]!)
  const items = '/api/v1/items'
  const headers = { 'X-Request-Id': 'the-same-request' }

  function assertSame(answer: RawAnswer, last: RawAnswer): void {
    assertUsualHeaders(answer)
    assert.equal(answer.status, last.status)
    assert.equal(last.headers.connection, 'close')
    assert.equal(answer.headers.connection, 'keep-alive')
    assert.equal(answer.headers['keep-alive'], 'timeout=75')
    assert.ok(Math.abs(Date.parse(answer.headers.date!) - Date.parse(last.headers.date!)) < 60_000)
    assert.deepEqual(lasting(answer), lasting(last))
  }

  test('a read has the same headers on a kept connection as on one that is closed', async () => {
    const body = JSON.stringify({ itemCode: 'OPEN-1', itemName: 'Käse für 5 € 🧀' })
    const made = await door().ask('POST', items, { body })
    for (const target of [
      `${items}/${made.body.data.id}`,
      `${items}?search=open-1&fields=itemName`,
      '/api/v1/search?q=OPEN-1',
    ]) {
      const last = await door().ask('GET', target, { headers })
      const bytes = door().bytes('GET', target, { headers: { ...headers, Connection: 'keep-alive' } })
      const answers = await exchange(door().endpoint, Buffer.concat([bytes, bytes]), 2)
      for (const answer of answers) {
        assert.equal(answer.status, 200)
        assert.equal(answer.text, last.text)
        assertSame(answer, last)
      }
    }
  })

  test('a create and its repetition have the same headers on a kept connection as on one that is closed', async () => {
    const options = {
      body: JSON.stringify({ itemCode: 'OPEN-2', itemName: 'Once' }),
      headers: { ...headers, 'Idempotency-Key': 'once and no more' },
    }
    await door().ask('POST', items, options)
    const last = await door().ask('POST', items, options)
    const kept = door().bytes('POST', items, { ...options, headers: { ...options.headers, Connection: 'keep-alive' } })
    const [answer] = await exchange(door().endpoint, kept, 1)
    assert.equal(answer!.status, 201)
    assert.match(answer!.headers.location!, /\/api\/v1\/items\/itm_/)
    assertSame(answer!, last)
  })
})
