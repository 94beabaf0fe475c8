import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedisCounters } from '../../src/adapters/redis-counters.ts'
import { RedisLink } from '../../src/adapters/redis-link.ts'
import { PLANS } from '../../src/config/config.ts'
import { createMemoryCounters } from '../../src/core/counters/memory-counters.ts'
import { createLimiter } from '../../src/http/limits/limiter.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { describedApi } from '../support/openapi.ts'
import { addUser, signedIn, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { withRedis } from '../support/redis.ts'
import { MINUTE, stoppedKontorFor } from '../support/stopped-clock.ts'
import { signInToWeb } from '../support/web-session.ts'

onEveryDatabase('The usage of a user', (kind) => {
  const kontor = stoppedKontorFor(kind, { KONTOR_PLAN: 'custom:50/200' })
  const usage = async (token: string) => (await kontor().get('/usage', { token })).body.data
  const MINUTE_ENDS = '2026-03-01T12:01:00.000Z'
  const DAY_ENDS = '2026-03-02T00:00:00.000Z'

  test('is given for the minute and the day, this request included, with the limits of the plan', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    await kontor().get('/auth/me', { token })
    const answer = await kontor().get('/usage', { token })
    describedApi((await kontor().get('/openapi.json')).body).foresees('GET', '/api/v1/usage', answer)
    assert.deepEqual(answer.body.data, {
      plan: 'custom',
      api: {
        minute: { limit: 50, used: 2, resetAt: MINUTE_ENDS },
        day: { limit: 200, used: 2, resetAt: DAY_ENDS },
      },
      web: {
        minute: { limit: 50, used: 0, resetAt: MINUTE_ENDS },
        day: { limit: 200, used: 0, resetAt: DAY_ENDS },
      },
    })
    assert.equal(answer.headers['x-ratelimit-remaining'], '48')
  })

  test('adds up all tokens and keys of a user, and the web interface separately', async () => {
    const { email, id } = await addUser(kontor().engine, 'viewer')
    const [first, second] = [await signIn(kontor(), email), await signIn(kontor(), email)]
    const web = await signInToWeb(kontor(), email)
    const key = await createKey(kontor(), { owner: id })
    await kontor().get('/auth/me', { token: first.token })
    await kontor().get('/auth/me', withKey(key))
    await kontor().get('/auth/me', { token: web.token })
    const { api, web: inWeb } = await usage(second.token)
    assert.deepEqual([api.minute.used, inWeb.minute.used], [3, 1])
    assert.equal((await usage(web.token)).web.minute.used, 2)
  })

  test('starts again with each minute, and does not count refused requests', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    for (let call = 0; call < 49; call++) await kontor().get('/auth/me', { token })
    assert.equal((await usage(token)).api.minute.used, 50)
    assertRefused(await kontor().get('/usage', { token }), 429, 'RATE_LIMIT_EXCEEDED')
    kontor.advance(MINUTE)
    const later = await usage(token)
    assert.deepEqual([later.api.minute.used, later.api.day.used], [1, 51])
  })

  test('is for signed-in users', async () => {
    assertRefused(await kontor().get('/usage', { token: null }), 401, 'UNAUTHORIZED')
    assertRefused(await kontor().get('/usage?user=other'), 400, 'INVALID_PARAMETER')
  })

  test('starts again with each day', async () => {
    kontor.moveTo('2026-03-01T23:59:59Z')
    const { token } = await signedIn(kontor(), 'viewer')
    assert.equal((await usage(token)).api.day.used, 1)
    kontor.moveTo('2026-03-02T00:00:00Z')
    const { api } = await usage(token)
    assert.deepEqual([api.day.used, api.day.resetAt, api.minute.used], [1, '2026-03-03T00:00:00.000Z', 2])
  })
})

await withRedis('With Redis, what one has used up', (redis) => {
  const nodeFor = async () => {
    const link = await RedisLink.to({ url: redis.url, onLost() {}, onBack() {} })
    await link.open()
    return {
      ...createLimiter(createRedisCounters(link, 'requests', createMemoryCounters(Date.now))),
      close: () => link.close(),
    }
  }

  test('is the sum of all nodes; without Redis, that of this node', async () => {
    const [here, there] = [await nodeFor(), await nodeFor()]
    for (const node of [here, there, here]) await node.take('user', PLANS.free!)
    const { minute, day } = await there.look('user')
    assert.deepEqual([minute, day], [3, 3])
    assert.equal((await there.look('other')).minute, 0)
    there.close()
    assert.equal((await there.look('user')).minute, 3)
    here.close()
  })
})
