import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'

test('a thread of the backup that fails is started again, counted, and its fault ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-backup-thread-'))
  const target = join(folder, 'target')
  mkdirSync(target)
  try {
    await using server = await startKontor({
      KONTOR_DATA: join(folder, 'data'),
      KONTOR_BACKUP_URL: pathToFileURL(target).href,
      KONTOR_BACKUP_PASSPHRASE: 'correct horse battery',
      KONTOR_BACKUP_SECONDS: '1',
      KONTOR_LOG_LEVEL: 'silent',
    })
    const health = async () => ((await (await fetch(`${server.origin}/readyz`)).json()) as { backup: string }).backup
    const failures = async () => {
      const metrics = await (await fetch(`${server.origin}/metrics`)).text()
      return Number(/^kontor_restarts_total\{part="backup"\} (\d+)$/m.exec(metrics)?.[1])
    }
    const snapshots = () =>
      readdirSync(target, { recursive: true }).filter((name) => /snapshot\.json$/.test(String(name)))
    await eventually(() => snapshots().length === 1 || undefined)
    assert.equal(await failures(), 0)
    rmSync(join(folder, 'data', 'backup'), { recursive: true })
    await eventually(async () => (await failures()) === 1 || undefined)
    assert.match(await health(), /The log names the reason/)
    await eventually(() => snapshots().length === 2 || undefined)
    await eventually(async () => (await health()) === 'ok' || undefined)
    assert.equal(await failures(), 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
