import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type App, buildApp } from '../../src/app/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { openEngine } from '../../src/db/open.ts'
import { whileHashingIsBusy } from '../support/busy-hashing.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { PASSWORD, signedIn } from '../support/people.ts'
import {
  assertRefusal,
  assertUsualHeaders,
  eventually,
  exchange,
  frontDoorFor,
  openSocket,
} from '../support/raw-http.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Keeps what is logged. */
function createLog() {
  const texts: string[] = []
  return {
    write(lines: string) {
      texts.push(...lines.split(/(?<=\n)/))
    },
    text: () => texts.join(''),
    lines: () => texts.map((text) => JSON.parse(text)),
    /** Lines may be written just after the answer has arrived. */
    about: (requestId: string) =>
      eventually(() => {
        const found = texts.map((text) => JSON.parse(text)).filter((line) => line.requestId === requestId)
        return found.length > 0 ? found : undefined
      }),
  }
}

describe('The log of a client over its rate limit', () => {
  const log = createLog()
  const door = frontDoorFor(databaseKinds[0]!, { log, environment: { KONTOR_PLAN: 'custom:1/unlimited' } })

  test('names the user', async () => {
    const { id } = (await door().ask('GET', '/api/v1/auth/me')).body.data
    const refused = await door().ask('GET', '/api/v1/items', { headers: { 'X-Request-Id': 'asked-too-often' } })
    assertRefusal(refused, 429, 'RATE_LIMIT_EXCEEDED')
    const [line] = await log.about('asked-too-often')
    assert.equal(line.status, 429)
    assert.equal(line.user, id)
  })
})

describe('The request id', () => {
  const log = createLog()
  const door = frontDoorFor(databaseKinds[0]!, { log })
  const items = '/api/v1/items'

  test('is the client’s own if it is well-formed', async () => {
    for (const id of ['abcdefgh', 'A-z_0.9-x', 'x'.repeat(64)]) {
      const answer = await door().ask('GET', items, { headers: { 'X-Request-Id': id } })
      assert.equal(answer.headers['x-request-id'], id)
    }
  })

  test('is a fresh UUIDv7 if the client sends none, or one that is not well-formed', async () => {
    const seen = new Set<string>()
    for (const id of [
      null,
      '',
      'short',
      'x'.repeat(65),
      'with space',
      'semi;colon',
      'a'.repeat(3000),
      'tab\there-it-is',
      'ümlaut-id',
    ]) {
      const answer = await door().ask('GET', items, { headers: { 'X-Request-Id': id } })
      assert.match(answer.headers['x-request-id']!, UUID_V7)
      seen.add(answer.headers['x-request-id']!)
    }
    assert.equal(seen.size, 9)
  })

  test('is in the log line and in the refusal, whatever part of the server refuses', async () => {
    const refused = [
      await door().ask('GET', `${items}/itm_none`, { headers: { 'X-Request-Id': 'refused-by-action' } }),
      await door().ask('GET', `${items}/%zz`, { headers: { 'X-Request-Id': 'refused-by-router' } }),
      await door().ask('FOO', items),
    ]
    for (const answer of refused) {
      const requestId = answer.headers['x-request-id']!
      assert.equal(answer.body.error.requestId, requestId)
      const lines = await log.about(requestId)
      assert.deepEqual(
        lines.map(({ status }) => status),
        [answer.status],
      )
    }
  })
})

