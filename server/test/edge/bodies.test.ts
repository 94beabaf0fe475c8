import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import {
  assertRefusal,
  assertUsualHeaders,
  exchange,
  frontDoorFor,
  openSocket,
  readAnswers,
} from '../support/raw-http.ts'

const ITEMS = '/api/v1/items'
const TOO_LARGE = JSON.stringify({ itemCode: 'x'.repeat(1_500_000) })
const STRANGER = { Authorization: null }

describe('A body', () => {
  const door = frontDoorFor(databaseKinds[0]!)
  const post = (body: string | Buffer, headers = {}) => door().ask('POST', ITEMS, { body, headers })
  const itemText = (itemCode: string) => JSON.stringify({ itemCode, itemName: 'Anvil' })

  test('that is no JSON is refused with the fault and its position', async () => {
    const faults = {
      '{bad': /expected property name.*line 1, column 2/,
      '{"a":1': /line 1, column 7/,
      '{\n "a": 1,\n}': /line 3, column 1/,
      '{"a":1} x': /line 1, column 9/,
      '{"a":"\n"}': /control character.*line 1, column 7/,
      '{"a": hello}': /unexpected character 'h'/,
      '\uFEFF': /ends too early/,
    }
    for (const [text, message] of Object.entries(faults)) {
      const answer = await post(text)
      assertRefusal(answer, 400, 'INVALID_JSON')
      assert.match(answer.body.error.message, message)
    }
  })

  test('that is refused as JSON is not repeated in the response', async () => {
    const body = '{"email": "a@b.example", "password": "correct horse battery" staple}'
    const answer = await door().ask('POST', '/api/v1/auth/login', { body, headers: STRANGER })
    assertRefusal(answer, 400, 'INVALID_JSON')
    assert.doesNotMatch(answer.text, /horse|staple/)
  })

  test('that is no object is refused', async () => {
    for (const text of ['[]', '"text"', '1', 'null', 'true']) assertRefusal(await post(text), 400, 'INVALID_JSON')
  })

  test('that is missing where one is needed is refused', async () => {
    assertRefusal(await post(''), 400, 'INVALID_JSON')
    assertRefusal(await door().ask('POST', ITEMS), 400, 'INVALID_JSON')
    const headers = { 'Content-Type': 'application/json' }
    assertRefusal(await door().ask('POST', ITEMS, { headers }), 400, 'INVALID_JSON')
  })

  test('that is empty is accepted where none is needed, whatever its type', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      const created = await post(itemText('EMPTY-BODY'))
      const headers = { 'Content-Type': type, 'Content-Length': '0' }
      const deleted = await door().ask('DELETE', `${ITEMS}/${created.body.data.id}`, { headers })
      assert.equal(deleted.status, 204)
      assertUsualHeaders(deleted)
    }
  })

  test('that is nested too deep is refused', async () => {
    const arrays = '['.repeat(5000) + ']'.repeat(5000)
    const objects = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    for (const text of [arrays, objects, `{"itemCode":${arrays}}`]) assertRefusal(await post(text), 400, 'INVALID_JSON')
  })

  test('with prototype properties is refused, and changes nothing', async () => {
    const texts = [
      '{"__proto__": {"isActive": false}}',
      '{"itemCode": "P", "itemName": "P", "category": {"__proto__": null}}',
      '{"\\u005f_proto__": {"isActive": false}}',
      '{"constructor": {"prototype": {"isActive": false}}}',
    ]
    for (const text of texts) {
      const answer = await post(text)
      assertRefusal(answer, 400, 'INVALID_JSON')
      assert.match(answer.body.error.message, /__proto__/)
    }
    assert.equal('isActive' in {}, false)
  })

  test('that is larger than 1 MB is refused, and the client gets the response although it is still sending', async () => {
    const headers = { Connection: 'keep-alive' }
    const [answer] = await exchange(door().endpoint, door().bytes('POST', ITEMS, { body: TOO_LARGE, headers }), 1)
    assertRefusal(answer!, 413, 'PAYLOAD_TOO_LARGE')

    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', ...headers }
    const size = TOO_LARGE.length.toString(16)
    const bytes = `${door().bytes('POST', ITEMS, { headers: chunked })}${size}\r\n${TOO_LARGE}\r\n0\r\n\r\n`
    const [second] = await exchange(door().endpoint, bytes, 1)
    assertRefusal(second!, 413, 'PAYLOAD_TOO_LARGE')
  })

  test('that is too large leaves the connection usable for the next request', async () => {
    const large = door().bytes('POST', ITEMS, { body: TOO_LARGE, headers: { Connection: 'keep-alive' } })
    const answers = await exchange(door().endpoint, Buffer.concat([large, door().bytes('GET', '/healthz')]))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [413, 200],
    )
  })

  test('of just under 1 MB is read', async () => {
    const answer = await post(JSON.stringify({ itemCode: 'x'.repeat(1_000_000), itemName: 'Long' }))
    assertRefusal(answer, 422, 'VALIDATION_ERROR')
  })

  test('of another type than JSON is refused', async () => {
    for (const type of [
      'text/plain',
      'text/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      ';;',
      null,
    ]) {
      assertRefusal(await post(itemText('TYPE'), { 'Content-Type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
  })

  test('may name its charset, and the type in capitals', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      assert.equal((await post(itemText(`CHARSET-${type.length}`), { 'Content-Type': type })).status, 201)
    }
  })

  test('may begin with a byte order mark', async () => {
    const answer = await post(`\uFEFF${itemText('WITH-MARK')}`)
    assert.equal(answer.status, 201)
    assert.equal(answer.body.data.itemCode, 'WITH-MARK')
  })

  test('that is not UTF-8 is refused instead of stored with question marks', async () => {
    const answer = await post(Buffer.from('{"itemCode":"LATIN","itemName":"M\u00fcller"}', 'latin1'))
    assertRefusal(answer, 400, 'INVALID_JSON')
    assert.match(answer.body.error.message, /UTF-8/)
  })

  test('that is shorter than announced is never processed', async () => {
    const socket = openSocket(door().endpoint)
    socket.end(door().bytes('POST', ITEMS, { body: itemText('CUT-OFF'), headers: { 'Content-Length': '1000' } }))
    await readAnswers(socket)
    assert.equal((await door().ask('GET', `${ITEMS}?itemCode=CUT-OFF`)).body.meta.total, 0)
  })
})

