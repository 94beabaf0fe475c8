import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { endName, partName, segmentName, snapshotName } from './objects.ts'
import { removeExpired } from './retention.ts'
import { folderTarget } from './target/folder.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-17T12:00:00Z')
const [EARLIER, LATER] = ['20261101T000000000Z-0000', '20261105T000000000Z-0000']
const OWN = new Set([EARLIER, LATER])

test('what no moment of the last days needs is removed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-retention-'))
  try {
    const target = folderTarget(folder)
    const expired = [
      ...[partName(EARLIER, 0, 1), snapshotName(EARLIER, 0), segmentName(EARLIER, 1), endName(EARLIER, 1)],
      ...[partName(LATER, 0, 1), snapshotName(LATER, 0), segmentName(LATER, 1), segmentName(LATER, 2)],
    ]
    const needed = [
      ...[partName(LATER, 2, 1), snapshotName(LATER, 2), segmentName(LATER, 3), segmentName(LATER, 4)],
      ...[partName(LATER, 4, 1), snapshotName(LATER, 4), segmentName(LATER, 5)],
      ...[partName(LATER, 5, 1), snapshotName(LATER, 5)],
      'another/file.txt',
    ]
    for (const name of [...expired, ...needed]) await target.put(name, Buffer.from(name))
    const days: Record<string, number> = {
      [snapshotName(EARLIER, 0)]: 16,
      [snapshotName(LATER, 0)]: 12,
      [snapshotName(LATER, 2)]: 3,
      [snapshotName(LATER, 4)]: 1,
      [snapshotName(LATER, 5)]: 0,
    }
    const remove = (keepDays: number) =>
      removeExpired(
        target,
        { keepDays, now: NOW, current: LATER, own: OWN },
        async (name) => NOW - days[name]! * DAY_MS,
      )
    const names = async () => (await target.list()).map(({ name }) => name).sort()
    await remove(20)
    assert.deepEqual(await names(), [...expired, ...needed].sort())
    await remove(2)
    assert.deepEqual(await names(), needed.sort())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a snapshot of a generation whose name is later than that of the current one expires nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-retention-'))
  try {
    const target = folderTarget(folder)
    const names = [
      ...[partName(EARLIER, 0, 1), snapshotName(EARLIER, 0), segmentName(EARLIER, 1)],
      ...[partName(LATER, 0, 1), snapshotName(LATER, 0)],
    ].sort()
    for (const name of names) await target.put(name, Buffer.from(name))
    const times: Record<string, number> = {
      [snapshotName(EARLIER, 0)]: NOW - DAY_MS,
      [snapshotName(LATER, 0)]: NOW - 20 * DAY_MS,
    }
    await removeExpired(target, { keepDays: 14, now: NOW, current: EARLIER, own: OWN }, async (name) => times[name]!)
    assert.deepEqual((await target.list()).map(({ name }) => name).sort(), names)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a clock that is far ahead expires nothing until a snapshot has as many later ones as days are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-retention-'))
  try {
    const target = folderTarget(folder)
    const names = [0, 1, 2].flatMap((index) => [partName(LATER, index, 1), snapshotName(LATER, index)]).sort()
    for (const name of names) await target.put(name, Buffer.from(name))
    const now = NOW + 365 * DAY_MS
    await removeExpired(target, { keepDays: 2, now, current: LATER, own: OWN }, async () => NOW)
    assert.deepEqual((await target.list()).map(({ name }) => name).sort(), names)
    await removeExpired(target, { keepDays: 1, now, current: LATER, own: OWN }, async () => NOW)
    assert.deepEqual((await target.list()).map(({ name }) => name).sort(), names.slice(2))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
