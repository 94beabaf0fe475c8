import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { runKontor, startKontor } from '../support/process.ts'
import { withRedis } from '../support/redis.ts'
import { limitsOf } from './limits.ts'

const [embedded] = databaseKinds
const PASSWORD = 'sesame-of-redis'

/** Starts, answers, stops; returns what the log says of Redis. */
async function redisLines(redisUrl: string): Promise<string[]> {
  const database = await embedded!.create('migrated')
  const server = await startKontor({ ...database.environment, REDIS_URL: redisUrl, KONTOR_PLAN: 'free' })
  const login = () => fetch(`${server.origin}/api/v1/auth/login`, { method: 'POST' })
  for (const remaining of [59, 58]) {
    const { status, headers } = await login()
    assert.deepEqual([status, limitsOf({ headers: Object.fromEntries(headers) }).remaining], [400, remaining])
  }
  assert.equal((await fetch(`${server.origin}/readyz`)).status, 200)
  const { code, output, said } = await server.stop()
  assert.equal(code, 0)
  assert.doesNotMatch(output + said, new RegExp(PASSWORD))
  await database.drop()
  return output.split('\n').filter((line) => line.includes('Redis'))
}

await withRedis(
  'A server with a Redis that takes a password',
  (redis) => {
    test('uses it with the right one', async () => {
      assert.deepEqual(await redisLines(redis.url), [])
      assert.deepEqual(Object.values(await redis.counts()), [2])
    })

    test('starts without it when the password is wrong, and says so once, without the password', async () => {
      const lines = await redisLines(`redis://:${PASSWORD}-but-wrong@127.0.0.1:${redis.port}`)
      assert.equal(lines.length, 1)
      assert.match(lines[0]!, /"level":"warn".*Redis is lost.*WRONGPASS/)
    })
  },
  PASSWORD,
)

describe('A server whose Redis', () => {
  test('is not there starts all the same, and says so once', async () => {
    const lines = await redisLines('redis://127.0.0.1:1')
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, /"level":"warn".*Redis is lost.*ECONNREFUSED/)
  })

  test('has no proper address does not start', async () => {
    for (const url of ['127.0.0.1:6379', 'http://127.0.0.1', 'redis://', 'redis://127.0.0.1/zero']) {
      const { code, said } = await runKontor(['start'], { REDIS_URL: url, KONTOR_DATA: '/nowhere' })
      assert.equal(code, 1)
      assert.match(said, /^REDIS_URL must be an address such as redis:/)
    }
  })

  test('has a password does not show it in its settings', async () => {
    const { code, output } = await runKontor(['config'], {
      REDIS_URL: `rediss://:${PASSWORD}@redis.example.com:6380/2`,
    })
    assert.equal(code, 0)
    assert.match(output, /REDIS_URL +\*+\n/)
    assert.doesNotMatch(output, new RegExp(PASSWORD))
  })
})
