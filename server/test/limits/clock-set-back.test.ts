import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addUser, callFrom, PASSWORD, signedIn } from '../support/people.ts'
import { assertRefused, times } from '../support/records.ts'
import { withRedis } from '../support/redis.ts'
import { HOUR, MINUTE, SECOND, stoppedKontorFor } from '../support/stopped-clock.ts'
import { assertLimited } from './limits.ts'

const [embedded] = databaseKinds
const PER_MINUTE = 10

onEveryDatabase('After the clock was set back', (kind) => {
  const kontor = stoppedKontorFor(kind, { KONTOR_PLAN: `custom:${PER_MINUTE}/unlimited` })

  test('a user who reached the limit of a minute may go on after a minute', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const me = () => kontor().get('/auth/me', { token })
    await times(PER_MINUTE, me)
    kontor.advance(-2 * HOUR)
    const refused = await me()
    assertLimited(refused, PER_MINUTE)
    assert.equal(refused.headers['retry-after'], '60')
    kontor.advance(MINUTE)
    assert.equal((await me()).status, 200)
  })

  test('a user who has to wait before the next sign-in waits as long as before', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    const login = (password: string) =>
      callFrom(kontor().app.server, '10.2.0.1', 'POST', '/auth/login', { body: { email, password } })
    await times(5, () => login('a wrong password'))
    kontor.advance(-2 * HOUR)
    const refused = await login(PASSWORD)
    assertRefused(refused, 429, 'TOO_MANY_ATTEMPTS')
    assert.equal(refused.headers['retry-after'], '1')
    kontor.advance(SECOND)
    assert.equal((await login(PASSWORD)).status, 200)
  })
})

await withRedis('After the clock of Redis was set back', (redis) => {
  const kontor = kontorFor(embedded!, { environment: { REDIS_URL: redis.url, KONTOR_PLAN: 'custom:40/unlimited' } })

  test('a user who reached the limit of a minute waits a minute at most', async () => {
    const { token, id } = await signedIn(kontor(), 'viewer')
    const client = new Redis(redis.url)
    const [minute, day] = [`kontor:requests:user ${id}:0`, `kontor:requests:user ${id}:1`] as const
    const ahead = Date.now() + 2 * HOUR
    await client.hset(minute, { count: 40, since: ahead })
    await client.hset(day, { count: 40, since: ahead + 48 * HOUR })
    const refused = await kontor().get('/auth/me', { token })
    const [minuteBegan, dayBegan] = [
      Number(await client.hget(minute, 'since')),
      Number(await client.hget(day, 'since')),
    ]
    client.disconnect()
    assertLimited(refused, 40)
    assert.ok(Number(refused.headers['retry-after']) <= 60, String(refused.headers['retry-after']))
    // The beginning is kept: the next refused request does not move it.
    assert.ok(minuteBegan <= Date.now())
    assert.ok(dayBegan <= Date.now())
  })
})
