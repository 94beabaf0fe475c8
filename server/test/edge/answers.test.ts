import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { signedIn } from '../support/people.ts'
import {
  ask,
  assertRefusal,
  assertUsualHeaders,
  eventually,
  exchange,
  frontDoorFor,
  openSocket,
} from '../support/raw-http.ts'

const STRANGER = { Authorization: null }

describe('Every response', () => {
  const door = frontDoorFor(databaseKinds[0]!)
  const items = '/api/v1/items'

  test('carries the request id and the rate limit if the request succeeds: 200, 201, 304, 204', async () => {
    const created = await door().ask('POST', items, { body: JSON.stringify({ itemCode: 'OK-1', itemName: 'Fine' }) })
    assert.equal(created.status, 201)
    const address = `${items}/${created.body.data.id}`
    const read = await door().ask('GET', address)
    assert.equal(read.status, 200)
    const unchanged = await door().ask('GET', address, { headers: { 'If-None-Match': read.headers.etag! } })
    assert.equal(unchanged.status, 304)
    assert.equal(unchanged.text, '')
    const deleted = await door().ask('DELETE', address)
    assert.equal(deleted.status, 204)
    assert.equal(deleted.text, '')
    for (const answer of [created, read, unchanged, deleted]) assertUsualHeaders(answer)
  })

  test('to HEAD has the headers of GET and no body, also for a refusal', async () => {
    const found = await door().ask('HEAD', items)
    assert.equal(found.status, 200)
    assert.ok(Number(found.headers['content-length']) > 0)
    const missing = await door().ask('HEAD', `${items}/itm_none`)
    assert.equal(missing.status, 404)
    const refused = await door().ask('HEAD', items, { headers: STRANGER })
    assert.equal(refused.status, 401)
    assert.match(refused.headers['www-authenticate']!, /^Bearer/)
    for (const answer of [found, missing, refused]) {
      assertUsualHeaders(answer)
      assert.equal(answer.text, '')
    }
  })

  test('is in the envelope when the request is refused: 400, 401, 403, 404, 422', async () => {
    assertRefusal(await door().ask('GET', `${items}?page=abc`), 400, 'INVALID_PARAMETER')
    assertRefusal(await door().ask('GET', items, { headers: STRANGER }), 401, 'UNAUTHORIZED')
    const { token } = await signedIn(door().kontor, 'viewer')
    const headers = { Authorization: `Bearer ${token}` }
    assertRefusal(await door().ask('POST', items, { headers, body: '{}' }), 403, 'FORBIDDEN')
    assertRefusal(await door().ask('GET', `${items}/itm_none`), 404, 'NOT_FOUND')
    assertRefusal(await door().ask('GET', '/nowhere'), 404, 'NOT_FOUND')
    assertRefusal(await door().ask('POST', items, { body: '{}' }), 422, 'VALIDATION_ERROR')
  })

  test('to a known address with the wrong method is 405, to a method that no address here answers to 404', async () => {
    for (const method of ['PATCH', 'DELETE']) assertRefusal(await door().ask(method, items), 405, 'METHOD_NOT_ALLOWED')
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY'])
      assertRefusal(await door().ask(method, items), 404, 'NOT_FOUND')
    assertRefusal(await door().ask('OPTIONS', '*'), 404, 'NOT_FOUND')
  })

  test('to a method that HTTP does not know is 400', async () => {
    const answer = await door().ask('FOO', items)
    assertRefusal(answer, 400, 'BAD_REQUEST')
    assert.match(answer.body.error.message, /method/)
  })

  test('to CONNECT is a refusal, and the server survives when the client disconnects first', async () => {
    assertRefusal(await door().ask('CONNECT', 'example.com:443'), 400, 'BAD_REQUEST')
    const socket = openSocket(door().endpoint)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n')
    socket.resetAndDestroy()
    assert.equal((await door().ask('GET', items)).status, 200)
  })

  test('to a malformed address is 400, in the path as in the query', async () => {
    for (const target of [`${items}/%zz`, '/nowhere/%zz', `${items}/%FF`, '/%']) {
      const answer = await door().ask('GET', target)
      assertRefusal(answer, 400, 'BAD_REQUEST')
      assert.match(answer.body.error.message, /hexadecimal/)
    }
    assertRefusal(await door().ask('GET', `${items}?category=%zz`), 400, 'INVALID_PARAMETER')
    assertRefusal(await door().ask('GET', `${items}?%zz=1`), 400, 'INVALID_PARAMETER')
  })

  test('to raw characters in the address says that they must be percent-encoded', async () => {
    for (const target of [`${items}?search=Müller`, `${items}/ü`, `${items}?search=two words`]) {
      const answer = await door().ask('GET', target)
      assertRefusal(answer, 400, 'BAD_REQUEST')
      assert.match(answer.body.error.message, /percent-encoded/)
    }
  })

  test('to an id that is too long to exist is 404, after authentication', async () => {
    const target = `${items}/${'a'.repeat(10_000)}`
    assertRefusal(await door().ask('GET', target), 404, 'NOT_FOUND')
    assertRefusal(await door().ask('GET', target, { headers: STRANGER }), 401, 'UNAUTHORIZED')
  })

  test('to an address or to headers that are far too long is 431', async () => {
    const large = 'a'.repeat(20_000)
    assertRefusal(await door().ask('GET', `${items}?search=${large}`), 431, 'HEADERS_TOO_LARGE')
    assertRefusal(await door().ask('GET', items, { headers: { 'X-Large': large } }), 431, 'HEADERS_TOO_LARGE')
    assertRefusal(await door().ask('GET', items, { headers: { Authorization: large } }), 431, 'HEADERS_TOO_LARGE')
  })

  test('to a repeated parameter is 400', async () => {
    const answer = await door().ask('GET', `${items}?page=1&page=2`)
    assertRefusal(answer, 400, 'INVALID_PARAMETER')
    assert.equal(answer.body.error.details[0].field, 'page')
  })

  test('to a request without Host is 400', async () => {
    const answer = await door().ask('GET', items, { headers: { Host: null } })
    assertRefusal(answer, 400, 'BAD_REQUEST')
    assert.match(answer.body.error.message, /Host/)
  })

  test('to a request with two Host headers is 400, also if they are the same', async () => {
    for (const second of ['Host: kontor.test', 'host: evil.example', 'HOST:']) {
      const bytes = `GET ${items} HTTP/1.1\r\nHost: kontor.test\r\n${second}\r\nConnection: close\r\n\r\n`
      const [answer] = await exchange(door().endpoint, Buffer.from(bytes))
      assert.equal(answer!.status, 400, second)
      assert.match(answer!.body.error.message, /more than one Host/)
    }
  })

  test('to HTTP/1.0 without Host is the usual one, as health checks of proxies ask', async () => {
    const answer = await ask(door().endpoint, 'GET /healthz HTTP/1.0\r\n\r\n')
    assert.equal(answer.status, 200)
    assertUsualHeaders(answer)
  })

  test('to an unknown Expect header is the usual one', async () => {
    const answer = await door().ask('GET', items, { headers: { Expect: '999-anything' } })
    assert.equal(answer.status, 200)
    assertUsualHeaders(answer)
  })

  test('to a request for an upgrade is the usual one', async () => {
    for (const protocol of ['websocket', 'h2c']) {
      const headers = { Upgrade: protocol, Connection: 'Upgrade' }
      const [answer] = await exchange(door().endpoint, door().bytes('GET', items, { headers }), 1)
      assert.equal(answer!.status, 200)
      assertUsualHeaders(answer!)
    }
  })

  test('to an address with a host in it is the same as without, and does not contain the host', async () => {
    const answer = await door().ask('GET', `http://elsewhere.test${items}?perPage=1`)
    assert.equal(answer.status, 200)
    assertUsualHeaders(answer)
    assert.doesNotMatch(JSON.stringify(answer), /elsewhere/)
    const missing = await door().ask('GET', 'http://elsewhere.test/nowhere')
    assertRefusal(missing, 404, 'NOT_FOUND')
    assert.doesNotMatch(missing.text, /elsewhere/)
    assertRefusal(await door().ask('GET', `HTTP://elsewhere.test${items}`, { headers: STRANGER }), 401, 'UNAUTHORIZED')
    assertRefusal(await door().ask('GET', 'http://elsewhere.test?x=1'), 404, 'NOT_FOUND')
  })

  test('to what is not HTTP at all is 400', async () => {
    const garbage = [
      'GARBAGE\r\n\r\n',
      'get / HTTP/1.1\r\n\r\n',
      'GET / HTTP/3.0\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET / HTTP/1.1\r\nA header: x\r\n\r\n',
      Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00]), // the beginning of TLS
      Buffer.alloc(500, 0xff),
    ]
    for (const bytes of garbage) assertRefusal(await ask(door().endpoint, bytes), 400, 'BAD_REQUEST')
  })

  test('to a request with an ambiguous length is 400', async () => {
    const framings = [
      { 'Content-Length': '4', 'Transfer-Encoding': 'chunked' },
      { 'Content-Length': 'four' },
      { 'Transfer-Encoding': 'gzip' },
    ]
    for (const framing of framings) {
      const headers = { 'Content-Type': 'application/json', ...framing }
      assertRefusal(await door().ask('POST', items, { headers }), 400, 'BAD_REQUEST')
    }
    const chunked = door().bytes('POST', items, {
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', 'X-Request-Id': 'chunky-request' },
    })
    const answer = await ask(door().endpoint, Buffer.concat([chunked, Buffer.from('no number\r\n\r\n')]))
    assertRefusal(answer, 400, 'BAD_REQUEST')
    assert.equal(answer.headers['x-request-id'], 'chunky-request')
  })

  test('comes in the order of the requests that were pipelined', async () => {
    const names = ['first-request', 'second-request', 'third-request']
    const bytes = names.map((name, index) =>
      door().bytes('GET', index === 1 ? '/healthz' : items, {
        headers: { 'X-Request-Id': name, ...(index < 2 && { Connection: 'keep-alive' }) },
      }),
    )
    const answers = await exchange(door().endpoint, Buffer.concat(bytes))
    assert.deepEqual(
      answers.map(({ headers }) => headers['x-request-id']),
      names,
    )
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assertUsualHeaders(answer)
    }
  })

  test('to a valid request is sent although garbage follows on the same connection', async () => {
    const body = JSON.stringify({ itemCode: 'BEFORE-GARBAGE', itemName: 'Kept' })
    const good = door().bytes('POST', items, { body, headers: { Connection: 'keep-alive' } })
    const [created, refused, ...more] = await exchange(
      door().endpoint,
      Buffer.concat([good, Buffer.from('GARBAGE\r\n\r\n')]),
    )
    assert.equal(created!.status, 201)
    assert.equal(created!.body.data.itemCode, 'BEFORE-GARBAGE')
    assertRefusal(refused!, 400, 'BAD_REQUEST')
    assert.equal(more.length, 0)
  })
})

