import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '../engine.ts'
import { SqliteConnection } from './connection.ts'
import { refusalOf } from './errors.ts'
import { ReaderProcess } from './slow-reader.ts'
import { SlowReads } from './slow-reads.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
const file = join(folder, 'kontor.db')
const count = ({ query }: Connection) => query({ sql: 'select count(*) from "things"', parameters: [] })

const slowReads = (path = file) => new SlowReads(() => new ReaderProcess(path), 0)
function startedInto(readers: ReaderProcess[], path = file): ReaderProcess {
  const reader = new ReaderProcess(path)
  readers.push(reader)
  return reader
}
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

describe('The process for a slow read', () => {
  before(() => {
    const writer = SqliteConnection.forWriting(file)
    writer.exec('create table "things" ("id" integer); insert into "things" values (1), (2), (3)')
    writer.close()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('ends when it is idle, and starts again when it is needed', async () => {
    const reads = slowReads()
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await reads.read(count), [[3]])
      while (reads.processes > 0) await pause(1)
    }
    await reads.close()
  })

  it('stays alive while a read is running, however long that takes', async () => {
    const reads = slowReads()
    const counts = await reads.read(async (connection) => {
      const first = await count(connection)
      await reads.read(count) // its end does not end the other process
      await pause(20)
      return [first, await count(connection)]
    })
    assert.deepEqual(counts, [[[3]], [[3]]])
    await reads.close()
  })

  it('rejects waiting reads when it is closed', async () => {
    const reads = slowReads()
    const reading = assert.rejects(reads.read(count), /The process that reads has ended/)
    await reads.close()
    await reading
    assert.equal(reads.processes, 0)
  })

  it('rejects reads of a file that cannot be opened as unavailable, and reads it as soon as it can', async () => {
    const late = join(folder, 'late.db')
    const reads = slowReads(late)
    for (let time = 0; time < 2; time++)
      await assert.rejects(reads.read(count), (error) => refusalOf(error)?.kind === 'unavailable')
    copyFileSync(file, late)
    assert.deepEqual(await reads.read(count), [[3]])
    await reads.close()
  })

  it('rejects reads as unavailable when it ends while they wait', async () => {
    const reads = slowReads()
    const reading = assert.rejects(reads.read(count), (error) => refusalOf(error)?.kind === 'unavailable')
    await reads.close()
    await reading
  })

  it('passes on what the database complains about', async () => {
    const reads = slowReads()
    const wrong = ({ query }: Connection) => query({ sql: 'select "colour" from "nothing"', parameters: [] })
    await assert.rejects(reads.read(wrong), /no such table: nothing/)
    assert.deepEqual(await reads.read(count), [[3]])
    await reads.close()
  })

  it('ends a read that is no longer wanted, and no other', async () => {
    const reads = slowReads()
    let cancel = () => {}
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    let beginnings = 0
    const other = reads.read(async (connection) => {
      beginnings++
      await count(connection)
      await ended.promise
      return count(connection)
    })
    const endless = reads.read(readForever(begun.resolve), (onCancel) => {
      cancel = onCancel
    })
    await begun.promise
    cancel()
    await assert.rejects(endless, (error) => refusalOf(error)?.kind === 'unavailable')
    ended.resolve()
    assert.deepEqual(await other, [[3]])
    assert.equal(beginnings, 1)
    assert.equal(reads.failures, 0)
    await reads.close()
  })

  it('does not begin a read that is no longer wanted', async () => {
    const reads = slowReads()
    await assert.rejects(
      reads.read(count, (cancel) => cancel()),
      /disconnected/,
    )
    assert.equal(reads.processes, 0)
  })

  it('is ended by closing it, in the middle of a statement', async () => {
    const reads = slowReads()
    const begun = Promise.withResolvers<void>()
    const reading = reads.read(readForever(begun.resolve))
    const endless = assert.rejects(reading, (error) => refusalOf(error)?.kind === 'unavailable')
    await begun.promise
    await reads.close()
    await endless
  })

  it('rejects its read as unavailable when it is killed, and no other, and the next read starts another one', {
    skip: process.platform !== 'linux' && 'looks into /proc',
  }, async () => {
    const reads = slowReads()
    const endless = assert.rejects(reads.read(readForever()), (error) => refusalOf(error)?.kind === 'unavailable')
    const killed = Promise.withResolvers<void>()
    const other = reads.read((connection) => killed.promise.then(() => count(connection)))
    process.kill(childrenOf(process.pid)[0]!, 'SIGKILL')
    await endless
    killed.resolve()
    assert.deepEqual(await other, [[3]])
    assert.deepEqual(await reads.read(count), [[3]])
    assert.equal(reads.failures, 1)
    await reads.close()
  })

  it('serves one read after the other, each in one snapshot', async () => {
    const copy = join(folder, 'growing.db')
    copyFileSync(file, copy)
    const writer = SqliteConnection.forWriting(copy)
    const readers: ReaderProcess[] = []
    const reads = new SlowReads(() => startedInto(readers, copy))
    for (const expected of [3, 4, 5]) {
      const counts = await reads.read(async (connection) => {
        const before = await count(connection)
        writer.exec('insert into "things" values (4)')
        return [before, await count(connection)]
      })
      assert.deepEqual(counts, [[[expected]], [[expected]]])
    }
    assert.equal(readers.length, 1)
    await reads.close()
    writer.close()
  })

  it('is one of four at most; further reads wait for a free one', async () => {
    const readers: ReaderProcess[] = []
    const reads = new SlowReads(() => startedInto(readers))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 6 }, () => reads.read((connection) => released.then(() => count(connection))))
    assert.equal(reads.processes, 4)
    release()
    assert.deepEqual(await Promise.all(waiting), Array(6).fill([[3]]))
    assert.equal(readers.length, 4)
    await reads.close()
  })

  it('is not started for reads that wait when it is closed', async () => {
    const readers: ReaderProcess[] = []
    const reads = new SlowReads(() => startedInto(readers))
    const rejected = Array.from({ length: 6 }, () =>
      assert.rejects(reads.read(count), (error) => refusalOf(error)?.kind === 'unavailable'),
    )
    await reads.close()
    await Promise.all(rejected)
    assert.equal(readers.length, 4)
  })

  it('runs no query of a read that has ended', async () => {
    const reads = slowReads()
    const connection = await reads.read(async (given) => given)
    await assert.rejects(count(connection), /The read has ended/)
    await reads.close()
  })

  it('ends in the middle of a statement with a server that exits at once', {
    skip: process.platform !== 'linux' && 'looks into /proc',
  }, async () => {
    const program = `
      import { readFileSync } from 'node:fs'
      import { ReaderProcess } from ${JSON.stringify(new URL('./slow-reader.ts', import.meta.url).href)}
      const reader = new ReaderProcess(${JSON.stringify(file)})
      await reader.begin()
      reader.query({ sql: ${JSON.stringify(ENDLESS)}, parameters: [] })
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
      await reader.begin()
      await reader.kill(new Error('stopping'))
      console.log('stopped')`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    assert.partialDeepStrictEqual(ended, { status: 0, stdout: 'stopped\n' }, ended.stderr)
  })
})

/** The first one was started first. */
const childrenOf = (id: number) => readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').map(Number)

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}
