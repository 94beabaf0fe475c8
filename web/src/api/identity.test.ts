import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from './api-error.ts'
import { identity } from './identity.ts'

test('requests that wait at the same time share one question, and all go on after the confirmation', async () => {
  let changes = 0
  const stop = identity.subscribe(() => changes++)
  const waiting = [identity.confirm(), identity.confirm()]
  assert.equal(waiting[0], waiting[1])
  assert.deepEqual([identity.isAsked(), changes], [true, 1])
  identity.isConfirmed()
  await Promise.all(waiting)
  assert.deepEqual([identity.isAsked(), changes], [false, 2])
  stop()
})

test('cancelling refuses all of them with a message, and the next request asks again', async () => {
  const waiting = [identity.confirm(), identity.confirm()]
  identity.cancel('Nothing was changed.')
  for (const one of waiting)
    await assert.rejects(one, (error) => {
      assert.ok(error instanceof ApiError)
      assert.deepEqual([error.status, error.message], [403, 'Nothing was changed.'])
      return true
    })
  const next = identity.confirm()
  assert.notEqual(next, waiting[0])
  identity.isConfirmed()
  await next
})