describe('A client without a credential', () => {
  const door = frontDoorFor(databaseKinds[0]!)
  const headers = { ...STRANGER, Connection: 'keep-alive' }
  const open = { 'Content-Type': 'application/json', 'Content-Length': '900000', ...headers }

  test('gets 401 before it has sent a byte of its body', async () => {
    for (const target of [ITEMS, '/api/v1/nowhere']) {
      const [answer] = await exchange(door().endpoint, door().bytes('POST', target, { headers: open }), 1)
      assertRefusal(answer!, 401, 'UNAUTHORIZED')
    }
  })

  test('is not told that its body is too large, of the wrong type or broken', async () => {
    for (const target of [ITEMS, '/api/v1/nowhere']) {
      const [large] = await exchange(door().endpoint, door().bytes('POST', target, { headers, body: TOO_LARGE }), 1)
      assertRefusal(large!, 401, 'UNAUTHORIZED')
      assertRefusal(await door().ask('POST', target, { headers: STRANGER, body: '{bad' }), 401, 'UNAUTHORIZED')
      const typed = { ...STRANGER, 'Content-Type': 'text/plain' }
      assertRefusal(await door().ask('POST', target, { headers: typed, body: 'x' }), 401, 'UNAUTHORIZED')
    }
  })

  test('with Expect: 100-continue is not told to continue', async () => {
    const asking = { ...open, Expect: '100-continue' }
    const answers = await exchange(door().endpoint, door().bytes('POST', ITEMS, { headers: asking }))
    assert.equal(answers.length, 1)
    assertRefusal(answers[0]!, 401, 'UNAUTHORIZED')
    assert.equal(answers[0]!.headers.connection, 'close')
  })

  test('differs from one with a credential, which is told to continue and then served', async () => {
    const body = JSON.stringify({ itemCode: 'ASKED-FIRST', itemName: 'Anvil' })
    const answers = await exchange(
      door().endpoint,
      door().bytes('POST', ITEMS, { headers: { Expect: '100-continue' }, body }),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [100, 201],
    )
  })
})
