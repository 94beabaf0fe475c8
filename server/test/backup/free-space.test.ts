import assert from 'node:assert/strict'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../support/raw-http.ts'
import { type ShippedDatabase, shipDatabase } from './shipped-database.ts'

const TOTAL = 1e12
const RESERVE = 200_000_000
const ROW_BYTES = 100_000

const snapshotsIn = (target: string) =>
  existsSync(target)
    ? readdirSync(target, { recursive: true }).filter((name) => String(name).endsWith('snapshot.json'))
    : []
const untilSnapshots = ({ target }: ShippedDatabase, count: number) =>
  eventually(() => snapshotsIn(target).length === count || undefined)

test('a snapshot that does not fit beside the reserve is not begun; it is taken when there is space', async () => {
  let free = RESERVE + 1000
  await using shipped = await shipDatabase({ measure: async () => ({ total: TOTAL, free }) })
  const { status, logged, target } = shipped
  shipped.write(ROW_BYTES)
  const fault = await eventually(() => status.fault)
  const [, needed, copy, reserve, found] =
    /^A snapshot needs (\d+) bytes .*: (\d+) for a copy of the database, and the reserve of (\d+)\. There are (\d+)\.$/
      .exec(fault)!
      .map(Number)
  assert.ok(copy! > 0 && needed === copy! + RESERVE && reserve === RESERVE && found === free, fault)
  assert.deepEqual(readdirSync(join(shipped.folder, 'data', 'backup')), [])
  assert.deepEqual(readdirSync(target), ['lease.json'])
  free = TOTAL
  await untilSnapshots(shipped, 1)
  await eventually(() => ('fault' in status && status.fault === undefined) || undefined)
  assert.deepEqual(logged, [`the continuous backup cannot begin: ${fault}`])
})

test('changes that wait for the target are given up when the disk is full up to its reserve', async () => {
  let free = TOTAL
  await using shipped = await shipDatabase({ measure: async () => ({ total: TOTAL, free }) })
  const { target, logged, status, folder } = shipped
  await untilSnapshots(shipped, 1)
  renameSync(target, join(folder, 'away'))
  shipped.write(ROW_BYTES)
  await eventually(() => (status.fault && status.bytesWaiting! > ROW_BYTES) || undefined)
  assert.equal(logged.filter((text) => text.includes('cannot send changes')).length, 1, logged.join('\n'))
  free = RESERVE - 1
  await eventually(() =>
    logged.find((text) => /has a gap: \d+ bytes wait for the target, and the disk is full/.test(text)),
  )
  assert.deepEqual(
    readdirSync(join(folder, 'data', 'backup'), { recursive: true }).filter((name) => String(name).endsWith('.wal')),
    [],
  )
  renameSync(join(folder, 'away'), target)
  free = TOTAL
  await untilSnapshots(shipped, 2)
})