describe('The log', () => {
  const log = createLog()
  const door = frontDoorFor(databaseKinds[0]!, { log })

  test('has one line of JSON a request: user, route, outcome and duration', async () => {
    const { id, token } = await signedIn(door().kontor, 'viewer')
    const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': 'one-line-please' }
    await door().ask('GET', '/api/v1/items/itm_none?fields=id', { headers })
    const [line, ...more] = await log.about('one-line-please')
    assert.equal(more.length, 0)
    const { time, ms, serverRequestId, ...rest } = line
    assert.match(serverRequestId, /^[0-9a-f-]{36}$/) // another request may carry the same id
    assert.ok(Date.parse(time) <= Date.now())
    assert.ok(ms >= 0)
    assert.deepEqual(rest, {
      level: 'info',
      requestId: 'one-line-please',
      method: 'GET',
      path: '/api/v1/items/itm_none',
      route: '/api/v1/items/:id',
      status: 404,
      user: id,
      address: '127.0.0.1',
      msg: 'request',
    })
  })

  test('has a line also for a request whose client did not wait for the response', async () => {
    const socket = openSocket(door().endpoint)
    const body = JSON.stringify({ email: ADMIN.email, password: 'wrong, but it takes a while' })
    const headers = { Authorization: null, 'X-Request-Id': 'gone-before-the-end' }
    await whileHashingIsBusy(async () => {
      const isRead = new Promise((resolve) => door().kontor.app.server.server.once('request', resolve))
      socket.write(door().bytes('POST', '/api/v1/auth/login', { body, headers }))
      await isRead
      socket.destroy()
    })
    const lines = await log.about('gone-before-the-end')
    assert.equal(lines.length, 1)
    assert.match(lines[0].msg, /hung up/)
    assert.equal(lines[0].status, null)
  })

  test('has that line also if the client disconnected before the request was handled', async () => {
    for (const [method, requestId] of [
      ['GET', 'gone-before-it-was-read'],
      ['POST', 'gone-before-it-was-done'],
    ] as const) {
      door().kontor.app.server.server.once('request', ({ socket }) => socket.destroy())
      const body = method === 'POST' ? { body: JSON.stringify({ itemCode: 'GONE', itemName: 'Gone' }) } : {}
      const answers = await exchange(
        door().endpoint,
        door().bytes(method, '/api/v1/items', { headers: { 'X-Request-Id': requestId }, ...body }),
      )
      assert.deepEqual(answers, [])
      const lines = await log.about(requestId)
      assert.match(lines[0].msg, /hung up/)
      assert.equal(lines[0].status, null)
      await door().ask('GET', '/api/v1/items') // whatever else would be said of it has been said by now
      assert.equal((await log.about(requestId)).length, 1)
    }
  })

  test('has that line also if an earlier request on the same connection was refused', async () => {
    const socket = openSocket(door().endpoint)
    const body = JSON.stringify({ email: ADMIN.email, password: 'wrong, and takes a while' })
    const headers = { Authorization: null, 'X-Request-Id': 'gone-after-a-refusal' }
    const withoutHost = Buffer.from('GET /api/v1/items HTTP/1.1\r\n\r\n')
    await whileHashingIsBusy(async () => {
      const isAnswered = new Promise((resolve) => socket.once('data', resolve))
      socket.write(Buffer.concat([withoutHost, door().bytes('POST', '/api/v1/auth/login', { body, headers })]))
      assert.match(String(await isAnswered), /^HTTP\/1\.1 400 /)
      socket.destroy()
    })
    const lines = await log.about('gone-after-a-refusal')
    assert.equal(lines.length, 1)
    assert.match(lines[0].msg, /hung up/)
  })
})

