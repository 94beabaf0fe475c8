import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runKontor, type ServerProcess, startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-backup-metrics-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function metricOf(server: ServerProcess, name: string): Promise<number | undefined> {
  const metrics = await (await fetch(`${server.origin}/metrics`)).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? []
  return value === undefined ? undefined : Number(value)
}

test('the metrics tell how far the continuous backup is behind, and apart from it when kontor backup succeeded', async () => {
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
  mkdirSync(target)
  await eventually(async () => (await behind())! < first + 2 || undefined)
  const last = () => metricOf(server, 'kontor_last_backup_timestamp_seconds')
  assert.equal(await last(), undefined)
  const { code, said } = await runKontor(['backup', join(folder, 'copy.db')], environment)
  assert.equal(code, 0, said)
  assert.ok((await last())! > 0)
})
