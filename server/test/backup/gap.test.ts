import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { readInventory } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'
import { startWriting } from './writing.ts'

const SPOOL_BYTES = 3_000_000

test('a target that stays away does not fill the disk: the backup begins a new generation, and a restore tells the gap', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-gap-'))
  const [target, away] = [join(folder, 'target'), join(folder, 'away')]
  const settings = backupSettings(readConfig({}), pathToFileURL(target).href)
  const restore = (moment: number) => rebuildEmbedded(settings, moment, join(folder, 'restored.db'))
  const snapshots = async () =>
    (await readInventory(openTarget(settings.url, settings))).flatMap((one) => one.snapshots)
  mkdirSync(target)
  const { child, ended, said, acknowledged } = startWriting(folder, {
    rows: 1e9,
    bytes: 20_000,
    pauseMs: 10,
    spoolBytes: SPOOL_BYTES,
  })
  const until = async (isReached: () => boolean | Promise<boolean>) => {
    while (!(await isReached())) await Promise.race([sleep(20), ended])
  }
  try {
    await until(async () => (await snapshots()).length === 1)
    renameSync(target, away)
    await until(() => said().includes('the continuous backup has a gap'))
    assert.match(
      said(),
      /cannot send changes: There is no folder .*\n[\s\S]*has a gap: more than 3000000 bytes wait for the target/,
    )
    assert.deepEqual(
      readdirSync(join(folder, 'data', 'backup')).filter((name) => name.includes('.wal')),
      [],
    )
    const written = acknowledged().length
    await until(() => acknowledged().length > written + 5)
    const during = acknowledged().at(-1)!
    renameSync(away, target)
    await until(async () => (await snapshots()).length === 2)
    await sleep(2)
    const later = Date.now()
    await until(() => acknowledged().at(-1)!.sent > later)
    child.kill('SIGTERM')
    await ended

    const refusal = await restore(during.at).catch((error: Error) => error.message)
    const [, last] = /^The backup has a gap from \S+Z to \S+Z\. The latest moment .* is (\S+Z)\.$/.exec(
      String(refusal),
    )!
    assert.equal((await restore(Date.parse(last!))).at, Date.parse(last!))
    const { at } = await restore(later)
    assert.ok(at <= later && at >= during.at)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
