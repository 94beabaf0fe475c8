import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { readInventory, readSegment } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'
import { type Acknowledged, differencesAt, EXACT, startWriting } from './writing.ts'

const AHEAD_MS = 3 * 3_600_000
const DAY_MS = 86_400_000
const DEADLINE_MS = 60_000

describe('a server whose clock was ahead and is set back', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kontor-clock-'))
    mkdirSync(join(folder, 'target'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const settings = () => backupSettings(readConfig({}), pathToFileURL(join(folder, 'target')).href)
  const generations = () => readInventory(openTarget(settings().url, settings()))

  function removeLastSnapshot(): void {
    const target = join(folder, 'target')
    const names = readdirSync(target, { recursive: true, encoding: 'utf8' })
    const last = names
      .filter((name) => name.endsWith('.snapshot.json'))
      .sort()
      .at(-1)!
    rmSync(join(target, last))
  }

  /** Everything before this moment is at the target: the last segment was read after the one before it. */
  async function copiedUntil(): Promise<number> {
    const [generation] = await generations()
    const index = [...(generation?.segments.keys() ?? [])].sort((one, other) => one - other).at(-2)
    if (index === undefined) return 0
    const { header } = await readSegment(openTarget(settings().url, settings()), generation!.name, index)
    return Date.parse(header.copiedAt!)
  }

  /** Writes until the target has this many snapshots and some later rows, the first of which are copied. */
  async function writeUntil(snapshots: number, clockShiftMs: number, signal: NodeJS.Signals): Promise<Acknowledged[]> {
    const writing = startWriting(folder, { rows: 1e6, bytes: 1000, pauseMs: 10, clockShiftMs })
    try {
      for (const end = performance.now() + DEADLINE_MS; ; await sleep(20)) {
        const stored = (await generations()).flatMap((one) => one.snapshots)
        if (stored.length >= snapshots) break
        assert.ok(performance.now() < end, `There are ${stored.length} snapshots, not ${snapshots}: ${writing.said()}`)
      }
      const written = writing.acknowledged().length
      while (writing.acknowledged().length < written + 5) await sleep(20)
      while ((await copiedUntil()) <= writing.acknowledged()[written + 2]!.at) await sleep(20)
    } finally {
      writing.child.kill(signal)
      await writing.ended
    }
    return writing.acknowledged()
  }

  test('restores the newest state after a restart with the right time', async () => {
    const early = await writeUntil(1, AHEAD_MS, 'SIGTERM')
    const late = await writeUntil(2, 0, 'SIGTERM')
    assert.equal((await generations()).length, 1)
    const file = join(folder, 'restored.db')
    await rebuildEmbedded(settings(), undefined, file)
    assert.deepEqual(differencesAt(file, [...early, ...late]), EXACT)
  })

  for (const [days, signal] of [
    [1, 'SIGKILL'],
    [365, 'SIGTERM'],
  ] as const)
    test(`restores later moments by the right time after it was ${days} days ahead (${signal})`, async () => {
      const before = await writeUntil(1, 0, signal)
      const copied = await copiedUntil()
      const ahead = await writeUntil(2, days * DAY_MS, signal)
      const after = await writeUntil(3, 0, 'SIGTERM')
      assert.equal((await generations()).length, 1)
      const file = join(folder, 'restored.db')
      const restore = (moment: number, isClockAccepted = false) =>
        rebuildEmbedded(settings(), moment, file, { isClockAccepted })
      // Up to the last moment, by the snapshot that was taken when the clock was right again.
      const last = after.at(-1)!.at
      const { notes } = await restore(last)
      assert.match(
        notes.join(),
        /Note: The clock of the server was set back from 20\S+Z to 20\S+Z\. Changes from before/,
      )
      assert.deepEqual(differencesAt(file, [...before, ...after], last), EXACT)
      assert.deepEqual(differencesAt(file, ahead), EXACT)
      // Before the clock was ahead.
      const early = before.findLast(({ at }) => at < copied)!.at
      await restore(early)
      assert.deepEqual(differencesAt(file, before, early), EXACT)
      // While it was ahead, nothing tells the right time.
      const refusal = /^Error: The clock of the server was set back from \S+ to \S+\. .* add --accept-clock\.$/
      await assert.rejects(restore(before.at(-1)!.at + 1), refusal)
      // Without the snapshot, the range contains the setting back.
      removeLastSnapshot()
      const middle = after[Math.floor(after.length / 2)]!.at
      await assert.rejects(restore(middle), refusal)
      assert.match((await restore(middle, true)).notes.join(), /^Warning: The clock of the server was set back/)
      assert.deepEqual(differencesAt(file, [...before, ...after], middle), EXACT)
    })

  test('takes a snapshot although the last one seems to be of the future', async () => {
    await writeUntil(1, AHEAD_MS, 'SIGKILL')
    await writeUntil(2, 0, 'SIGKILL')
    assert.equal((await generations()).length, 1)
  })
})
