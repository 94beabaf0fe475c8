import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { readInventory } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'
import { type Acknowledged, differencesAt, EXACT, startWriting } from './writing.ts'

const RESTARTS = 4
const MOMENTS = 16
const ROWS = 12

describe('the continuous backup of a server that is stopped and started', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-restarts-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'target'))
  const settings = backupSettings(readConfig({}), pathToFileURL(join(folder, 'target')).href)
  const generations = () => readInventory(openTarget(settings.url, settings))
  const acknowledged: Acknowledged[] = []

  /** Writes some rows after there are so many snapshots, and stops the server. */
  async function run(snapshots: number): Promise<void> {
    const writing = startWriting(folder, { rows: 1e6, bytes: 100, pauseMs: 5 })
    while ((await generations()).flatMap((one) => one.snapshots).length < snapshots) await sleep(10)
    const written = writing.acknowledged().length
    while (writing.acknowledged().length < written + ROWS) await sleep(10)
    writing.child.kill('SIGTERM')
    await writing.ended
    assert.equal(writing.said(), '')
    acknowledged.push(...writing.acknowledged())
  }

  test('goes on with its generation and takes no new snapshot', async () => {
    for (let count = 0; count <= RESTARTS; count++) await run(1)
    assert.deepEqual(
      (await generations()).map(({ snapshots }) => snapshots.length),
      [1],
    )
  })

  test(`restores ${MOMENTS} moments exactly, also around the restarts`, async () => {
    const first = acknowledged[ROWS]!.at
    const last = acknowledged.at(-1)!.at
    const starts = acknowledged.filter(({ id }) => id.endsWith('-0')).map(({ at }) => at)
    const random = Array.from({ length: MOMENTS }, () => first + Math.floor(Math.random() * (last - first)))
    for (const moment of [...starts.slice(1), ...random, last]) {
      const file = join(folder, 'restored.db')
      await rebuildEmbedded(settings, moment, file)
      assert.deepEqual(differencesAt(file, acknowledged, moment), EXACT, new Date(moment).toISOString())
    }
  })

  test('begins a new generation if the database was changed while the server was stopped', async () => {
    const database = new DatabaseSync(join(folder, 'data', 'kontor.db'))
    database.exec(`insert into "rows" ("id") values ('by-hand')`)
    database.close()
    await run(2)
    assert.equal((await generations()).length, 2)
    const file = join(folder, 'restored.db')
    await rebuildEmbedded(settings, undefined, file)
    assert.deepEqual(differencesAt(file, [...acknowledged, { id: 'by-hand', sent: 0, at: 0 }]), EXACT)
  })

  test('begins a new generation if its target is another one', async () => {
    rmSync(join(folder, 'target'), { recursive: true })
    mkdirSync(join(folder, 'elsewhere'))
    const writing = startWriting(folder, { rows: 1e6, bytes: 100, pauseMs: 5, target: 'elsewhere' })
    const url = pathToFileURL(join(folder, 'elsewhere')).href
    const snapshots = async () => (await readInventory(openTarget(url, settings))).flatMap((one) => one.snapshots)
    while ((await snapshots()).length < 1) await sleep(10)
    writing.child.kill('SIGTERM')
    await writing.ended
    acknowledged.push(...writing.acknowledged())
    const file = join(folder, 'restored.db')
    await rebuildEmbedded({ ...settings, url }, undefined, file)
    assert.deepEqual(differencesAt(file, acknowledged), EXACT)
  })
})
