import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runKontor, startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'

describe('two servers with the same KONTOR_BACKUP_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-two-servers-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const target = join(folder, 'target')
  mkdirSync(target)
  const url = pathToFileURL(target).href
  const settingsOf = (name: string) => ({
    KONTOR_DATA: join(folder, name),
    KONTOR_BACKUP_URL: url,
    KONTOR_BACKUP_PASSPHRASE: 'correct horse battery',
    KONTOR_BACKUP_SECONDS: '1',
    KONTOR_LOG_LEVEL: 'warn',
  })
  const generations = () => readdirSync(target).sort()
  const snapshots = () =>
    readdirSync(target, { recursive: true }).filter((name) => /snapshot\.json$/.test(String(name)))
  const untilSnapshots = (count: number) => eventually(() => snapshots().length === count || undefined)

  test('the second one is refused at the target, tells so, and serves requests', async () => {
    await using first = await startKontor(settingsOf('first'))
    await untilSnapshots(1)
    const stored = generations()
    await using second = await startKontor(settingsOf('second'))
    const readiness = await eventually(async () => {
      const response = await fetch(`${second.origin}/readyz`)
      const { backup } = (await response.json()) as { backup: string }
      return backup === 'ok' ? undefined : { status: response.status, backup }
    })
    assert.deepEqual(readiness, {
      status: 200,
      backup: 'The backup does not succeed at the moment. The log names the reason.',
    })
    const { output } = await second.stop()
    assert.match(
      output,
      /the continuous backup cannot begin: \S+ holds the backup of another instance: \S+ was not begun/,
    )
    assert.deepEqual(generations(), stored)
    assert.equal((await first.stop()).code, 0)
  })

  test('the first one goes on after a restart, and so does a data folder that was restored from the backup', async () => {
    await using first = await startKontor(settingsOf('first'))
    await untilSnapshots(2)
    await first.stop()
    const { code, said } = await runKontor(['restore', '--from', url], settingsOf('restored'))
    assert.equal(code, 0, said)
    await using restored = await startKontor(settingsOf('restored'))
    await untilSnapshots(3)
    await restored.stop()
    assert.equal(generations().length, 3)
  })

  test('the first one is refused when the restored one has taken over', async () => {
    await using first = await startKontor(settingsOf('first'))
    await eventually(async () => {
      const { backup } = (await (await fetch(`${first.origin}/readyz`)).json()) as { backup: string }
      return backup !== 'ok' || undefined
    })
    assert.equal(generations().length, 3)
  })
})
