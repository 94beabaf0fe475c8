import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { runKontor } from '../support/process.ts'
import { assertRefusal, frontDoorFor, type RawAnswer } from '../support/raw-http.ts'
import { limitsOf } from './limits.ts'

const ITEMS = '/api/v1/items'
const SHOP = 'https://shop.example.com'
const [embedded] = databaseKinds

const grantIn = ({ headers }: RawAnswer) => headers['access-control-allow-origin']
const namesIn = (list = '') => list.toLowerCase().split(/, */)

function assertNoGrant({ headers }: RawAnswer): void {
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.startsWith('access-control-')),
    [],
  )
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
}

describe('A page of an origin that may call the API', () => {
  const origins = `${SHOP}, http://localhost:5173`
  const door = frontDoorFor(embedded!, {
    environment: { KONTOR_CORS_ORIGINS: origins, KONTOR_PLAN: 'custom:30/unlimited' },
  })
  const call = (method: string, target: string, headers: Record<string, string | null> = {}, body?: string) =>
    door().ask(method, target, { headers: { Origin: SHOP, ...headers }, ...(body !== undefined && { body }) })
  const preflight = (target: string, headers: Record<string, string | null> = {}) =>
    call('OPTIONS', target, {
      Authorization: null,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization, content-type, if-match',
      ...headers,
    })

  test('may send a preflight request without a credential, which is not counted', async () => {
    const before = limitsOf(await call('GET', '/healthz', { Authorization: null }))
    for (const target of [
      ITEMS,
      `${ITEMS}/itm_none`,
      '/api/v1/auth/login',
      '/api/v1/openapi.json',
      '/api/v1/nowhere',
    ]) {
      const answer = await preflight(target)
      assert.equal(answer.status, 204, target)
      assert.equal(answer.text, '')
      assert.equal(grantIn(answer), SHOP)
      assert.deepEqual(namesIn(answer.headers['access-control-allow-methods']).sort(), [
        'delete',
        'get',
        'head',
        'patch',
        'post',
        'put',
      ])
      for (const name of ['authorization', 'content-type', 'if-match'])
        assert.ok(namesIn(answer.headers['access-control-allow-headers']).includes(name))
      assert.ok(namesIn(answer.headers.vary).includes('origin'))
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
      assert.deepEqual(limitsOf(answer), { ...before, reset: limitsOf(answer).reset })
    }
  })

  test('may read every response: success, refusal, failure, and responses without a route', async () => {
    const answers: readonly (readonly [number, RawAnswer])[] = [
      [200, await call('GET', ITEMS)],
      [200, await call('GET', '/api/v1/openapi.json')],
      [400, await call('GET', `${ITEMS}/%zz`)],
      [400, await call('POST', ITEMS, {}, '{bad')],
      [401, await call('GET', ITEMS, { Authorization: null })],
      [401, await call('GET', '/api/v1/nowhere', { Authorization: null })],
      [404, await call('GET', '/api/v1/nowhere')],
      [413, await call('POST', ITEMS, {}, JSON.stringify({ itemCode: 'x'.repeat(1_500_000) }))],
      [415, await call('POST', ITEMS, { 'Content-Type': 'text/plain' }, 'x')],
      [422, await call('POST', ITEMS, {}, '{}')],
    ]
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status)
      assert.equal(grantIn(answer), SHOP, String(status))
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
      assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin')
      assert.ok(namesIn(answer.headers.vary).includes('origin'))
    }
  })

  test('may read our headers too', async () => {
    const exposed = namesIn((await call('GET', ITEMS)).headers['access-control-expose-headers'])
    const ours = ['x-request-id', 'retry-after', 'etag', 'link', 'location', 'x-total-count', 'idempotent-replayed']
    const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
    for (const name of [...ours, ...limits]) assert.ok(exposed.includes(name), name)
  })

  test('may call from each of the origins, and gets its own in the header', async () => {
    const answer = await call('GET', ITEMS, { Origin: 'http://localhost:5173' })
    assert.equal(grantIn(answer), 'http://localhost:5173')
  })

  test('may not read what is outside the API', async () => {
    for (const target of ['/healthz', '/metrics', '/docs', '/nowhere', '/api/v10/items'])
      assertNoGrant(await call('GET', target))
  })

  test('of another origin gets no such headers, with or without a preflight request', async () => {
    const strangers = [
      'https://evil.example',
      `${SHOP}.evil.example`,
      'https://evil-shop.example.com',
      'http://shop.example.com',
      `${SHOP}:8443`,
      'https://SHOP.example.com',
      'null',
      '',
    ]
    for (const Origin of strangers) {
      assertNoGrant(await call('GET', ITEMS, { Origin }))
      const asked = await preflight(ITEMS, { Origin })
      assertNoGrant(asked)
      assertRefusal(asked, 404, 'NOT_FOUND')
    }
    assertNoGrant(await call('GET', ITEMS, { Origin: null }))
  })

  test('that merely sends OPTIONS is answered in the envelope', async () => {
    const answer = await call('OPTIONS', ITEMS)
    assertRefusal(answer, 404, 'NOT_FOUND')
  })

  test('may read the response to too many requests', async () => {
    let answer = await call('GET', ITEMS)
    while (answer.status === 200) answer = await call('GET', ITEMS)
    assertRefusal(answer, 429, 'RATE_LIMIT_EXCEEDED')
    assert.equal(grantIn(answer), SHOP)
    assert.equal((await preflight(ITEMS)).status, 204)
  })
})

describe('When any origin may call', () => {
  const door = frontDoorFor(embedded!, { environment: { KONTOR_CORS_ORIGINS: '*' } })

  test('every page may call, but never with cookies', async () => {
    for (const Origin of [SHOP, 'https://anyone.example', 'null']) {
      const answer = await door().ask('GET', ITEMS, { headers: { Origin } })
      assert.equal(grantIn(answer), '*')
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    }
  })
})

describe('When no origin is named', () => {
  const door = frontDoorFor(embedded!)

  test('no page of another origin may call', async () => {
    assertNoGrant(await door().ask('GET', ITEMS, { headers: { Origin: SHOP } }))
    const headers = { Origin: SHOP, 'Access-Control-Request-Method': 'GET', Authorization: null }
    const asked = await door().ask('OPTIONS', ITEMS, { headers })
    assertNoGrant(asked)
    assertRefusal(asked, 401, 'UNAUTHORIZED')
  })
})

describe('An invalid origin in the settings', () => {
  test('is refused with one clear line', async () => {
    for (const origin of ['shop.example.com', `${SHOP}/`, `${SHOP}/path`, 'https://*.example.com', 'ftp://a.example']) {
      const { code, said } = await runKontor(['config'], { KONTOR_CORS_ORIGINS: `http://localhost:3000,${origin}` })
      assert.equal(code, 1)
      assert.match(said, /^KONTOR_CORS_ORIGINS contains ".*", which is not an origin/)
    }
  })
})
