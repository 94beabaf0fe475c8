import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { readInventory } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'
import { eventually } from '../support/raw-http.ts'
import { differencesAt, EXACT, startWriting } from './writing.ts'

const OPTIONS = { rows: 1e6, bytes: 100, pauseMs: 20 }
const NOTICED = /the continuous backup cannot have the target for itself: \S+ is used by another server: run [0-9a-f]+ /

test('a copy of the folder of a killed server that runs beside it is noticed by both, and changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-copied-'))
  mkdirSync(join(folder, 'target'))
  const settings = backupSettings(readConfig({}), pathToFileURL(join(folder, 'target')).href)
  const target = openTarget(settings.url, settings)
  const lease = join(folder, 'target', 'lease.json')
  const writerNow = () => (existsSync(lease) ? JSON.parse(readFileSync(lease, 'utf8')).writer : undefined)
  const running: ReturnType<typeof startWriting>[] = []
  const start = (data: string) => {
    const writing = startWriting(folder, { ...OPTIONS, data })
    running.push(writing)
    return writing
  }
  try {
    const killed = start('data')
    await eventually(async () => (await readInventory(target))[0]?.snapshots.length || undefined)
    killed.child.kill('SIGKILL')
    await killed.ended
    cpSync(join(folder, 'data'), join(folder, 'copy'), { recursive: true })
    const before = writerNow()
    const original = start('data')
    await eventually(() => writerNow() !== before || undefined)
    const copy = start('copy')
    await eventually(() => (NOTICED.test(copy.said()) && NOTICED.test(original.said())) || undefined)
    await assert.rejects(
      rebuildEmbedded(settings, undefined, join(folder, 'restored.db')),
      /^Error: Two servers use this target at this moment: run [0-9a-f]+ waits for another one\. .* --generation \S+$/,
    )
    copy.child.kill('SIGTERM')
    await copy.ended
    const written = original.acknowledged().length
    await eventually(() => original.acknowledged().length > written + 5 || undefined)
    original.child.kill('SIGTERM')
    await original.ended
    assert.equal((await readInventory(target)).length, 1)
    const file = join(folder, 'restored.db')
    await rebuildEmbedded(settings, undefined, file)
    assert.deepEqual(differencesAt(file, [...killed.acknowledged(), ...original.acknowledged()]), EXACT)
    assert.equal(differencesAt(file, copy.acknowledged()).missing.length, copy.acknowledged().length)
  } finally {
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended.catch(() => {})
    }
    rmSync(folder, { recursive: true, force: true })
  }
})
