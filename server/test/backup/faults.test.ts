import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/raw-http.ts'
import { startS3 } from '../support/s3-server.ts'
import { shipDatabase } from './shipped-database.ts'

test('the status tells that snapshots cannot be stored while changes are sent', async () => {
  await using s3 = await startS3()
  s3.onPut = async (key) => (key.includes('.snapshot') ? 403 : undefined)
  const keys = (ending: string) => [...s3.objects.keys()].filter((key) => key.endsWith(ending))
  await using shipped = await shipDatabase({ environment: s3.environment, url: 's3://bucket/faults' })
  const { status, logged } = shipped
  await eventually(async () => status.fault)
  for (let count = 1; count <= 3; count++) {
    shipped.write(100)
    await eventually(async () => keys('.wal').length >= count || undefined)
    await eventually(async () => status.bytesWaiting === 0 || undefined)
    assert.match(status.fault!, /answered with 403/)
  }
  assert.equal(logged.length, 1)
  assert.match(logged[0]!, /^the continuous backup cannot store a snapshot: \S+ answered with 403/)
})

test('a target that fails after a snapshot was stored is no lasting fault: what has expired is removed later', async () => {
  await using s3 = await startS3()
  s3.onPut = async (key) => {
    if (key.endsWith('snapshot.json')) s3.failure = 403
    return undefined
  }
  await using shipped = await shipDatabase({ environment: s3.environment, url: 's3://bucket/faults' })
  const { status, logged } = shipped
  await eventually(() => logged.find((text) => text.includes('cannot remove what has expired')))
  shipped.write(100)
  await eventually(() => status.fault)
  s3.failure = undefined
  await eventually(() => ('fault' in status && status.fault === undefined) || undefined)
})
