import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { createRedisCounters } from '../../src/adapters/redis-counters.ts'
import { RedisLink } from '../../src/adapters/redis-link.ts'
import { PLANS } from '../../src/config/config.ts'
import { createMemoryCounters } from '../../src/core/counters/memory-counters.ts'
import { createLimiter } from '../../src/http/limits/limiter.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { callFrom, signedIn } from '../support/people.ts'
import { ask, assertRefusal, assertUsualHeaders, frontDoorFor } from '../support/raw-http.ts'
import { times } from '../support/records.ts'
import { withRedis } from '../support/redis.ts'
import { DAY, MINUTE } from '../support/stopped-clock.ts'
import { assertLimited, limitsOf } from './limits.ts'

const [embedded] = databaseKinds

const me = (kontor: Kontor, token: string) => kontor.get('/auth/me', { token })

await withRedis('With Redis', (redis) => {
  const kontor = kontorFor(embedded!, { environment: { REDIS_URL: redis.url, KONTOR_PLAN: 'custom:40/unlimited' } })

  test('exactly as many requests pass as the plan allows, and those that are refused cost nothing', async () => {
    const { token, id } = await signedIn(kontor(), 'viewer')
    const answers = await times(100, () => me(kontor(), token))
    const passed = answers.filter(({ status }) => status === 200)
    assert.equal(passed.length, 40)
    const left = passed.map((answer) => limitsOf(answer).remaining).sort((a, b) => a - b)
    assert.deepEqual(left, [...Array(40).keys()])
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) assertLimited(answer, 40)
    assert.equal(new Set(answers.map((answer) => limitsOf(answer).reset)).size, 1)
    assert.equal((await redis.counts())[`kontor:requests:user ${id}:1`], 40)
  })

  test('a process that was too busy to hear the answer in time still takes it', async (context) => {
    const reasons: string[] = []
    const onLost = (reason: string) => void reasons.push(reason)
    const link = await RedisLink.to({ url: redis.url, onLost, onBack() {} })
    const limiter = createLimiter(createRedisCounters(link, 'requests', createMemoryCounters(Date.now)))
    context.after(() => link.close())
    await link.open()
    await new Promise((resolve) => setImmediate(resolve))
    const decision = limiter.take('user', PLANS.free!)
    const until = performance.now() + 500
    while (performance.now() < until); // longer than an answer may take
    assert.equal((await decision).remaining, 59)
    assert.deepEqual(reasons, [])
  })

  test('nothing is kept there for longer than a day', async () => {
    const client = new Redis(redis.url)
    const keys = await client.keys('*')
    const lifetimes = await Promise.all(keys.map((key) => client.pttl(key)))
    client.disconnect()
    assert.ok(keys.length > 0)
    for (const lifetime of lifetimes) assert.ok(lifetime > 0 && lifetime <= DAY + MINUTE, String(lifetime))
  })
})

await withRedis('The limit of a day with Redis', (redis) => {
  const kontor = kontorFor(embedded!, { environment: { REDIS_URL: redis.url, KONTOR_PLAN: 'custom:40/7' } })

  test('bites when the minute would still allow', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const statuses = (await times(20, () => me(kontor(), token))).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 7)
    const refused = await me(kontor(), token)
    assertLimited(refused, 7)
    assert.equal(limitsOf(refused).reset % 86_400, 0)
    assert.match(refused.body.error.message, /7 requests per day/)
  })

  test('of a network is one for a whole IPv6 /64, known or not at this process', async () => {
    const refresh = (address: string) => callFrom(kontor().app.server, address, 'POST', '/auth/refresh', { body: {} })
    for (let host = 1; host <= 7; host++) assert.equal((await refresh(`2001:db8:1:1::${host}`)).status, 422)
    assertLimited(await refresh('2001:db8:1:1:ffff::1'), 7)
    assert.equal((await refresh('2001:db8:1:2::1')).status, 422)
  })
})

await withRedis('Every answer with Redis', (redis) => {
  const door = frontDoorFor(embedded!, { environment: { REDIS_URL: redis.url, KONTOR_PLAN: 'custom:500/unlimited' } })
  const STRANGER = { Authorization: null }

  test('contains the limit, whatever the request and its user', async () => {
    for (const [status, method, target] of [
      [200, 'GET', '/healthz'],
      [200, 'GET', '/api/v1/openapi.json'],
      [401, 'GET', '/api/v1/items'],
      [401, 'GET', '/api/v1/nowhere'],
      [404, 'GET', '/nowhere'],
      [400, 'GET', '/api/v1/%zz'],
      [400, 'FOO', '/'],
      [400, 'CONNECT', 'example.com:443'],
      [431, 'GET', `/${'a'.repeat(20_000)}`],
    ] as const) {
      const answer = await door().ask(method, target, { headers: STRANGER })
      assert.equal(answer.status, status, target.slice(0, 50))
      assertUsualHeaders(answer)
      assert.equal(limitsOf(answer).limit, 500)
    }
    assertRefusal(await ask(door().endpoint, 'GARBAGE\r\n\r\n'), 400, 'BAD_REQUEST')
  })

  test('to a network says what it has used up', async () => {
    const login = await door().ask('POST', '/api/v1/auth/login', { headers: STRANGER, body: '{}' })
    const garbage = await ask(door().endpoint, 'GARBAGE\r\n\r\n')
    assert.deepEqual(limitsOf(garbage), limitsOf(login))
  })
})
