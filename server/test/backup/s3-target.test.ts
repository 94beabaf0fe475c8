import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { backupSettings } from '../../src/config/backup.ts'
import { readConfig } from '../../src/config/config.ts'
import { openTarget } from '../../src/db/backup/target/open-target.ts'
import type { Target } from '../../src/db/backup/target/target.ts'
import { ArchiveError } from '../../src/db/engine.ts'
import { type Fault, type S3Server, startS3 } from '../support/s3-server.ts'

describe('a bucket that answers badly for a while', () => {
  let s3: S3Server
  let target: Target
  before(async () => {
    s3 = await startS3()
    target = openTarget('s3://bucket/company', backupSettings(readConfig(s3.environment)))
  })
  after(() => s3[Symbol.asyncDispose]())
  const content = Buffer.from('content of an object')

  test('overload, errors and broken connections are repeated, for every kind of request', async () => {
    const faults: readonly Fault[] = [{ status: 503 }, { status: 429 }, { status: 500 }, 'cut']
    const requests: readonly (() => Promise<unknown>)[] = [
      () => target.put('object', content),
      async () => assert.deepEqual(await target.get('object'), content),
      async () => assert.deepEqual(await target.list(), [{ name: 'object', bytes: content.length }]),
      () => target.remove('object'),
    ]
    for (const request of requests) {
      s3.faults.push(...faults.slice(0, 2))
      await request()
    }
    await target.put('object', content)
    s3.faults.push(...faults.slice(2))
    assert.deepEqual(await target.get('object'), content)
    assert.deepEqual(s3.faults, [])
  })

  test('an object is never created in the place of another content, also if it appears at that moment', async () => {
    const other = Buffer.from('other')
    for (const _ of [1, 2]) await target.create('created', content)
    await assert.rejects(target.create('created', other), /^Error: created is there already, with other content/)
    const key = [...s3.objects.keys()].find((name) => name.endsWith('/created'))!
    for (const [bytes, isRefused] of [
      [other, true],
      [content, false],
    ] as const) {
      s3.objects.delete(key)
      s3.onPut = async () => void s3.objects.set(key, bytes)
      const created = target.create('created', content)
      if (isRefused) await assert.rejects(created, /is there already/)
      else await created
      s3.onPut = undefined
      assert.deepEqual(await target.get('created'), bytes)
    }
    await target.remove('created')
  })

  test('the pause that the server asks for is kept', async () => {
    await target.put('object', content)
    s3.faults.push({ status: 503, retryAfter: 1 })
    const begin = Date.now()
    await target.get('object')
    assert.ok(Date.now() - begin >= 990)
  })

  test('a server that stays overloaded, cut off or away is told in one line', async () => {
    const fault = async () => {
      const error: unknown = await target.get('object').catch((reason) => reason)
      assert.ok(error instanceof ArchiveError, String(error))
      return error.message
    }
    s3.failure = 503
    assert.match(await fault(), /^127\.0\.0\.1:\d+ answered with 503 \(SlowDown: Refused\)\.$/)
    s3.failure = undefined
    s3.faults.push(...Array<Fault>(9).fill('cut'))
    assert.match(await fault(), /^127\.0\.0\.1:\d+ cannot be reached: \S.*\.$/)
    s3.faults.length = 0
    const closed = await startS3()
    await closed[Symbol.asyncDispose]()
    target = openTarget('s3://bucket/company', backupSettings(readConfig(closed.environment)))
    assert.match(await fault(), /^127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED\.$/)
  })

  test('a refusal that repeating does not help is not repeated', async () => {
    target = openTarget('s3://bucket/company', backupSettings(readConfig(s3.environment)))
    s3.faults.push({ status: 403 })
    await assert.rejects(target.put('object', content), /answered with 403/)
    assert.deepEqual(s3.faults, [])
  })
})
