import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { readInventory, restorableRanges } from '../../src/db/backup/inventory.ts'
import { openTarget } from '../../src/db/backup/target/target.ts'
import { rebuildEmbedded } from '../../src/db/open.ts'

const PROGRAM = join(import.meta.dirname, 'shipped-writes.ts')
const PRELOADED = pathToFileURL(join(import.meta.dirname, 'kill-at.mjs')).href
const MOMENTS = 20
/** The log begins anew after 32 MB. */
const LARGE = { rows: 500, bytes: 100_000 }
const SMALL = { rows: 40, bytes: 3000 }

interface Acknowledged {
  readonly id: string
  readonly sent: number
  readonly at: number
}

/** Writes until it is killed at a step of shipping, or is done. */
function write(folder: string, { rows, bytes }: typeof SMALL, killAt: number): Promise<Acknowledged[]> {
  const words = [join(folder, 'data'), pathToFileURL(join(folder, 'target')).href, String(rows), String(bytes)]
  const child = spawn(process.execPath, ['--import', PRELOADED, PROGRAM, ...words], {
    env: { ...process.env, KILL_AT: String(killAt) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      if ((code !== 0 && signal !== 'SIGKILL') || complaint !== '')
        return reject(new Error(`It ended with ${code ?? signal}: ${complaint}`))
      const lines = output.split('\n').filter((line) => /^\d+-\d+ \d+ \d+$/.test(line))
      resolve(
        lines.map((line) => {
          const [id, sent, at] = line.split(' ')
          return { id: id!, sent: Number(sent), at: Number(at) }
        }),
      )
    })
  })
}

describe('a backup whose server is killed at every step of shipping', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-steps-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const url = pathToFileURL(join(folder, 'target')).href
  const settings = backupSettings(readConfig({}), url)
  const target = () => openTarget(url, settings)
  const acknowledged: Acknowledged[] = []

  test('goes on after every kill, without a gap', async () => {
    mkdirSync(join(folder, 'target'))
    for (let killAt = 1; killAt <= 50; killAt += killAt < 24 ? 1 : 8)
      acknowledged.push(...(await write(folder, SMALL, killAt)))
    for (const killAt of [90, 91, 92, 93, 150, 151, 152]) acknowledged.push(...(await write(folder, LARGE, killAt)))
    acknowledged.push(...(await write(folder, LARGE, 0)))
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
