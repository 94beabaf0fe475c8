import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openSqlite } from './sqlite.ts'

const LOCKS = '/proc/locks'

/** Whether this process holds a lock on the file, as the system lists it: … pid device:inode first-byte last-byte. */
function isLocked(file: string): boolean {
  const { ino } = statSync(file)
  return new RegExp(` ${process.pid} \\S+:${ino} `).test(readFileSync(LOCKS, 'utf8'))
}

describe('openSqlite', { skip: !existsSync(LOCKS) && `looks into ${LOCKS}` }, () => {
  // The writer thread opens the database a second time. Without the lock another program, such as a sqlite3 of before 3.51,
  // takes itself for the last one and deletes the log: what is acknowledged from then on is lost.
  it('keeps the lock of the process on the file when another thread opens the same file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
    const file = join(folder, 'kontor.db')
    const first = openSqlite(file)
    assert.ok(isLocked(file))
    const second = openSqlite(file)
    try {
      assert.ok(isLocked(file))
    } finally {
      await second.close()
      await first.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
