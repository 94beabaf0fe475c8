import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { databaseKinds } from '../support/databases.ts'
import { signedIn } from '../support/people.ts'
import { assertRefusal, assertUsualHeaders, eventually, frontDoorFor } from '../support/raw-http.ts'

const STRANGER = { headers: { Authorization: null } }

describe('Monitoring', () => {
  const door = frontDoorFor(databaseKinds[0]!)

  test('needs no credential for liveness, readiness and metrics', async () => {
    const alive = await door().ask('GET', '/healthz', STRANGER)
    const ready = await door().ask('GET', '/readyz', STRANGER)
    const metrics = await door().ask('GET', '/metrics', STRANGER)
    for (const answer of [alive, ready, metrics]) {
      assert.equal(answer.status, 200)
      assertUsualHeaders(answer)
    }
    assert.deepEqual(alive.body, { status: 'alive' })
    assert.deepEqual(ready.body, { status: 'ready', writes: 'ok', oldestWriteMs: 0 })
    assert.match(metrics.headers['content-type']!, /^text\/plain; version=/)
  })

  test('is not counted against any limit', async () => {
    const first = await door().ask('GET', '/healthz', STRANGER)
    const second = await door().ask('GET', '/healthz', STRANGER)
    assert.equal(second.headers['x-ratelimit-remaining'], first.headers['x-ratelimit-remaining'])
  })

  test('finds every request in the metrics under the template of its route, never with an id or a user', async () => {
    const { id: user, token } = await signedIn(door().kontor, 'viewer')
    const headers = { Authorization: `Bearer ${token}` }
    await door().ask('GET', '/api/v1/items/itm_0123456789', { headers })
    await door().ask('GET', '/api/v1/nowhere/itm_0123456789?search=itm_0123456789', { headers })
    const counted = await eventually(async () => {
      const { text } = await door().ask('GET', '/metrics', STRANGER)
      return text.includes('route="unknown"') ? text : undefined
    })
    assert.match(
      counted,
      /kontor_http_request_seconds_count\{method="GET",route="\/api\/v1\/items\/:id",status="404"\} 1\n/,
    )
    for (const secret of ['itm_0123456789', user, token]) assert.ok(!counted.includes(secret))
    assert.match(counted, /^# TYPE kontor_http_request_seconds histogram$/m)
  })

  test('sees that the server is not ready while it drains, and requests are still served', async () => {
    door().kontor.app.readiness.drain()
    const answer = await door().ask('GET', '/readyz', STRANGER)
    assertRefusal(answer, 503, 'UNAVAILABLE')
    assert.match(answer.body.error.message, /stopping/)
    assert.match(answer.headers['retry-after']!, /^[1-9]\d*$/)
    assert.equal((await door().ask('GET', '/healthz', STRANGER)).status, 200)
    assert.equal((await door().ask('GET', '/api/v1/items')).status, 200)
  })
})

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

describe('When the database is unreachable', { skip: !served && 'there is no PostgreSQL here' }, () => {
  const door = frontDoorFor(served!)
  const item = (itemCode: string) => ({ body: JSON.stringify({ itemCode, itemName: 'Anvil' }) })

  async function administer(...statements: string[]): Promise<void> {
    const url = new URL(door().kontor.database.environment.DATABASE_URL!)
    const database = url.pathname.slice(1)
    url.pathname = '/postgres'
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    for (const statement of statements) await client.query(statement.replaceAll('<database>', database))
    await client.end()
  }
  const takeAway = () =>
    administer(
      'alter database <database> allow_connections false',
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '<database>'`,
    )

  test('requests on cut connections fail with 503, and the code says whether a write happened', async () => {
    const codeOf = (index: number) => `CUT-${index}`
    const requests = Array.from({ length: 200 }, (_, index) =>
      index % 2 ? door().ask('GET', '/api/v1/items') : door().ask('POST', '/api/v1/items', item(codeOf(index))),
    )
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '<database>'`
    await administer(cut, cut, cut)
    const answers = await Promise.all(requests)
    for (const [index, answer] of answers.entries()) {
      const isRead = index % 2 === 1
      const code = answer.body.error?.code
      if (answer.status !== 503) assert.equal(answer.status, isRead ? 200 : 201, answer.text)
      else assertRefusal(answer, 503, isRead || code !== 'OUTCOME_UNKNOWN' ? 'UNAVAILABLE' : 'OUTCOME_UNKNOWN')
      if (isRead || code === 'OUTCOME_UNKNOWN') continue
      const { body } = await door().ask('GET', `/api/v1/items?itemCode=${codeOf(index)}`)
      assert.equal(body.data.length, answer.status === 201 ? 1 : 0, `${codeOf(index)}: ${answer.status}`)
    }
  })

  test('requests get 503 with Retry-After, and succeed again when the database returns', async () => {
    const before = await door().ask('POST', '/api/v1/items', item('BEFORE'))
    assert.equal(before.status, 201)

    await takeAway()
    const refused = [
      await door().ask('GET', '/api/v1/items'),
      await door().ask('POST', '/api/v1/items', item('MEANWHILE')),
      await door().ask('POST', '/api/v1/auth/login', { ...STRANGER, body: '{"email":"a@b.c","password":"12345678"}' }),
      await door().ask('GET', '/api/v1/nowhere'),
    ]
    for (const answer of refused) {
      assertRefusal(answer, 503, 'UNAVAILABLE')
      assert.match(answer.headers['retry-after']!, /^[1-9]\d*$/)
      assert.doesNotMatch(answer.text, /test_[0-9a-f]+|postgres|accepting/i)
    }
    assert.equal((await door().ask('GET', '/healthz', STRANGER)).status, 200)
    const notReady = await eventually(async () => {
      const answer = await door().ask('GET', '/readyz', STRANGER)
      return answer.status === 503 ? answer : undefined
    })
    assertRefusal(notReady, 503, 'UNAVAILABLE')
    assert.match(notReady.body.error.message, /database/)
    assert.match(notReady.headers['retry-after']!, /^[1-9]\d*$/)

    await administer('alter database <database> allow_connections true')
    const found = await door().ask('GET', `/api/v1/items/${before.body.data.id}`)
    assert.equal(found.status, 200)
    assert.equal((await door().ask('POST', '/api/v1/items', item('AFTER'))).status, 201)
    await eventually(async () => (await door().ask('GET', '/readyz', STRANGER)).status === 200 || undefined)
  })

  test('a read-only database is not ready, except for reads, until a write succeeds again', async () => {
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '<database>'`
    const ready = async (path: string) => (await door().ask('GET', path, STRANGER)).status
    await administer('alter database <database> set default_transaction_read_only = on', cut)
    // The first writes may meet the connections that were cut: only one that reaches the database finds it read-only.
    const { refused, notReady } = await eventually(async () => {
      const refused = await door().ask('POST', '/api/v1/items', item('READ-ONLY'))
      const notReady = await door().ask('GET', '/readyz', STRANGER)
      return /takes no writes/.test(notReady.text) ? { refused, notReady } : undefined
    })
    assertRefusal(refused, 503, 'UNAVAILABLE')
    assert.match(refused.headers['retry-after']!, /^[1-9]\d*$/)
    assertRefusal(notReady, 503, 'UNAVAILABLE')
    await eventually(async () => (await ready('/readyz?for=reads')) === 200 || undefined)
    assert.equal(await ready('/readyz'), 503)

    await administer('alter database <database> set default_transaction_read_only = off', cut)
    await eventually(async () => (await ready('/readyz')) === 200 || undefined)
    assert.equal((await door().ask('POST', '/api/v1/items', item('READ-ONLY'))).status, 201)
  })
})
