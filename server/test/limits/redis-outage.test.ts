import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { type Answer, type Kontor, kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { eventually } from '../support/raw-http.ts'
import { type RedisServer, withRedis } from '../support/redis.ts'
import { assertLimited, limitsOf } from './limits.ts'

const CLIENTS = 8
const [embedded] = databaseKinds

/** What the log says of Redis. */
function redisLog() {
  const lines: string[] = []
  return {
    lines,
    stream: { write: (line: string) => void (/Redis/.test(line) && lines.push(JSON.parse(line).msg)) },
  }
}

/** Clients that ask one request after the other until they are told to stop; then the answers and the longest wait. */
function startLoad(kontor: Kontor) {
  const answers: Answer[] = []
  let isOver = false
  let longest = 0
  const client = async () => {
    while (!isOver) {
      const begin = performance.now()
      answers.push(await kontor.get('/auth/me'))
      longest = Math.max(longest, performance.now() - begin)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  return {
    answers,
    async stop() {
      isOver = true
      await clients
      return longest
    },
  }
}

await withRedis('Redis that is lost under load', (redis) => {
  const { lines, stream } = redisLog()
  const kontor = kontorFor(embedded!, { environment: { REDIS_URL: redis.url }, log: stream })

  const promise = (title: string, lose: () => unknown, bring: () => unknown, reason: RegExp) =>
    test(title, async () => {
      lines.length = 0
      const load = startLoad(kontor())
      await eventually(() => load.answers.length > 200 || undefined)
      await lose()
      await eventually(() => lines.length > 0 || undefined)
      const lostAt = load.answers.length
      await eventually(() => load.answers.length > lostAt + 2000 || undefined)
      assert.equal((await kontor().get('root:/readyz')).status, 200)
      assert.equal(lines.length, 1, 'one line, however many requests')
      assert.match(lines[0]!, reason)
      await bring()
      await eventually(() => lines.length > 1 || undefined)
      const longest = await load.stop()
      assert.deepEqual(lines.slice(1), ['Redis is back and counts requests for all nodes'])
      assert.deepEqual([...new Set(load.answers.map(({ status }) => status))], [200])
      for (const answer of load.answers) assert.ok(limitsOf(answer).limit > 0)
      assert.ok(longest < 2000, `nobody waited for it to come back: ${longest} ms`)
      await assertCounting(kontor(), redis)
    })

  promise(
    'because it is frozen fails no request, and is used again when it thaws',
    () => redis.freeze(),
    () => redis.thaw(),
    /^Redis is lost, this node counts requests by itself: no answer within 250 ms$/,
  )
  promise(
    'because it was killed fails no request, and is used again when it is back',
    () => redis.kill(),
    () => redis.start(),
    /^Redis is lost, this node counts requests by itself: (the connection is closed|connect ECONNREFUSED|read ECONNRESET)/,
  )
})

/** A request adds one to the count at Redis. */
async function assertCounting(kontor: Kontor, redis: RedisServer): Promise<void> {
  const { id, token } = await signedIn(kontor, 'viewer')
  await kontor.get('/auth/me', { token })
  assert.equal((await redis.counts())[`kontor:rate:user ${id}`], 1)
}

await withRedis('While Redis is gone', (redis) => {
  const { lines, stream } = redisLog()
  const kontor = kontorFor(embedded!, {
    environment: { REDIS_URL: redis.url, KONTOR_PLAN: 'custom:20/unlimited' },
    log: stream,
  })

  test('the plan holds, and goes on from what was counted before', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const left = async () => limitsOf(await kontor().get('/auth/me', { token })).remaining
    for (let call = 1; call <= 12; call++) assert.equal(await left(), 20 - call)
    await redis.kill()
    for (let call = 13; call <= 20; call++) assert.equal(await left(), 20 - call)
    assertLimited(await kontor().get('/auth/me', { token }), 20)
    assert.equal(lines.length, 1)
    await redis.start()
  })
})
