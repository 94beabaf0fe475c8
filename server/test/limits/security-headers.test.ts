import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { ask, frontDoorFor, type RawAnswer } from '../support/raw-http.ts'

const ITEMS = '/api/v1/items'
const SHOP = 'https://shop.example.com'
const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'"
const [embedded] = databaseKinds

function assertSecured({ headers }: RawAnswer, title: string): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', title)
  assert.equal(headers['referrer-policy'], 'no-referrer', title)
  assert.equal(headers['x-frame-options'], 'DENY', title)
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin', title)
}

describe('In every response', () => {
  const door = frontDoorFor(embedded!, { environment: { KONTOR_CORS_ORIGINS: SHOP } })

  test('headers forbid browsers to guess the type, to frame the page and to share it', async () => {
    const body = JSON.stringify({ itemCode: 'SECURED', itemName: 'Safe' })
    const created = await door().ask('POST', ITEMS, { body })
    const address = `${ITEMS}/${created.body.data.id}`
    const large = JSON.stringify({ itemCode: 'x'.repeat(1_500_000) })
    const answers: readonly (readonly [number, RawAnswer])[] = [
      [201, created],
      [200, await door().ask('GET', address)],
      [400, await door().ask('POST', ITEMS, { body: '{bad' })],
      [400, await door().ask('GET', `${ITEMS}/%zz`)],
      [400, await door().ask('FOO', ITEMS)],
      [400, await door().ask('CONNECT', 'example.com:443')],
      [400, await ask(door().endpoint, 'GARBAGE\r\n\r\n')],
      [401, await door().ask('GET', ITEMS, { headers: { Authorization: null } })],
      [404, await door().ask('GET', '/nowhere')],
      [413, await door().ask('POST', ITEMS, { body: large })],
      [415, await door().ask('POST', ITEMS, { body: 'x', headers: { 'Content-Type': 'text/plain' } })],
      [422, await door().ask('POST', ITEMS, { body: '{}' })],
      [431, await door().ask('GET', ITEMS, { headers: { 'X-Large': 'a'.repeat(20_000) } })],
      [200, await door().ask('GET', '/healthz')],
      [200, await door().ask('GET', '/readyz')],
    ]
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status)
      assertSecured(answer, String(status))
      assert.equal(answer.headers['content-security-policy'], JSON_POLICY, String(status))
    }
  })

  test('they are sent without a body too, and for other types than JSON', async () => {
    const { headers } = await door().ask('GET', '/api/v1/settings')
    const unchanged = await door().ask('GET', '/api/v1/settings', { headers: { 'If-None-Match': headers.etag! } })
    assert.equal(unchanged.status, 304)
    assertSecured(unchanged, '304')
    for (const target of ['/metrics', '/docs', '/docs/explorer.js'])
      assertSecured(await door().ask('GET', target), target)
  })

  test('the explorer keeps the policy that it needs', async () => {
    const policy = (await door().ask('GET', '/docs')).headers['content-security-policy']!
    assert.match(policy, /script-src 'self'.*frame-ancestors 'none'/)
  })

  test('an internal error reveals nothing, and carries all headers, also for allowed origins', async () => {
    const { engine } = door().kontor
    await engine.write((connection) =>
      connection.query({ sql: 'alter table customers rename to lost', parameters: [] }),
    )
    const path = '/api/v1/customers/cus_none'
    const answer = await door().ask('GET', path)
    assert.equal(answer.status, 500)
    assertSecured(answer, '500')
    assert.equal(answer.headers['content-security-policy'], JSON_POLICY)
    assert.doesNotMatch(answer.text, /lost|table|select|\.ts/i)
    const toPage = await door().ask('GET', path, { headers: { Origin: SHOP } })
    assert.equal(toPage.status, 500)
    assert.equal(toPage.headers['access-control-allow-origin'], SHOP)
  })

  test('there is no Strict-Transport-Security header if the server does not use HTTPS', async () => {
    const answer = await door().ask('GET', ITEMS, { headers: { 'X-Forwarded-Proto': 'https' } })
    assert.equal(answer.headers['strict-transport-security'], undefined)
  })
})

describe('With a public https address', () => {
  const door = frontDoorFor(embedded!, { environment: { KONTOR_BASE_URL: 'https://kontor.example.com' } })

  test('every response carries Strict-Transport-Security', async () => {
    const answers = [
      await door().ask('GET', ITEMS),
      await door().ask('GET', '/nowhere'),
      await door().ask('GET', `${ITEMS}/%zz`),
      await ask(door().endpoint, 'GARBAGE\r\n\r\n'),
    ]
    for (const { headers } of answers) assert.equal(headers['strict-transport-security'], 'max-age=31536000')
  })
})
