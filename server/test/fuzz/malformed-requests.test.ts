import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { verify } from '../../src/verify/verify.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { triesOf } from '../support/effort.ts'
import { kontorFor } from '../support/kontor.ts'
import { createWorld, listed } from '../support/world.ts'
import { hostileRequestTo } from './requests.ts'

/** Shared out among the databases, each with its own. */
const REQUESTS = triesOf(20_000) / databaseKinds.length
const SEED = 20_261_115

onEveryDatabase('Whatever is sent', (kind) => {
  const kontor = kontorFor(kind)

  test(`none of ${REQUESTS} malformed requests breaks the server or leaves the envelope`, async () => {
    const { server } = kontor().app
    const world = await createWorld(kontor())
    const document = world.withRealIds((await kontor().get('/openapi.json')).body)
    const ids = Object.values(world.records).map(({ id }) => id)
    const requests = hostileRequestTo(document, ids)
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
      if (answer.statusCode < 400 || method === 'HEAD') return
      const body = answer.json()
      assertEnvelope(body)
      assert.notEqual(body.error.code, 'RATE_LIMIT_EXCEEDED', 'no limit gets in the way of the other checks')
    }
    const seed = SEED + databaseKinds.indexOf(kind)
    await fc.assert(fc.asyncProperty(requests, check), { numRuns: REQUESTS, seed, endOnFailure: false })

    const refused = [...statuses].filter(([status]) => status >= 400).reduce((sum, [, count]) => sum + count, 0)
    assert.ok(refused > REQUESTS / 2, `most of them are refused, not ${refused}`)
    for (const { name } of listed) assert.equal((await kontor().get(`/${name}`)).status, 200, name)
    assert.equal((await kontor().get('/settings')).status, 200)
    const faults = (await verify(kontor().engine)).flatMap(({ findings }) => findings)
    assert.deepEqual(faults, [], 'the books agree with each other')
  })
})

function assertEnvelope(body: { success: boolean; error: Record<string, unknown> }): void {
  assert.equal(body.success, false)
  assert.deepEqual(Object.keys(body.error), ['code', 'message', 'details', 'requestId'])
  assert.match(String(body.error.code), /^[A-Z_]+$/)
  assert.ok(Array.isArray(body.error.details))
}
