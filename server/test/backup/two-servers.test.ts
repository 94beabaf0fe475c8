import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { runKontor, type ServerProcess, startKontor } from '../support/process.ts'
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
  const generations = () =>
    readdirSync(target)
      .filter((name) => !name.endsWith('.json'))
      .sort()
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

  const backupOf = async ({ origin }: ServerProcess) =>
    ((await (await fetch(`${origin}/readyz`)).json()) as { backup: string }).backup
  const untilFailing = (server: ServerProcess) => eventually(async () => (await backupOf(server)) !== 'ok' || undefined)
  const kontor = (name: string, ...words: string[]) => runKontor(words, settingsOf(name))

  test('a restored data folder writes nothing to the target, and tells how it may take over', async () => {
    await using first = await startKontor(settingsOf('first'))
    await eventually(async () => (await backupOf(first)) === 'ok' || undefined)
    const stored = generations()
    const restored = await kontor('restored', 'restore', '--from', url)
    assert.equal(restored.code, 0, restored.said)
    assert.match(
      restored.output,
      /\nThis server does not continue the backup at .* "kontor backups --from \S+ --take-over"\./,
    )
    await using server = await startKontor(settingsOf('restored'))
    await untilFailing(server)
    assert.match((await server.stop()).output, /cannot begin: \S+ holds the backup of another instance: .* --take-over/)
    assert.deepEqual([generations(), await backupOf(first)], [stored, 'ok'])
  })

  test('a take-over is refused while a server writes to the target', async () => {
    await using _first = await startKontor(settingsOf('first'))
    for (const words of [
      ['backups', '--take-over'],
      ['restore', '--force', '--from', url, '--take-over'],
    ]) {
      const { code, said } = await kontor('restored', ...words)
      assert.equal(code, 1)
      assert.match(said, /^A server writes to \S+ at this moment \(run [0-9a-f]+\)\. Stop it first/m)
    }
  })

  test('after a take-over the restored one continues the backup, and the first one is refused', async () => {
    const taken = await kontor('restored', 'backups', '--take-over')
    assert.equal(taken.code, 0, taken.said)
    await using restored = await startKontor(settingsOf('restored'))
    await untilSnapshots(2)
    await restored.stop()
    assert.equal(generations().length, 2)
    await using first = await startKontor(settingsOf('first'))
    await untilFailing(first)
    assert.equal(generations().length, 2)
    const drilled = await kontor('unused', 'drill', 'restore', url)
    assert.equal(drilled.code, 0, drilled.said)
  })

  test('a backup that is older than the limit fails the drill', async () => {
    await sleep(1001)
    const { code, said } = await kontor('unused', 'drill', 'restore', '--max-age', '1s', url)
    assert.equal(code, 1)
    assert.match(
      said,
      /^The backup is too old: it has everything up to 20\S+Z, \d+ minutes ago\. .* raise --max-age\./m,
    )
  })

  test('two histories are listed, and restored only if one is named', async () => {
    const [earlier, later] = generations() as [string, string]
    const segments = readdirSync(join(target, earlier))
      .filter((name) => name.endsWith('.wal'))
      .sort()
    const next = String(Number.parseInt(segments.at(-1)!, 10) + 1).padStart(8, '0')
    copyFileSync(join(target, earlier, segments.at(-1)!), join(target, earlier, `${next}.wal`))
    const listed = await kontor('unused', 'backups')
    assert.equal(listed.code, 1)
    assert.match(listed.said, new RegExp(`^Two servers have written .*: ${later} began while ${earlier} was`, 'm'))
    for (const words of [
      ['restore', '--from', url],
      ['drill', 'restore', url],
    ]) {
      const refused = await kontor('chosen', ...words)
      assert.equal(refused.code, 1)
      assert.match(
        refused.said,
        new RegExp(`Name the one to restore:\\n {2}--generation ${earlier} .*\\n {2}--generation ${later} `),
      )
    }
    const unknown = await kontor('chosen', 'restore', '--from', url, '--generation', 'x')
    assert.match(unknown.said, /^There is no generation x at file:\S+\. "kontor backups" lists them\.$/m)
    const chosen = await kontor('chosen', 'restore', '--from', url, '--generation', later)
    assert.equal(chosen.code, 0, chosen.said)
  })
})
