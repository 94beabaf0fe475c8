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
import { readInventory, restorableRanges } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'
import { type Acknowledged, startWriting, type WriteOptions } from './writing.ts'

const MOMENTS = 20
/** The log is reset after 32 MB. */
const LARGE = { rows: 500, bytes: 100_000 }
const SMALL = { rows: 40, bytes: 3000 }
const STEPS = [...Array.from({ length: 24 }, (_, index) => index + 1), 32, 40, 48]
const STEPS_OF_LARGE = [90, 91, 150, 151]

/** Writes until it is killed at a step of shipping, or is done. */
async function write(folder: string, options: WriteOptions): Promise<Acknowledged[]> {
  const { ended, said, acknowledged } = startWriting(folder, options)
  await ended
  assert.equal(said(), '')
  return acknowledged()
}

describe('a backup whose server is killed at every step of shipping', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-steps-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const url = pathToFileURL(join(folder, 'target')).href
  const settings = backupSettings(readConfig({}), url)
  const target = () => openTarget(url, settings)
  const acknowledged: Acknowledged[] = []
  /** From the first snapshot on, moments can be restored. */
  async function writeUntilSnapshot(): Promise<Acknowledged[]> {
    const writing = startWriting(folder, { rows: 1e6, bytes: SMALL.bytes, pauseMs: 20 })
    while ((await restorableRanges(target())).length === 0) await sleep(20)
    writing.child.kill('SIGKILL')
    await writing.ended
    return writing.acknowledged()
  }

  test('goes on after every kill, without a gap', async () => {
    mkdirSync(join(folder, 'target'))
    for (const killAt of STEPS) acknowledged.push(...(await write(folder, { ...SMALL, killAt })))
    acknowledged.push(...(await writeUntilSnapshot()))
    for (const killAt of STEPS) acknowledged.push(...(await write(folder, { ...SMALL, killAt })))
    for (const killAt of STEPS_OF_LARGE) acknowledged.push(...(await write(folder, { ...LARGE, killAt })))
    acknowledged.push(...(await write(folder, LARGE)))
    const generations = await readInventory(target())
    assert.equal(generations.length, 1, generations.map(({ name }) => name).join())
  })

  test(`restores ${MOMENTS} moments: each holds exactly what was acknowledged up to it`, async () => {
    const [range] = await restorableRanges(target())
    const first = Date.parse(range!.from)
    const last = acknowledged.at(-1)!.at
    for (let count = 0; count < MOMENTS; count++) {
      const moment = count === 0 ? last : first + Math.floor(Math.random() * (last - first))
      const file = join(folder, `restored-${count}.db`)
      await rebuildEmbedded(settings, moment, file)
      using database = new DatabaseSync(file)
      assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
      const ids = new Set(
        database
          .prepare('select "id" from "rows"')
          .all()
          .map(({ id }) => id),
      )
      const title = new Date(moment).toISOString()
      assert.deepEqual(
        acknowledged.filter(({ id, at }) => at <= moment && !ids.has(id)),
        [],
        `missing at ${title}`,
      )
      assert.deepEqual(
        acknowledged.filter(({ id, sent }) => sent > moment && ids.has(id)),
        [],
        `too much at ${title}`,
      )
    }
  })
})
