import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { callFrom } from '../support/people.ts'
import { assertRefusal, frontDoorFor } from '../support/raw-http.ts'
import { assertRefused, createCustomer, createItem, itemBody, leavingAsItWas, newCode } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { assertLimited, limitsOf } from './limits.ts'

const [embedded] = databaseKinds

describe('A deeply nested body', () => {
  const door = frontDoorFor(embedded!)

  test('of 30,000 levels is refused, and the server survives', async () => {
    const depth = 30_000
    const deep = `{"itemCode":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const deeper = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    for (const body of [deep, deeper])
      assertRefusal(await door().ask('POST', '/api/v1/items', { body }), 400, 'INVALID_JSON')
    assert.equal((await door().ask('GET', '/api/v1/items')).status, 200)
  })
})

onEveryDatabase('An order of 10,000 lines', (kind) => {
  const kontor = kontorFor(kind)

  test('is refused before anything is read or written', async () => {
    const item = await createItem(kontor())
    const customer = await createCustomer(kontor())
    const items = Array.from({ length: 10_000 }, () => ({ item: item.id, quantity: 1 }))
    const answer = await leavingAsItWas(kontor(), 'sales-orders', () =>
      kontor().post('/sales-orders', { customer: customer.id, items }),
    )
    assertRefused(answer, 422, 'VALIDATION_ERROR')
  })
})

describe('Host names that a client sends', () => {
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const proxied = { ...forged, 'x-forwarded-proto': 'https', 'x-forwarded-prefix': '/evil' }
  const environments = { 'a server on its own': {}, 'a server behind a proxy': { KONTOR_TRUST_PROXY: '127.0.0.1' } }
  for (const [title, environment] of Object.entries(environments)) {
    const kontor = kontorFor(embedded!, { environment })

    test(`are in no response of ${title}`, async () => {
      await createItem(kontor())
      const created = await kontor().post('/items', itemBody(), { headers: proxied })
      assert.match(created.headers.location!, /^\/api\/v1\/items\/itm_\w+$/)
      const listed = await kontor().get('/items?perPage=1', { headers: proxied })
      assert.match(listed.headers.link!, /^<\/api\/v1\/items\?/)
      const document = await kontor().get('/openapi.json', { headers: proxied })
      const missing = await kontor().get('/nowhere', { headers: proxied })
      for (const answer of [created, listed, document, missing])
        assert.doesNotMatch(JSON.stringify(answer.headers) + answer.text, /evil/)
    })
  }
})

describe('A cookie', () => {
  const kontor = kontorFor(embedded!)

  test('is no credential for the API, whatever its content and wherever the request comes from', async () => {
    for (const name of ['token', 'sid', '__Host-sid', 'session', 'authorization', 'kontor']) {
      const headers = { cookie: `${name}=${kontor().token}`, 'sec-fetch-site': 'same-origin' }
      assertRefused(await kontor().get('/items', { token: null, headers }), 401, 'UNAUTHORIZED')
      const body = { itemCode: newCode(), itemName: 'By cookie' }
      assertRefused(await kontor().post('/items', body, { token: null, headers }), 401, 'UNAUTHORIZED')
    }
  })
})

describe('The network of a client without a credential', () => {
  const kontor = stoppedKontorFor(embedded!, { KONTOR_PLAN: 'custom:100/unlimited' })
  const login = (address: string, headers = {}) =>
    callFrom(kontor().app.server, address, 'POST', '/auth/login', { body: {}, headers })

  test('is the same for a hundred addresses of a /64', async () => {
    for (let host = 1; host <= 100; host++) {
      const answer = await login(`2001:db8:7:7:${host.toString(16)}::${(host * 7).toString(16)}`)
      assert.deepEqual([answer.status, limitsOf(answer).remaining], [422, 100 - host])
    }
    assertLimited(await login('2001:db8:7:7:ffff:ffff:ffff:ffff'), 100)
    assert.equal((await login('2001:db8:7:8::1')).status, 422)
  })

  test('is that of its connection, not that of its headers', async () => {
    const before = limitsOf(await login('198.51.100.7')).remaining
    const forged = await login('198.51.100.7', { 'x-forwarded-for': '198.51.100.200', forwarded: 'for=198.51.100.200' })
    assert.equal(limitsOf(forged).remaining, before - 1)
  })
})

describe('The network of a client without a credential behind a trusted proxy', () => {
  const kontor = stoppedKontorFor(embedded!, { KONTOR_PLAN: 'custom:100/unlimited', KONTOR_TRUST_PROXY: '10.0.0.0/8' })
  const left = async (address: string, forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    return limitsOf(await callFrom(kontor().app.server, address, 'POST', '/auth/login', { body: {}, headers }))
      .remaining
  }

  test('is that given by the proxy, and nothing that the client adds', async () => {
    assert.equal(await left('10.0.0.1', '203.0.113.1'), 99)
    assert.equal(await left('10.0.0.2', '203.0.113.1'), 98)
    assert.equal(await left('10.0.0.1', '203.0.113.99, 203.0.113.1'), 97)
    assert.equal(await left('10.0.0.1', '203.0.113.2'), 99)
    assert.equal(await left('198.51.100.1', '203.0.113.1'), 99, 'who is no proxy is not believed')
  })
})
