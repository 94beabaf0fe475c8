import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { runKontor, startKontor } from '../support/process.ts'
import { admit, assertRefusal } from '../support/raw-http.ts'
import { times } from '../support/records.ts'

const WRITES = 120

onEveryDatabase('A server with several workers', (kind) => {
  async function started(more: Record<string, string> = {}) {
    const database = await kind.create('migrated')
    const environment = {
      ...database.environment,
      KONTOR_WORKERS: '2',
      KONTOR_PLAN: 'custom:1000000/unlimited',
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      ...more,
    }
    const server = await startKontor(environment)
    let token = ''
    // Every call on a connection of its own, so that all workers get some.
    const call = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method,
        headers: {
          connection: 'close',
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as never as { data: never; meta: never } }
    }
    token = ((await call('POST', '/auth/login', ADMIN)).body.data as { token: string }).token
    return { database, environment, server, call }
  }

  test('answers as one: all workers see a write at once, and numbers have no gaps', async () => {
    const { server, call, database } = await started()
    await using _ = server
    const customer = ((await call('POST', '/customers', { name: 'Nordlicht' })).body.data as { id: string }).id
    const item = ((await call('POST', '/items', { itemCode: 'A', itemName: 'Bolt' })).body.data as { id: string }).id
    const lines = { customer, items: [{ item, quantity: 1, rate: 5 }] }
    const orders = await times(WRITES, () => call('POST', '/sales-orders', lines))
    assert.deepEqual(new Set(orders.map(({ status }) => status)), new Set([201]))
    const numbers = orders.map(({ body }) => Number((body.data as { orderNumber: string }).orderNumber.slice(-4)))
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      numbers.map((_, index) => index + 1),
    )
    const totals = await times(12, () => call('GET', '/sales-orders'))
    for (const { body } of totals) assert.equal((body.meta as { total: number }).total, WRITES)
    assert.equal((await server.stop()).code, 0)
    await database.drop()
  })

  test('counts requests and password guesses over all workers', async () => {
    const { server, call, database } = await started({ KONTOR_PLAN: 'custom:40/unlimited' })
    await using _ = server
    const answers = await times(90, () => call('GET', '/items'))
    assert.equal(answers.filter(({ status }) => status === 200).length, 40)
    const guess = { email: 'unknown@example.com', password: 'wrong password' }
    const guesses = await times(12, () => call('POST', '/auth/login', guess))
    assert.equal(guesses.filter(({ status }) => status === 401).length, 5)
    assert.equal(guesses.filter(({ status }) => status === 429).length, 7)
    await server.stop()
    await database.drop()
  })

  test('refuses an API key that expired during the request, on every worker', async () => {
    const { server, call, database } = await started()
    await using _ = server
    const made = await call('POST', '/api-keys', { name: 'Web shop', scopes: ['write'] })
    const { id, key } = made.body.data as { id: string; key: string }
    const admitted = await times(8, (index) =>
      admit(server, {
        method: 'POST',
        target: '/api/v1/items',
        headers: { 'x-api-key': key },
        body: JSON.stringify({ itemCode: `SLOW-${index}`, itemName: 'Bolt' }),
      }),
    )
    assert.equal((await call('POST', `/api-keys/${id}/rotate`, { overlapHours: 0 })).status, 201)
    const answers = await Promise.all(admitted.map((request) => request.finish()))
    for (const answer of answers) assertRefusal(answer, 401, 'API_KEY_EXPIRED')
    assert.equal(((await call('GET', '/items')).body.meta as { total: number }).total, 0)
    await server.stop()
    await database.drop()
  })

  test('continues when a worker dies, and loses nothing that it acknowledged', async () => {
    const { server, call, database, environment } = await started()
    await using _ = server
    const writing = Array.from({ length: WRITES }, (_, index) =>
      call('POST', '/items', { itemCode: `W-${index}`, itemName: 'Washer' }).catch(() => undefined),
    )
    await Promise.race(writing)
    process.kill(childrenOf(server.child.pid!)[0]!, 'SIGKILL')
    const acknowledged = (await Promise.all(writing)).filter((answer) => answer?.status === 201)
    assert.ok(acknowledged.length > 0)
    for (const answer of acknowledged) {
      const { id } = answer!.body.data as { id: string }
      assert.equal((await call('GET', `/items/${id}`)).status, 200)
    }
    assert.equal((await call('POST', '/items', { itemCode: 'AFTER', itemName: 'Washer' })).status, 201)
    assert.equal((await server.stop()).code, 0)
    const { code, output } = await runKontor(['verify'], environment)
    assert.equal(code, 0, output)
    await database.drop()
  })
})

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
