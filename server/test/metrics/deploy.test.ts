import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { noteRun } from '../../src/app/last-runs.ts'
import { backupStatus } from '../../src/db/backup/status.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { metricsOf } from '../support/metrics.ts'
import { eventually } from '../support/raw-http.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const ALERTS = join(DEPLOY, 'prometheus/alerts.yaml')
const alerts = readFileSync(ALERTS, 'utf8')
const dashboard = readFileSync(join(DEPLOY, 'grafana/kontor.json'), 'utf8')

/** Metrics that only one of the two databases has. */
const OWN = {
  SQLite: /^kontor_(wal|disk|restarts)_/,
  PostgreSQL: /^kontor_pool_/,
}

onEveryDatabase('The alerts and the dashboard', (kind) => {
  const kontor = kontorFor(kind)
  // A server has the metrics of the continuous backup only where it is on, and then those of `kontor backup` only after one.
  const statusBefore = { ...backupStatus }
  before(async () => {
    Object.assign(backupStatus, { isOn: true, shippedUntil: Date.now() })
    await noteRun(kontor().database.environment.KONTOR_DATA, 'backup')
  })
  after(() => Object.assign(backupStatus, statusBefore))
  const ofOthers = Object.entries(OWN).flatMap(([name, pattern]) => (name === kind.name ? [] : [pattern]))

  for (const [title, text] of Object.entries({ alerts, dashboard }))
    test(`use only metrics that a server has: ${title}`, async () => {
      // Responses are counted a moment after they were sent.
      const { names, help } = await eventually(async () => {
        const metrics = await metricsOf(kontor())
        return metrics.names.has('kontor_http_request_seconds_count') ? metrics : undefined
      })
      const used = new Set([...text.matchAll(/\bkontor_[a-z_]+/g)].map(([name]) => name))
      assert.ok(used.size > 5)
      const unknown = [...used].filter(
        (name) => !names.has(name) && !help.has(name) && !ofOthers.some((pattern) => pattern.test(name)),
      )
      assert.deepEqual(unknown, [])
    })

  test('show every metric of Kontor on the dashboard', async () => {
    const own = [...(await metricsOf(kontor())).help.keys()].filter((name) => !/^kontor_(process|nodejs)_/.test(name))
    assert.deepEqual(
      own.filter((name) => !dashboard.includes(name)),
      [],
    )
  })
})

describe('The alerts', () => {
  const isInstalled = spawnSync('promtool', ['--version']).status === 0
  const skip = !isInstalled && 'there is no promtool here (on Debian: apt-get install prometheus)'
  const promtool = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}${stderr}`)
  }

  test('are valid, and fire when they should', { skip }, () => {
    promtool('check', 'rules', ALERTS)
    promtool('test', 'rules', join(DEPLOY, 'prometheus/alerts.test.yaml'))
  })

  test('each say what has happened and what to do', () => {
    const count = (pattern: RegExp) => alerts.match(pattern)?.length
    assert.equal(count(/^ {10}summary: /gm), count(/- alert: /g))
    assert.equal(count(/^ {10}action: /gm), count(/- alert: /g))
  })
})
