import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { readInventory } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'
import { type Acknowledged, startWriting } from './writing.ts'

const AHEAD_MS = 3 * 3_600_000
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

  /** Writes until the target has this many snapshots and some later rows. */
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
    } finally {
      writing.child.kill(signal)
      await writing.ended
    }
    return writing.acknowledged()
  }

  test('restores the newest state after a restart with the right time', async () => {
    const early = await writeUntil(1, AHEAD_MS, 'SIGTERM')
    const late = await writeUntil(2, 0, 'SIGTERM')
    assert.equal((await generations()).length, 2)
    const file = join(folder, 'restored.db')
    await rebuildEmbedded(settings(), undefined, file)
    using database = new DatabaseSync(file)
    const ids = new Set(
      database
        .prepare('select "id" from "rows"')
        .all()
        .map((row) => row.id),
    )
    assert.deepEqual(
      [...early, ...late].filter(({ id }) => !ids.has(id)),
      [],
    )
  })

  test('takes a snapshot although the last one seems to be of the future', async () => {
    await writeUntil(1, AHEAD_MS, 'SIGKILL')
    await writeUntil(2, 0, 'SIGKILL')
    assert.equal((await generations()).length, 1)
  })
})
