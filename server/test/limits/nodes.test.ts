import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds, type TestDatabase } from '../support/databases.ts'
import { ADMIN, type Answer } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'
import { times } from '../support/records.ts'
import { withRedis } from '../support/redis.ts'
import { assertLimited, limitsOf } from './limits.ts'

const shared = databaseKinds.find(({ name }) => name === 'PostgreSQL')

async function call({ origin }: ServerProcess, path: string, token?: string, body?: object): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), text, body: JSON.parse(text) }
}

const start = ({ environment }: TestDatabase, redisUrl: string) =>
  startKontor({
    ...environment,
    REDIS_URL: redisUrl,
    KONTOR_PLAN: 'free',
    KONTOR_ADMIN_PASSWORD: ADMIN.password,
    KONTOR_LOG_LEVEL: 'warn',
  })

if (shared) {
  await withRedis('Two servers on one database with one Redis', (redis) => {
    test('let together exactly as many requests pass as the plan allows', async () => {
      const database = await shared.create('migrated')
      {
        await using first = await start(database, redis.url)
        await using second = await start(database, redis.url)
        const login = await call(first, '/auth/login', undefined, ADMIN)
        const { token, user } = login.body.data
        const answers = await times(160, (index) => call(index % 2 ? first : second, '/auth/me', token))

        const passed = answers.filter(({ status }) => status === 200)
        assert.equal(passed.length, 60)
        const left = passed.map((answer) => limitsOf(answer).remaining).sort((a, b) => a - b)
        assert.deepEqual(left, [...Array(60).keys()], 'each of them was told another number')
        for (const answer of answers.filter(({ status }) => status !== 200)) assertLimited(answer, 60)
        assert.equal(new Set(answers.map((answer) => limitsOf(answer).reset)).size, 1)
        assert.equal((await redis.counts())[`kontor:requests:user ${user.id}:1`], 60)
        for (const { code, output } of [await first.stop(), await second.stop()]) {
          assert.equal(code, 0)
          assert.equal(output, '', 'Redis was never lost')
        }
      }
      await database.drop()
    })
  })
}
