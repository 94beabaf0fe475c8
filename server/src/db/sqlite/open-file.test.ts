import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openFile } from './open-file.ts'

const DESCRIPTORS = '/proc/self/fd'

function openPaths(): string[] {
  return readdirSync(DESCRIPTORS).flatMap((descriptor) => {
    try {
      return [readlinkSync(join(DESCRIPTORS, descriptor))]
    } catch {
      return [] // the one that was used to read the list
    }
  })
}

describe('openFile', { skip: process.platform !== 'linux' && 'looks into /proc' }, () => {
  it('leaves no descriptor open for a file that it cannot read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
    try {
      const file = join(folder, 'kontor.db')
      writeFileSync(file, 'not a database, but longer than the header of one: '.repeat(100))
      assert.throws(() => openFile(file, true), /not a database/)
      assert.ok(!openPaths().includes(file))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
