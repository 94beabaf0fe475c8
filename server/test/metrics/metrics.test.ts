import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import manifest from '../../package.json' with { type: 'json' }
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { ADMIN, kontorFor } from '../support/kontor.ts'
import { metricsOf } from '../support/metrics.ts'
import { eventually } from '../support/raw-http.ts'
import { createItem } from '../support/records.ts'
import { stopWrites } from '../support/stop-writes.ts'
import { hooked, hookingFor } from '../webhooks/hooks.ts'

onEveryDatabase('The metrics', (kind) => {
  const kontor = kontorFor(kind)
  const isEmbedded = kind.name === 'SQLite'
  /** Responses are counted a moment after they were sent. */
  async function assertCounted(work: () => Promise<unknown>, ...series: string[]): Promise<void> {
    const read = async () => {
      const metrics = await metricsOf(kontor())
      return series.map((name) => metrics.value(name) ?? 0)
    }
    const before = await read()
    await work()
    const after = await eventually(async () => {
      const values = await read()
      return values.every((value, index) => value > before[index]!) ? values : undefined
    })
    assert.deepEqual(
      after,
      before.map((value) => value + 1),
    )
  }

  test('count each committed transaction with its size and its time', async () => {
    const before = await metricsOf(kontor())
    await createItem(kontor())
    const after = await metricsOf(kontor())
    for (const name of ['kontor_write_group_size', 'kontor_commit_seconds']) {
      const count = `${name}_count`
      assert.ok(after.value(count)! > before.value(count)!, name)
      assert.equal(after.value(`${name}_bucket{le="+Inf"}`), after.value(count))
      assert.ok(after.value(`${name}_sum`)! > before.value(`${name}_sum`)!)
    }
    assert.equal(after.value('kontor_failed_commits_total'), 0)
  })

  test('tell how many writes wait, and for how long the oldest has waited', async () => {
    const goOn = await stopWrites(kontor().database)
    const writes = [createItem(kontor()), createItem(kontor())]
    const waiting = await eventually(async () => {
      const metrics = await metricsOf(kontor())
      return metrics.value('kontor_writes_waiting') === 2 ? metrics : undefined
    })
    assert.ok(waiting.value('kontor_oldest_write_seconds')! > 0)
    await goOn()
    await Promise.all(writes)
    const after = await metricsOf(kontor())
    assert.equal(after.value('kontor_writes_waiting'), 0)
    assert.equal(after.value('kontor_oldest_write_seconds'), 0)
  })

  test('count refusals by their code, and sign-ins that failed', async () => {
    const refused = (code: string) => `kontor_refused_requests_total{code="${code}"}`
    const wrong = () => kontor().login(ADMIN.email, 'not the password')
    await assertCounted(wrong, 'kontor_sign_in_failures_total', refused('INVALID_CREDENTIALS'))
    const failures = (await metricsOf(kontor())).value('kontor_sign_in_failures_total')
    await assertCounted(() => kontor().get('/items/itm_missing'), refused('NOT_FOUND'))
    assert.equal((await metricsOf(kontor())).value('kontor_sign_in_failures_total'), failures)
  })

  test('tell the version, and that the node is ready', async () => {
    const metrics = await metricsOf(kontor())
    const database = isEmbedded ? 'sqlite' : 'postgres'
    const labels = `version="${manifest.version}",node="${process.version}",database="${database}"`
    assert.equal(metrics.value(`kontor_build_info{${labels}}`), 1)
    assert.equal(metrics.value('kontor_ready'), 1)
  })

  test('tell when the last backup and the last check succeeded; 0 for never', async () => {
    const before = await metricsOf(kontor())
    for (const run of ['backup', 'verify']) {
      assert.equal(before.value(`kontor_last_${run}_timestamp_seconds`), 0)
      const file = join(kontor().database.environment.KONTOR_DATA, `last-${run}.txt`)
      writeFileSync(file, '2026-01-02T03:04:05.000Z')
    }
    const after = await metricsOf(kontor())
    for (const run of ['backup', 'verify'])
      assert.equal(after.value(`kontor_last_${run}_timestamp_seconds`), Date.UTC(2026, 0, 2, 3, 4, 5) / 1000)
  })

  test('describe the storage of the embedded database, and the connections to a database server', async () => {
    const metrics = await metricsOf(kontor())
    const storage = [
      'kontor_wal_bytes',
      'kontor_wal_frames_behind',
      'kontor_disk_free_bytes',
      'kontor_disk_reserve_bytes',
      'kontor_restarts_total{part="slow-reads"}',
    ]
    const pools = ['max', 'in_use'].flatMap((name) =>
      ['read', 'write'].map((pool) => `kontor_pool_connections_${name}{pool="${pool}"}`),
    )
    const [present, absent] = isEmbedded ? [storage, pools] : [pools, storage]
    for (const series of present) assert.notEqual(metrics.value(series), undefined, series)
    for (const series of absent) assert.equal(metrics.value(series), undefined, series)
    if (!isEmbedded) return assert.equal(metrics.value('kontor_pool_connections_max{pool="write"}'), 3)
    const framesBehind = metrics.value('kontor_wal_frames_behind')!
    await createItem(kontor())
    const after = await metricsOf(kontor())
    assert.ok(after.value('kontor_wal_frames_behind')! > framesBehind)
    assert.ok(after.value('kontor_wal_bytes')! > 0)
  })

  test('are each described in the documentation', async () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/running.md'), 'utf8')
    const rows = new Map(
      [...docs.matchAll(/^\| `(kontor_\w+)` \| [^|]* \| (.*) \|$/gm)].map(([, name, help]) => [name, help]),
    )
    for (const [name, help] of (await metricsOf(kontor())).help)
      if (!/^kontor_(process|nodejs)_/.test(name)) assert.equal(rows.get(name), help, name)
  })
})

