import assert from 'node:assert/strict'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../support/raw-http.ts'
import { startS3 } from '../support/s3-server.ts'
import { type ShippedDatabase, shipDatabase } from './shipped-database.ts'

const ROW_BYTES = 1_000_000
/** The log is reset after 32 MB. */
const ROWS = 40
/** What a reset leaves of the file: `journal_size_limit`. */
const LIMIT = 67_108_864

const logOf = ({ folder }: ShippedDatabase) => join(folder, 'data', 'kontor.db-wal')

/** Changes when the log is reset. */
function saltOf(shipped: ShippedDatabase): string {
  const salt = Buffer.alloc(8)
  const descriptor = openSync(logOf(shipped), 'r')
  readSync(descriptor, salt, 0, salt.length, 16)
  closeSync(descriptor)
  return salt.toString('hex')
}

test('the log is reset while a snapshot is being sent', async () => {
  await using s3 = await startS3()
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  let isSending = false
  s3.onPut = (key) => {
    if (!key.includes('.part')) return Promise.resolve(undefined)
    isSending = true
    return released
  }
  await using shipped = await shipDatabase({ environment: s3.environment, url: 's3://bucket/log' })
  try {
    await eventually(() => isSending || undefined)
    const salt = saltOf(shipped)
    for (let row = 0; row < ROWS; row++) shipped.write(ROW_BYTES)
    await eventually(() => saltOf(shipped) !== salt || undefined)
  } finally {
    release(undefined)
  }
})

test('a log that grew while a reader prevented its reset is truncated when it is reset', async () => {
  await using shipped = await shipDatabase({})
  await eventually(() => shipped.status.shippedUntil)
  const reader = new DatabaseSync(join(shipped.folder, 'data', 'kontor.db'), { readOnly: true })
  reader.exec('BEGIN; select 1 from sqlite_schema')
  for (let row = 0; row < 2 * ROWS; row++) shipped.write(ROW_BYTES)
  await eventually(() => statSync(logOf(shipped)).size > LIMIT || undefined)
  reader.close()
  const salt = saltOf(shipped)
  for (let row = 0; row < ROWS; row++) shipped.write(ROW_BYTES)
  await eventually(() => saltOf(shipped) !== salt || undefined)
  await eventually(() => statSync(logOf(shipped)).size <= LIMIT || undefined)
  assert.deepEqual(shipped.logged, [])
})

test('the log is reset although there is always a reader, if none of them stays', async () => {
  await using shipped = await shipDatabase({})
  await eventually(() => shipped.status.shippedUntil)
  let isStopped = false
  /** Two readers take turns: one begins before the other ends. */
  const read = async (delayMs: number) => {
    const reader = new DatabaseSync(join(shipped.folder, 'data', 'kontor.db'), { readOnly: true })
    for (await sleep(delayMs); !isStopped; ) {
      reader.exec('BEGIN; select 1 from sqlite_schema')
      await sleep(10)
      reader.exec('COMMIT')
      await sleep(1)
    }
    reader.close()
  }
  const readers = [read(0), read(5)]
  try {
    const salt = saltOf(shipped)
    for (let row = 0; row < ROWS; row++) {
      shipped.write(ROW_BYTES)
      await sleep(1)
    }
    await eventually(() => saltOf(shipped) !== salt || undefined)
  } finally {
    isStopped = true
    await Promise.all(readers)
  }
  assert.deepEqual(shipped.logged, [])
})
