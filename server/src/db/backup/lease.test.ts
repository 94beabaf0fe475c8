import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Lease, liveRival } from './lease.ts'
import { earlierRuns, noteRun } from './own-generations.ts'
import { folderTarget } from './target/folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-lease-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const EVERY_MS = 20

function scene(name: string) {
  const [dataFolder, root] = ['data', 'target'].map((part) => join(folder, name, part)) as [string, string]
  for (const path of [dataFolder, root]) mkdirSync(path, { recursive: true })
  const target = folderTarget(root)
  const begin = () => new Lease({ target, everyMs: EVERY_MS, earlier: earlierRuns(dataFolder) })
  const look = (lease: Lease, onTaken = async (_isContinued: boolean) => {}) =>
    lease.look(undefined, async (isContinued, holder) => {
      await noteRun(dataFolder, lease.writer, holder)
      await onTaken(isContinued)
    })
  return { target, begin, look }
}

test('a server continues at once, however often it was killed before it had the lease again', async () => {
  const { begin, look } = scene('killed')
  assert.equal(await look(begin()), true)
  const killed = async () => {
    throw new Error('killed')
  }
  for (let kill = 0; kill < 12; kill++) await assert.rejects(look(begin(), killed), /killed/)
  const continued: boolean[] = []
  assert.equal(await look(begin(), async (isContinued) => void continued.push(isContinued)), true)
  assert.deepEqual(continued, [true])
})

test('a server that waits for the lease is noticed, and one that was killed while it waited is not', async () => {
  const { target, begin, look } = scene('waiting')
  const other = scene('other')
  const [holder, rival] = [begin(), new Lease({ target, everyMs: EVERY_MS, earlier: [] })]
  await look(holder)
  assert.equal(await liveRival(target), undefined)
  assert.equal(await other.look(rival), false)
  assert.equal(await liveRival(target), undefined)
  let isOver = false
  const waiting = (async () => {
    while (!isOver) {
      await look(holder)
      await other.look(rival)
      await sleep(EVERY_MS / 4)
    }
  })()
  let found: Awaited<ReturnType<typeof liveRival>>
  while (!found) found = await liveRival(target)
  assert.equal(found.writer, rival.writer)
  isOver = true
  await waiting
})
