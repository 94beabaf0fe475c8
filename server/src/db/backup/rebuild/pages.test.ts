import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DatabasePages } from './pages.ts'

const LOG_HEADER = 32

test('applying transactions can be undone, also where a VACUUM has made the file smaller', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pages-'))
  try {
    const [file, copy] = [join(folder, 'database'), join(folder, 'copy')]
    using database = new DatabaseSync(file)
    database.exec(
      'PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; create table "rows" ("id" integer, "content" blob)',
    )
    const insert = database.prepare('insert into "rows" values (?, randomblob(3000))')
    for (let id = 0; id < 100; id++) insert.run(id)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(file, copy)
    const before = readFileSync(copy)
    database.exec('delete from "rows" where "id" >= 20; VACUUM; update "rows" set "content" = randomblob(20)')
    for (let id = 100; id < 200; id++) insert.run(id)
    const { page_size: pageSize } = database.prepare('PRAGMA page_size').get() as { page_size: number }
    const frames = readFileSync(`${file}-wal`).subarray(LOG_HEADER)

    const pages = new DatabasePages(copy, pageSize)
    const ends = pages.transactionEnds(frames)
    assert.equal(ends.length, 103)
    for (const end of ends) {
      const undo = pages.applyUndoably(frames.subarray(0, end))
      undo()
      assert.ok(readFileSync(copy).equals(before), `after ${end} bytes`)
    }
    pages.apply(frames)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    assert.ok(readFileSync(copy).equals(readFileSync(file)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