onEveryDatabase('The log stream', (kind) => {
  const log = createLog()
  const door = frontDoorFor(kind, { log, environment: { KONTOR_LOG_LEVEL: 'debug' } })

  test('never contains a secret', async () => {
    const secrets = [ADMIN.password, PASSWORD, 'a wrong password', 'ktk_live_some-key', 'kta_unknown', 'search-for-me']
    const { token, refreshToken } = await signedIn(door().kontor, 'viewer')
    const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { Authorization: null } })
    const login = (password: string) => door().ask('POST', '/api/v1/auth/login', json({ email: ADMIN.email, password }))
    const refresh = (given: string) => door().ask('POST', '/api/v1/auth/refresh', json({ refreshToken: given }))
    const grants = [await login(ADMIN.password), await refresh(refreshToken)]
    for (const { status, body } of grants) {
      assert.equal(status, 200)
      secrets.push(body.data.token, body.data.refreshToken)
    }
    secrets.push(token, refreshToken, door().kontor.token)

    const refused = [
      await login('a wrong password'),
      await login(''),
      await refresh('ktr_nothing.0.at-all'),
      await refresh(token),
      await door().ask('GET', '/api/v1/items', { headers: { Authorization: 'Bearer kta_unknown' } }),
      await door().ask('GET', '/api/v1/items', { headers: { Authorization: null, 'X-API-Key': 'ktk_live_some-key' } }),
      await door().ask('GET', '/api/v1/items', { headers: { 'X-API-Key': 'ktk_live_some-key' } }),
      await door().ask('GET', '/api/v1/items?unknown=search-for-me'),
      await door().ask('POST', '/api/v1/auth/login', { body: `{"password": "a wrong password"`, headers: {} }),
      await door().ask('POST', '/api/v1/items', { body: JSON.stringify({ password: 'a wrong password' }) }),
    ]
    for (const { status, text } of refused) assert.ok(status >= 400 && status < 500, text)
    assert.equal((await door().ask('GET', '/api/v1/items?search=search-for-me')).status, 200)
    assert.equal((await door().ask('POST', '/api/v1/auth/logout')).status, 204)

    const seen = log.lines().filter(({ msg }) => msg === 'request')
    assert.ok(seen.length >= refused.length + 4, 'the requests are in the log')
    for (const secret of secrets) assert.ok(!log.text().includes(secret), `the log holds "${secret.slice(0, 6)}…"`)
  })
})

onEveryDatabase('An unexpected error', (kind) => {
  const log = createLog()
  const door = frontDoorFor(kind, { log })

  test('is answered with 500 without its cause, and logged with the request id', async () => {
    const { engine } = door().kontor
    await engine.write((connection) => connection.query({ sql: 'alter table items rename to lost', parameters: [] }))
    const answer = await door().ask('GET', '/api/v1/items/itm_none', { headers: { 'X-Request-Id': 'broken-inside' } })
    assertRefusal(answer, 500, 'INTERNAL_ERROR')
    assert.doesNotMatch(answer.text, /items|table|relation|select|\.ts/i)
    const lines = await log.about('broken-inside')
    const failure = lines.find(({ level }) => level === 'error')
    assert.match(failure.err.message, /items/)
    assert.match(failure.err.stack, /at /)
  })
})

describe('A route that throws', () => {
  const log = createLog()
  let app: App | undefined
  let close = async () => {}

  before(async () => {
    const database = await databaseKinds[0]!.create('migrated')
    const config = readConfig({ ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password })
    const engine = await openEngine(config.databaseUrl, config.dataFolder)
    app = await buildApp({ config, engine, log })
    app.server.get('/error', async () => {
      throw Object.assign(new Error('the inner message'), { detail: 'Failing row contains (the-password-hash)' })
    })
    app.server.get('/nothing', async () => {
      throw undefined
    })
    app.server.get('/text', async () => {
      throw 'the inner message'
    })
    app.server.get('/impostor', async () => {
      throw Object.assign(new Error('the inner message'), { statusCode: 200 })
    })
    app.server.get('/unserializable', async () => ({ amount: 1n }))
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    close = async () => {
      await app!.server.close()
      await engine.close()
      await database.drop()
    }
  })
  after(() => close())

  test('tells the client nothing, and the log everything but the data', async () => {
    const endpoint = { port: (app!.server.server.address() as { port: number }).port }
    for (const path of ['error', 'nothing', 'text', 'impostor', 'unserializable']) {
      const bytes = `GET /${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: throws-${path}\r\n\r\n`
      const [answer] = await exchange(endpoint, bytes)
      assertRefusal(answer!, 500, 'INTERNAL_ERROR')
      assert.doesNotMatch(answer!.text, /inner|bigint|\.ts/i)
      assertUsualHeaders(answer!)
      const lines = await log.about(`throws-${path}`)
      assert.ok(lines.some(({ level }) => level === 'error'))
    }
    assert.match(log.text(), /the inner message/)
    assert.doesNotMatch(log.text(), /the-password-hash/)
  })
})
