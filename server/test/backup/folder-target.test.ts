import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { partName, segmentName } from '../../src/db/backup/objects.ts'
import { folderTarget } from '../../src/db/backup/target/folder.ts'

/** A file system other than that of temporary files: one in memory, or where those are in memory, one on disk. */
const OTHER_DISK = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)

describe('a continuous backup to a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-folder-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const bytes = Buffer.from('content')

  test('a disk that is no longer mounted gets no objects in its place', { skip: !OTHER_DISK }, async () => {
    const disk = mkdtempSync(join(OTHER_DISK!, 'kontor-disk-'))
    const [mounted, empty] = [join(folder, 'mounted'), join(folder, 'empty')]
    const mount = (where: string) => {
      rmSync(mounted, { force: true })
      symlinkSync(where, mounted)
    }
    try {
      mkdirSync(empty)
      mount(disk)
      const target = folderTarget(mounted)
      await target.put('one', bytes)
      mount(empty)
      await assert.rejects(target.put('two', bytes), /^Error: \S+mounted is on another disk than before\. Mount /)
      await assert.rejects(target.list(), /is on another disk than before/)
      assert.deepEqual(readdirSync(empty), [])
      mount(disk)
      await target.put('two', bytes)
      assert.deepEqual(readdirSync(disk).sort(), ['one', 'two'])
    } finally {
      rmSync(disk, { recursive: true, force: true })
    }
  })

  test('a folder that was moved to another disk with its objects is accepted', { skip: !OTHER_DISK }, async () => {
    const disk = mkdtempSync(join(OTHER_DISK!, 'kontor-disk-'))
    const [link, here] = [join(folder, 'link'), join(folder, 'here')]
    try {
      mkdirSync(here)
      symlinkSync(here, link)
      const target = folderTarget(link)
      await target.put('one', bytes)
      await folderTarget(disk).put('one', bytes)
      rmSync(link)
      symlinkSync(disk, link)
      await target.put('two', bytes)
      assert.ok(existsSync(join(disk, 'two')))
    } finally {
      rmSync(disk, { recursive: true, force: true })
    }
  })

  test('an object is never created in the place of another content', async () => {
    const root = join(folder, 'created')
    mkdirSync(root)
    const target = folderTarget(root)
    for (const _ of [1, 2]) await target.create('of/one', bytes)
    await assert.rejects(target.create('of/one', Buffer.from('other')), /^Error: of\/one is there already, with other/)
    assert.deepEqual(await target.get('of/one'), bytes)
    assert.deepEqual(readdirSync(join(root, 'of')), ['one'])
  })

  test('a folder that is gone is not created, and is used again when it is back', async () => {
    const [root, away] = [join(folder, 'root'), join(folder, 'away')]
    mkdirSync(root)
    const target = folderTarget(root)
    await target.put('one', bytes)
    renameSync(root, away)
    await assert.rejects(target.put('two', bytes), /There is no folder/)
    assert.equal(existsSync(root), false)
    renameSync(away, root)
    await target.put('two', bytes)
    assert.deepEqual(readdirSync(root).sort(), ['one', 'two'])
  })

  test('files of a process that was killed long ago are removed with their folders, newer ones are not', async () => {
    const root = join(folder, 'leftovers')
    const [expired, kept] = ['20261101T000000000Z-0000', '20261105T000000000Z-0000']
    const [old, young] = [partName(expired, 0, 1), segmentName(kept, 1)].map((name) => join(root, `${name}.7.partial`))
    const foreign = join(root, 'another', 'file.7.partial')
    for (const file of [old!, young!, foreign]) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'half')
    }
    const twoDaysAgo = Date.now() / 1000 - 172_800
    for (const file of [old!, foreign]) utimesSync(file, twoDaysAgo, twoDaysAgo)
    const target = folderTarget(root)
    const whole = segmentName(expired, 1)
    await target.put(whole, bytes)
    assert.deepEqual(
      (await target.list()).map(({ name }) => name),
      [whole],
    )
    await target.remove(whole)
    assert.deepEqual([existsSync(join(root, expired)), existsSync(young!), existsSync(foreign)], [false, true, true])
  })
})