describe('A refusal', () => {
  const door = frontDoorFor(databaseKinds[0]!)
  const challengeTo = async (headers: Record<string, string | null>, code: string) => {
    const answer = await door().ask('GET', '/api/v1/items', { headers })
    assertRefusal(answer, 401, code)
    return answer.headers['www-authenticate']
  }

  test('with 401 says how to authenticate', async () => {
    const challenge = 'Bearer realm="api"'
    assert.equal(await challengeTo(STRANGER, 'UNAUTHORIZED'), challenge)
    assert.equal(await challengeTo({ Authorization: 'Basic YTpi' }, 'UNAUTHORIZED'), challenge)
    assert.equal(await challengeTo({ ...STRANGER, 'X-API-Key': 'ktk_live_none' }, 'INVALID_API_KEY'), challenge)
    const unknown = { Authorization: `Bearer kta_${'x'.repeat(43)}` }
    assert.equal(await challengeTo(unknown, 'INVALID_TOKEN'), `${challenge}, error="invalid_token"`)
    const body = JSON.stringify({ email: 'unknown@example.com', password: 'a wrong password' })
    const login = await door().ask('POST', '/api/v1/auth/login', { headers: STRANGER, body })
    assertRefusal(login, 401, 'INVALID_CREDENTIALS')
    assert.equal(login.headers['www-authenticate'], challenge)
    door().kontor.advance(3_601_000)
    assert.equal(await challengeTo({}, 'TOKEN_EXPIRED'), `${challenge}, error="invalid_token"`)
  })

  test('of too many wrong passwords says when to try again', async () => {
    const body = JSON.stringify({ email: 'guessed@example.com', password: 'a wrong password' })
    const guess = () => door().ask('POST', '/api/v1/auth/login', { headers: STRANGER, body })
    const answer = await eventually(async () => {
      const { status, ...rest } = await guess()
      return status === 401 ? undefined : { status, ...rest }
    })
    assertRefusal(answer, 429, 'TOO_MANY_ATTEMPTS')
    assert.match(answer.headers['retry-after']!, /^[1-9]\d*$/)
  })
})

describe('A response to too many requests', () => {
  const door = frontDoorFor(databaseKinds[0]!, { environment: { KONTOR_PLAN: 'custom:3/unlimited' } })

  test('is 429 in the envelope and says when to try again', async () => {
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await door().ask('GET', '/api/v1/items')
      assert.deepEqual({ status, left: headers['x-ratelimit-remaining'] }, { status: 200, left })
    }
    const answer = await door().ask('GET', '/api/v1/items')
    assertRefusal(answer, 429, 'RATE_LIMIT_EXCEEDED')
    assert.match(answer.headers['retry-after']!, /^[1-9]\d*$/)
    assert.equal(answer.headers['x-ratelimit-remaining'], '0')
  })
})
