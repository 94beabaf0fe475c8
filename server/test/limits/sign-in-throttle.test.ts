import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { createRedisCounters } from '../../src/adapters/redis-counters.ts'
import { RedisLink } from '../../src/adapters/redis-link.ts'
import { createThrottle, type Throttle } from '../../src/auth/throttle.ts'
import { createMemoryCounters } from '../../src/core/counters/memory-counters.ts'
import { databaseKinds } from '../support/databases.ts'
import { ADMIN, type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { addUser, callFrom, PASSWORD } from '../support/people.ts'
import { startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'
import { times } from '../support/records.ts'
import { withRedis } from '../support/redis.ts'
import { sameDatabase } from '../support/same-database.ts'
import { redisLog } from './limits.ts'

const FREE = 5
const WRONG = 'a wrong password'
const [embedded] = databaseKinds
const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

const login = ({ app }: Kontor, email: string, password: string, address = '10.1.0.1') =>
  callFrom(app.server, address, 'POST', '/auth/login', { body: { email, password } })

await withRedis('Sign-in attempts counted by Redis', (redis) => {
  const nodes: RedisLink[] = []
  /** As another node: it shares nothing with others but Redis. */
  async function node(): Promise<Throttle> {
    const link = await RedisLink.to({ url: redis.url, onLost() {}, onBack() {} })
    nodes.push(link)
    await link.open()
    return createThrottle(createRedisCounters(link, 'sign-in', createMemoryCounters(Date.now)))
  }

  test('are the same ones as in one process: bounds, waits and successes', async () => {
    const [shared, local] = [await node(), createThrottle(createMemoryCounters(() => 0))]
    const steps: readonly (readonly [email: string, address: string, isRight?: boolean])[] = [
      ...Array(4).fill(['anna@example.com', '10.0.0.1']),
      ['anna@example.com', '10.0.0.1', true],
      ...Array(7).fill([' ANNA@example.com', '10.0.0.1']),
      ['anna@example.com', '10.0.0.2'],
      ...Array.from({ length: 40 }, (_, index) => [`user${index}@example.com`, '10.0.9.1'] as const),
      ...Array.from({ length: 40 }, (_, index) => ['ben@example.com', `10.2.0.${index}`] as const),
      ...Array.from({ length: 8 }, (_, index) => ['zoe@example.com', `2001:db8::${index}`] as const),
    ]
    for (const [email, address, isRight] of steps) {
      const wait = await shared.attempt(email, address)
      assert.equal(wait > 0, Number(local.attempt(email, address)) > 0, `${email} from ${address}`)
      if (!isRight) continue
      await shared.succeeded(email, address)
      local.succeeded(email, address)
    }
  })

  test('of several nodes add up, concurrently too', async () => {
    const all = await Promise.all([node(), node(), node()])
    const waits = await times(30, async (index) => all[index % 3]!.attempt('carl@example.com', '10.3.0.1'))
    assert.equal(waits.filter((wait) => wait === 0).length, FREE)
  })

  test('never slow down a user who signs in with success, whichever node it is', async () => {
    const all = [await node(), await node()]
    for (let count = 0; count < 60; count++) {
      assert.equal(await all[count % 2]!.attempt('dora@example.com', '10.4.0.1'), 0)
      await all[(count + 1) % 2]!.succeeded('dora@example.com', '10.4.0.1')
    }
  })

  test('are stored for fifteen minutes at most, and without the e-mail address', async () => {
    const client = new Redis(redis.url)
    const keys = await client.keys('*')
    const lifetimes = await Promise.all(keys.map((key) => client.pttl(key)))
    client.disconnect()
    for (const link of nodes) link.close()
    assert.ok(keys.length > 0)
    for (const key of keys) assert.match(key, /^kontor:sign-in:[0-9a-f]{32}:0$/)
    for (const lifetime of lifetimes) assert.ok(lifetime > 0 && lifetime <= 900_000, String(lifetime))
  })
})

await withRedis('Guessing passwords while Redis is lost', (redis) => {
  const { lines, stream } = redisLog()
  const kontor = kontorFor(embedded!, { environment: { REDIS_URL: redis.url }, log: stream })

  test('is slowed down by each node alone, from the last known counts, and by all again when it is back', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    for (let count = 0; count < 3; count++) assert.equal((await login(kontor(), email, WRONG)).status, 401)
    await redis.kill()
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push((await login(kontor(), email, WRONG)).status)
    assert.deepEqual(statuses, [401, 401, 429, 429])
    assert.equal(lines.length, 1, 'limits and the throttle notice it together')
    await redis.start()
    await eventually(async () => {
      await kontor().get('/auth/me')
      return lines.length > 1 || undefined
    })
    const other = await addUser(kontor().engine, 'viewer')
    const answers = await times(8, () => login(kontor(), other.email, WRONG, '10.7.0.1'))
    assert.equal(answers.filter(({ status }) => status === 401).length, FREE)
  })
})

if (served) {
  await withRedis('Two nodes on one database with one Redis', (redis) => {
    test('let an attacker who tries both guess no more often than one would', async () => {
      const same = sameDatabase(served)
      const environment = { REDIS_URL: redis.url }
      const [one, other] = [await openKontor(same, { environment }), await openKontor(same, { environment })]
      const { email } = await addUser(one.engine, 'viewer')
      const answers = await times(20, (index) => login(index % 2 ? one : other, email, WRONG))
      assert.equal(answers.filter(({ status }) => status === 401).length, FREE)
      for (const node of [one, other]) assert.equal((await login(node, email, PASSWORD)).status, 429)
      for (const node of [one, other]) assert.equal((await login(node, email, PASSWORD, '10.1.0.9')).status, 200)
      for (const node of [one, other]) await node.close()
    })

    test('count on after a restart of both', async () => {
      const database = await served.create('migrated')
      const settings = { ...database.environment, REDIS_URL: redis.url, KONTOR_ADMIN_PASSWORD: ADMIN.password }
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ ...ADMIN, password: WRONG })
      const checked: number[] = []
      for (const attempts of [3, 12]) {
        await using server = await startKontor({ ...settings, KONTOR_LOG_LEVEL: 'warn' })
        const url = `${server.origin}/api/v1/auth/login`
        const statuses = await times(attempts, async () => (await fetch(url, { method: 'POST', headers, body })).status)
        checked.push(statuses.filter((status) => status === 401).length)
        await server.stop()
      }
      assert.deepEqual(checked, [3, FREE - 3])
      await database.drop()
    })
  })
}
