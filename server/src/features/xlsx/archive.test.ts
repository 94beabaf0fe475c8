import assert from 'node:assert/strict'
import { test } from 'node:test'
import writeExcelFile from 'write-excel-file/node'
import { packed, unpacked } from './archive.ts'

const files = [
  { name: 'a.xml', content: Buffer.from('x'.repeat(1000)) },
  { name: 'b/c.xml.rels', content: Buffer.from('ä') },
]

test('the files of an archive come out as they went in; those that are no XML are left out', () => {
  const picture = { name: 'b/picture.png', content: Buffer.from('picture') }
  assert.deepEqual(unpacked(packed([...files, picture]), 10_000), files)
})

test('an archive whose files are larger than the limit is refused, compressed or not', async () => {
  assert.equal(unpacked(packed(files), 1002).length, 2)
  assert.throws(() => unpacked(packed(files), 1001), { reason: 'large' })
  const compressed = await writeExcelFile([['x'.repeat(30_000)]]).toBuffer()
  assert.ok(compressed.length < 10_000)
  assert.ok(unpacked(compressed, 100_000).length > 3)
  for (const limit of [0, 1000, 30_000]) assert.throws(() => unpacked(compressed, limit), { reason: 'large' })
})

test('what is no archive, or is cut off or changed, is damaged', async () => {
  const archive = await writeExcelFile([['a']]).toBuffer()
  const changed = Buffer.from(archive)
  changed.writeUInt32LE(0xffffffff, changed.length - 6) // where the directory begins
  for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), archive.subarray(0, -30), archive.subarray(30), changed])
    assert.throws(() => unpacked(bytes, 1_000_000), { reason: 'broken' })
})

test('an archive that was made to unpack to far more than it has is refused before that', async () => {
  const compressed = await writeExcelFile([['x'.repeat(30_000)], ['y'.repeat(11_000_000)]]).toBuffer()
  assert.ok(compressed.length < 100_000)
  assert.throws(() => unpacked(compressed, 100_000_000), { reason: 'large' })
})
