import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection } from '../engine.ts'
import { type Reader, StagedReads } from './staged-reads.ts'

/** Readers that say what is done with them, and a file that can be made impossible to open. */
function fakeFile() {
  const log: string[] = []
  let opened = 0
  const file = {
    log,
    canOpen: true,
    failing: '',
    open(): Reader {
      if (!file.canOpen) throw new Error('unable to open database file')
      const name = `reader ${++opened}`
      let isTransaction = false
      log.push(`${name} opened`)
      return {
        query: async () => [[name]],
        exec(statement) {
          if (statement === file.failing || isTransaction !== (statement === 'COMMIT'))
            throw new Error(`${statement} failed`)
          isTransaction = statement === 'BEGIN'
        },
        close: () => void log.push(`${name} closed`),
      }
    },
  }
  return file
}

const readerName = async ({ query }: Connection) => (await query({ sql: '', parameters: [] }))[0]![0]

/** A reader is released after the results of its reads have been passed on. */
const released = () => new Promise(setImmediate)

/** A read that does not end before it is told to. */
function longRead(reads: StagedReads) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const done = reads.read(async () => {
    begin()
    await promise
  })
  return { begun, done, end }
}

describe('StagedReads', () => {
  it('opens its first reader at once, so that the file stays readable when no more files can be opened', async () => {
    const file = fakeFile()
    const reads = new StagedReads(file.open)
    file.canOpen = false
    assert.equal(await reads.read(readerName), 'reader 1')
  })

  it('lets reads wait for a reader in use when no other can be opened', async () => {
    const file = fakeFile()
    const reads = new StagedReads(file.open)
    const long = longRead(reads)
    await long.begun
    file.canOpen = false
    const waiting = reads.read(readerName)
    await new Promise(setImmediate) // here another reader would be opened
    long.end()
    assert.equal(await waiting, 'reader 1')
    await long.done
  })

  it('rejects the waiting reads when there is no reader and none can be opened, and tries again at the next turn', async () => {
    const file = fakeFile()
    const reads = new StagedReads(file.open)
    file.failing = 'COMMIT' // as after an I/O error: the reader cannot be used again
    await reads.read(readerName)
    await released()
    file.failing = ''
    file.canOpen = false
    for (let turn = 0; turn < 2; turn++)
      await Promise.all([
        assert.rejects(reads.read(readerName), /unable to open database file/),
        assert.rejects(reads.read(readerName), /unable to open database file/),
      ])
    file.canOpen = true
    assert.equal(await reads.read(readerName), 'reader 2')
    assert.deepEqual(file.log, ['reader 1 opened', 'reader 1 closed', 'reader 2 opened'])
  })

  it('closes a reader whose transaction cannot be ended, and opens another one', async () => {
    const file = fakeFile()
    const reads = new StagedReads(file.open)
    for (const failing of ['COMMIT', 'BEGIN'])
      for (let turn = 0; turn < 10; turn++) {
        file.failing = failing
        await reads.read(readerName)
        await released()
      }
    file.failing = ''
    await reads.read(readerName)
    await released()
    reads.close()
    const count = (what: string) => file.log.filter((line) => line.endsWith(what)).length
    assert.deepEqual([count('opened'), count('closed')], [21, 21])
  })
})
