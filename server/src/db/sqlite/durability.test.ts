import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SqliteConnection } from './connection.ts'

test('a commit reaches the disk before it is acknowledged, on macOS by F_FULLFSYNC, also after the file was opened again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  const writer = SqliteConnection.forWriting(join(folder, 'kontor.db'))
  const settings = () =>
    ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync'].map(
      (name) => writer.run({ sql: `pragma ${name}`, parameters: [] })[0]![0],
    )
  try {
    assert.deepEqual(settings(), ['wal', 2, 1, 1])
    writer.reopen()
    assert.deepEqual(settings(), ['wal', 2, 1, 1])
  } finally {
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