onEveryDatabase('The metrics of webhooks', (kind) => {
  const kontor = hookingFor(kind)

  test('count the deliveries that are due', async () => {
    await using hook = await hooked(kontor())
    hook.receiver.answer('silence')
    assert.equal((await metricsOf(kontor())).value('kontor_webhook_deliveries_due'), 0)
    await createItem(kontor())
    await hook.receiver.whenReceived(1)
    assert.equal((await metricsOf(kontor())).value('kontor_webhook_deliveries_due'), 1)
  })

  test('tell how long the change feed has been ahead of a webhook', async () => {
    const change = (sql: string) =>
      kontor().engine.changeSchema((connection) => connection.query({ sql, parameters: [] }))
    const [stop, goOn] =
      kind.name === 'SQLite'
        ? [
            `create trigger "stop" before update on "webhook-states" begin select raise(abort, 'stop'); end`,
            'drop trigger "stop"',
          ]
        : [
            'alter table "webhook-states" add constraint "stop" check (false) not valid',
            'alter table "webhook-states" drop constraint "stop"',
          ]
    await using hook = await hooked(kontor())
    const lag = async () => (await metricsOf(kontor())).value('kontor_change_feed_lag_seconds')!
    await eventually(async () => (await lag()) === 0 || undefined)
    await change(stop)
    await createItem(kontor())
    await eventually(async () => (await lag()) > 0 || undefined)
    await change(goOn)
    await hook.receiver.whenReceived(1)
    await eventually(async () => (await lag()) === 0 || undefined)
  })
})

describe('Metrics with a token', () => {
  const kontor = kontorFor(databaseKinds[0]!, {
    environment: { KONTOR_METRICS_TOKEN: 'a-token-of-32-characters-or-more' },
  })

  test('are told only to requests that carry it', async () => {
    const ask = (headers = {}) => kontor().get('root:metrics', { token: null, headers })
    assert.equal((await ask()).status, 401)
    assert.equal((await ask({ authorization: 'Bearer another' })).status, 401)
    assert.equal((await ask({ authorization: 'Bearer a-token-of-32-characters-or-more' })).status, 200)
  })
})
