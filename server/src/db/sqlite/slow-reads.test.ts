import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '../engine.ts'
import { SqliteConnection } from './connection.ts'
import { DatabaseUnavailable, refusalOf } from './errors.ts'
import { ReaderProcess } from './slow-reader.ts'
import { SlowReads } from './slow-reads.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
const file = join(folder, 'kontor.db')
const count = ({ query }: Connection) => query({ sql: 'select count(*) from "things"', parameters: [] })

const slowReads = (path = file) => new SlowReads(() => new ReaderProcess(path), 0)
/** A statement that would run for days. */
const ENDLESS =
  'with recursive "n" ("i") as (select 1 union all select "i" + 1 from "n" limit 1000000000000) select count(*) from "n"'
const readForever =
  (begun = () => {}) =>
  async (connection: Connection) => {
    await count(connection) // now the process is up
    setTimeout(begun, 20)
    return connection.query({ sql: ENDLESS, parameters: [] })
  }

describe('The process for reads that take long', () => {
  before(() => {
    const writer = SqliteConnection.forWriting(file)
    writer.exec('create table "things" ("id" integer); insert into "things" values (1), (2), (3)')
    writer.close()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('ends when it is idle, and starts again when it is needed', async () => {
    const aside = slowReads()
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await aside.read(count), [[3]])
      while (aside.isUp) await pause(1)
    }
    await aside.close()
  })

  it('stays alive while a read is running, however long that takes', async () => {
    const aside = slowReads()
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
    const aside = slowReads()
    const reading = assert.rejects(aside.read(count), /The process that reads has ended/)
    await aside.close()
    await reading
    assert.equal(aside.isUp, false)
  })

  it('rejects reads of a file that cannot be opened as unavailable, and reads it as soon as it can', async () => {
    const late = join(folder, 'late.db')
    const aside = slowReads(late)
    for (let time = 0; time < 2; time++)
      await assert.rejects(aside.read(count), (error) => refusalOf(error)?.kind === 'unavailable')
    copyFileSync(file, late)
    assert.deepEqual(await aside.read(count), [[3]])
    await aside.close()
  })

  it('rejects reads as unavailable when it ends while they wait', async () => {
    const aside = slowReads()
    const reading = assert.rejects(aside.read(count), (error) => refusalOf(error)?.kind === 'unavailable')
    await aside.close()
    await reading
  })

  it('passes on what the database complains about', async () => {
    const aside = slowReads()
    const wrong = ({ query }: Connection) => query({ sql: 'select "colour" from "nothing"', parameters: [] })
    await assert.rejects(aside.read(wrong), /no such table: nothing/)
    assert.deepEqual(await aside.read(count), [[3]])
    await aside.close()
  })

  it('ends a read that is no longer wanted, and repeats the other reads that it interrupts', async () => {
    const aside = slowReads()
    let cancel = () => {}
    const begun = Promise.withResolvers<void>()
    const endless = aside.read(readForever(begun.resolve), (onCancel) => {
      cancel = onCancel
    })
    await begun.promise
    const other = aside.read(count) // waits behind the statement that does not end
    cancel()
    await assert.rejects(endless, (error) => refusalOf(error)?.kind === 'unavailable')
    assert.deepEqual(await other, [[3]])
    await aside.close()
  })

  it('does not begin a read that is no longer wanted', async () => {
    const aside = slowReads()
    await assert.rejects(
      aside.read(count, (cancel) => cancel()),
      /disconnected/,
    )
    assert.equal(aside.isUp, false)
  })

  it('is ended by closing it, in the middle of a statement', async () => {
    const aside = slowReads()
    const begun = Promise.withResolvers<void>()
    const reading = aside.read(readForever(begun.resolve))
    const endless = assert.rejects(reading, (error) => refusalOf(error)?.kind === 'unavailable')
    await begun.promise
    await aside.close()
    await endless
  })

  it('rejects reads as unavailable when it is killed, and the next read starts another one', async () => {
    let reader: ReaderProcess | undefined
    const aside = new SlowReads(() => (reader = new ReaderProcess(file)), 0)
    const endless = assert.rejects(aside.read(readForever()), (error) => refusalOf(error)?.kind === 'unavailable')
    await reader!.kill(new DatabaseUnavailable('killed'))
    await endless
    assert.deepEqual(await aside.read(count), [[3]])
    await aside.close()
  })

  it('ends in the middle of a statement with a server that exits at once', {
    skip: process.platform !== 'linux' && 'looks into /proc',
  }, async () => {
    const program = `
      import { readFileSync } from 'node:fs'
      import { ReaderProcess } from ${JSON.stringify(new URL('./slow-reader.ts', import.meta.url).href)}
      const reader = new ReaderProcess(${JSON.stringify(file)})
      await reader.ask({ kind: 'begin', transaction: 1 })
      reader.ask({ kind: 'query', transaction: 1, query: { sql: ${JSON.stringify(ENDLESS)}, parameters: [] } })
      await new Promise((resolve) => setTimeout(resolve, 20))
      console.log(readFileSync('/proc/' + process.pid + '/task/' + process.pid + '/children', 'utf8'))
      process.exit(1)`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    const reader = Number(stdout.trim())
    assert.ok(reader > 0, stdout)
    while (isRunning(reader)) await pause(5)
  })

  it('is waited for by a server that has nothing else to do when it stops', () => {
    const program = `
      import { ReaderProcess } from ${JSON.stringify(new URL('./slow-reader.ts', import.meta.url).href)}
      const reader = new ReaderProcess(${JSON.stringify(file)})
      await reader.ask({ kind: 'begin', transaction: 1 })
      await reader.kill(new Error('stopping'))
      console.log('stopped')`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    assert.partialDeepStrictEqual(ended, { status: 0, stdout: 'stopped\n' }, ended.stderr)
  })
})

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}
