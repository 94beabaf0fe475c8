import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { eventually } from '../support/raw-http.ts'
import { type RedisServer, withRedis } from '../support/redis.ts'
import { assertLimited, limitsOf, redisLog } from './limits.ts'

const CLIENTS = 8
const [embedded] = databaseKinds

/** Clients that ask one request after the other until the load is disposed of. */
class Load implements AsyncDisposable {
  answers = 0
  longestMs = 0
  readonly outcomes = new Set<string>()
  readonly #clients: Promise<unknown>
  #isOver = false

  constructor(kontor: Kontor) {
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, () => this.#ask(kontor)))
  }

  async #ask(kontor: Kontor): Promise<void> {
    while (!this.#isOver) {
      const begin = performance.now()
      const answer = await kontor.get('/auth/me')
      this.longestMs = Math.max(this.longestMs, performance.now() - begin)
      this.outcomes.add(`${answer.status}, limit ${limitsOf(answer).limit}`)
      this.answers++
      await new Promise((resolve) => setImmediate(resolve)) // lets the timers of the test have their turn
    }
  }

  async [Symbol.asyncDispose]() {
    this.#isOver = true
    await this.#clients
  }
}

await withRedis('Redis that is lost under load', (redis) => {
  const { lines, stream } = redisLog()
  const kontor = kontorFor(embedded!, { environment: { REDIS_URL: redis.url }, log: stream })

  const promise = (title: string, lose: () => unknown, bring: () => unknown, reason: RegExp) =>
    test(title, async () => {
      lines.length = 0
      await using load = new Load(kontor())
      await eventually(() => load.answers > 100 || undefined)
      await lose()
      await eventually(() => lines.length > 0 || undefined)
      const { answers } = load
      await eventually(() => load.answers > answers + 500 || undefined)
      assert.equal((await kontor().get('root:/readyz')).status, 200)
      assert.equal(lines.length, 1, 'one line, however many requests')
      assert.match(lines[0]!, reason)
      await bring()
      await eventually(() => lines.length > 1 || undefined)
      assert.deepEqual(lines.slice(1), ['Redis is back and counts requests for all nodes'])
      assert.deepEqual([...load.outcomes], ['200, limit 1000000'])
      assert.ok(load.longestMs < 2000, `no request waited until it was back: ${load.longestMs} ms`)
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
    /^Redis is lost, this node counts requests by itself: \S/,
  )
})

/** A request adds one to the count at Redis. */
async function assertCounting(kontor: Kontor, redis: RedisServer): Promise<void> {
  const { id, token } = await signedIn(kontor, 'viewer')
  await kontor.get('/auth/me', { token })
  assert.equal((await redis.counts())[`kontor:requests:user ${id}:1`], 1)
}

await withRedis('While Redis is gone', (redis) => {
  const { lines, stream } = redisLog()
  const kontor = kontorFor(embedded!, {
    environment: { REDIS_URL: redis.url, KONTOR_PLAN: 'custom:20/unlimited' },
    log: stream,
  })

  test('the plan applies, and continues from what was counted before', async () => {
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
