import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { hostileRequestTo } from './requests.ts'

const REQUESTS = 20_000
const SEED = 20_261_115

onEveryDatabase('Whatever is sent', (kind) => {
  const kontor = kontorFor(kind)

  test(`none of ${REQUESTS} malformed requests breaks the server or leaves the envelope`, async () => {
    const { server } = kontor().app
    const document = (await kontor().get('/openapi.json')).body
    const item = await kontor().post('/items', { itemCode: 'FUZZ', itemName: 'Fuzz' })
    const customer = await kontor().post('/customers', { name: 'Fuzz' })
    const requests = hostileRequestTo(document, [item.body.data.id, customer.body.data.id])
    const authorization = `Bearer ${kontor().token}`
    const statuses = new Map<number, number>()

    const check = async (request: typeof requests extends fc.Arbitrary<infer R> ? R : never) => {
      const { method, url, headers, payload } = request
      const isSigningIn = url.startsWith('/api/v1/auth/log') || url.startsWith('/api/v1/auth/sessions')
      if (isSigningIn && method !== 'GET') return // these would end the very session that the test uses
      const answer = await server.inject({
        method: method as 'GET',
        url,
        headers: { authorization, ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(payload !== undefined && { payload }),
      })
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
      assert.ok(answer.statusCode < 500, `${answer.statusCode}: ${answer.body.slice(0, 300)}`)
      assert.ok(answer.headers['x-request-id'])
      for (const name of ['limit', 'remaining', 'reset'])
        assert.match(String(answer.headers[`x-ratelimit-${name}`]), /^\d+$/)
      if (answer.statusCode >= 400 && method !== 'HEAD') assertEnvelope(answer.json())
    }
    await fc.assert(fc.asyncProperty(requests, check), { numRuns: REQUESTS, seed: SEED, endOnFailure: false })

    const refused = [...statuses].filter(([status]) => status >= 400).reduce((sum, [, count]) => sum + count, 0)
    assert.ok(refused > REQUESTS / 2, `most of them are refused, not ${refused}`)
    assert.equal(statuses.get(429), undefined, 'no limit gets in the way of the other checks')
    assert.equal((await kontor().get('/items')).status, 200)
    assert.equal((await kontor().get('/customers')).status, 200)
  })
})

function assertEnvelope(body: { success: boolean; error: Record<string, unknown> }): void {
  assert.equal(body.success, false)
  assert.deepEqual(Object.keys(body.error), ['code', 'message', 'details', 'requestId'])
  assert.match(String(body.error.code), /^[A-Z_]+$/)
  assert.ok(Array.isArray(body.error.details))
}
