import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '../engine.ts'
import { SqliteConnection } from './connection.ts'
import { refusalOf } from './errors.ts'
import { SlowReads } from './slow-reads.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
const file = join(folder, 'kontor.db')
const count = ({ query }: Connection) => query({ sql: 'select count(*) from "things"', parameters: [] })

describe('The thread for reads that take long', () => {
  before(() => {
    const writer = SqliteConnection.forWriting(file)
    writer.exec('create table "things" ("id" integer); insert into "things" values (1), (2), (3)')
    writer.close()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('ends when it is idle, and starts again when it is needed', async () => {
    const aside = new SlowReads(file, 0)
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await aside.read(count), [[3]])
      while (aside.isUp) await pause(1)
    }
    await aside.close()
  })

  it('stays alive while a read is running, however long that takes', async () => {
    const aside = new SlowReads(file, 0)
    const counts = await aside.read(async (connection) => {
      const first = await count(connection)
      await aside.read(count) // its end does not end the thread
      await pause(20)
      return [first, await count(connection)]
    })
    assert.deepEqual(counts, [[[3]], [[3]]])
    await aside.close()
  })

  it('rejects waiting reads when it is closed', async () => {
    const aside = new SlowReads(file, 0)
    const reading = assert.rejects(aside.read(count), /The thread that reads has ended/)
    await aside.close()
    await reading
    assert.equal(aside.isUp, false)
  })

  it('rejects reads of a file that cannot be opened as unavailable, and reads it as soon as it can', async () => {
    const late = join(folder, 'late.db')
    const aside = new SlowReads(late, 0)
    for (let time = 0; time < 2; time++)
      await assert.rejects(aside.read(count), (error) => refusalOf(error)?.kind === 'unavailable')
    copyFileSync(file, late)
    assert.deepEqual(await aside.read(count), [[3]])
    await aside.close()
  })

  it('rejects reads as unavailable when it ends while they wait', async () => {
    const aside = new SlowReads(file, 0)
    const reading = assert.rejects(aside.read(count), (error) => refusalOf(error)?.kind === 'unavailable')
    await aside.close()
    await reading
  })

  it('passes on what the database complains about', async () => {
    const aside = new SlowReads(file, 0)
    const wrong = ({ query }: Connection) => query({ sql: 'select "colour" from "nothing"', parameters: [] })
    await assert.rejects(aside.read(wrong), /no such table: nothing/)
    assert.deepEqual(await aside.read(count), [[3]])
    await aside.close()
  })
})
