import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runKontor, type ServerProcess, startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'
import { times } from '../support/records.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-backup-metrics-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function metricOf(server: ServerProcess, name: string): Promise<number | undefined> {
  const metrics = await (await fetch(`${server.origin}/metrics`)).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? []
  return value === undefined ? undefined : Number(value)
}

test('the metrics tell how far the continuous backup is behind and whether it fails, and apart from it when kontor backup succeeded', async () => {
  const target = join(folder, 'target')
  const environment = {
    KONTOR_DATA: join(folder, 'data'),
    KONTOR_BACKUP_URL: pathToFileURL(target).href,
    KONTOR_BACKUP_PASSPHRASE: 'correct horse battery',
    KONTOR_BACKUP_SECONDS: '1',
    KONTOR_LOG_LEVEL: 'silent',
  }
  await using server = await startKontor(environment)
  const behind = () => metricOf(server, 'kontor_backup_behind_seconds')
  const first = (await behind())!
  assert.ok(first > 0)
  await eventually(async () => (await behind())! > first + 2 || undefined)
  const failing = () => metricOf(server, 'kontor_backup_failing')
  assert.equal(await failing(), 1)
  mkdirSync(target)
  await eventually(async () => (await behind())! < first + 2 || undefined)
  assert.equal(await failing(), 0)
  const last = () => metricOf(server, 'kontor_last_backup_timestamp_seconds')
  assert.equal(await last(), undefined)
  const { code, said } = await runKontor(['backup', join(folder, 'copy.db')], environment)
  assert.equal(code, 0, said)
  assert.ok((await last())! > 0)
})

test('each of several workers tells in /readyz how the continuous backup goes', async () => {
  const target = join(folder, 'target-of-workers')
  await using server = await startKontor({
    KONTOR_DATA: join(folder, 'data-of-workers'),
    KONTOR_BACKUP_URL: pathToFileURL(target).href,
    KONTOR_BACKUP_SECONDS: '1',
    KONTOR_BACKUP_PASSPHRASE: 'correct horse battery',
    KONTOR_WORKERS: '2',
    KONTOR_LOG_LEVEL: 'silent',
  })
  // Every request on a connection of its own, so that both workers get some.
  const health = async () => {
    const response = await fetch(`${server.origin}/readyz`, { headers: { connection: 'close' } })
    return ((await response.json()) as { backup?: string }).backup
  }
  const everywhere = (isWanted: (backup?: string) => boolean) =>
    eventually(async () => (await times(12, health)).every(isWanted) || undefined)
  await everywhere((backup) => /does not succeed/.test(backup ?? ''))
  mkdirSync(target)
  await everywhere((backup) => backup === 'ok')
})
