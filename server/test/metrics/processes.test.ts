import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { MetricsText } from '../support/metrics.ts'
import { runKontor, startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'
import { times } from '../support/records.ts'

const WRITES = 40

onEveryDatabase('The metrics of a server', (kind) => {
  async function started(workers: number) {
    const database = await kind.create('migrated')
    const environment = {
      ...database.environment,
      KONTOR_WORKERS: String(workers),
      KONTOR_PLAN: 'custom:1000000/unlimited',
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
    }
    const server = await startKontor(environment)
    // Every call on a connection of its own, so that all workers get some.
    const call = (method: string, path: string, token = '', body?: unknown) =>
      fetch(`${server.origin}${path}`, {
        method,
        headers: { connection: 'close', 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const { data } = (await (await call('POST', '/api/v1/auth/login', '', ADMIN)).json()) as { data: { token: string } }
    const create = (itemCode: string) => call('POST', '/api/v1/items', data.token, { itemCode, itemName: 'Bolt' })
    const metrics = async () => new MetricsText(await (await call('GET', '/metrics')).text())
    return { server, database, environment, create, metrics }
  }

  test('count the writes of the thread that writes, and tell when it was backed up and checked', async () => {
    const { server, database, environment, create, metrics } = await started(1)
    await using _ = server
    const before = await metrics()
    await times(WRITES, (index) => create(`THREAD-${index}`))
    const after = await metrics()
    assert.ok(after.value('kontor_write_group_size_sum')! - before.value('kontor_write_group_size_sum')! >= WRITES)
    for (const words of [['backup', join(environment.KONTOR_DATA, 'copy')], ['verify']]) {
      const since = Date.now() / 1000
      const { code, said } = await runKontor(words, environment)
      assert.equal(code, 0, said)
      assert.ok((await metrics()).value(`kontor_last_${words[0]}_timestamp_seconds`)! >= Math.floor(since))
    }
    await server.stop()
    await database.drop()
  })

  test('are those of all workers, whichever answers, and count a worker that died', async () => {
    const { server, database, create, metrics } = await started(2)
    await using _ = server
    const before = await metrics()
    await times(WRITES, (index) => create(`WORKER-${index}`))
    const created = 'kontor_http_request_seconds_count{method="POST",route="/api/v1/items",status="201"}'
    for (let scrape = 0; scrape < 6; scrape++) {
      const after = await metrics()
      assert.equal(after.value(created), WRITES)
      assert.ok(after.value('kontor_write_group_size_sum')! - before.value('kontor_write_group_size_sum')! >= WRITES)
      assert.equal(after.value('kontor_ready'), 1)
      assert.equal(after.value('kontor_restarts_total{part="worker"}'), 0)
      assert.notEqual(after.value('kontor_webhook_deliveries_due'), undefined)
    }
    process.kill(childrenOf(server.child.pid!)[0]!, 'SIGKILL')
    await eventually(async () => {
      const now = await metrics().catch(() => undefined)
      return now?.value('kontor_restarts_total{part="worker"}') === 1 || undefined
    })
    await server.stop()
    await database.drop()
  })
})

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
