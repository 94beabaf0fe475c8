import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairLock } from './fair-lock.ts'
import type { Answer, Request } from './messages.ts'
import { serveWrites } from './serve-writes.ts'

test('a client that keeps the write lock loses it after its lease, and its late release changes nothing', async () => {
  const lock = new FairLock()
  const sent: Answer[] = []
  let receive: (requests: readonly Request[]) => void = () => {}
  const channel = {
    send: (answers: readonly Answer[]) => void sent.push(...answers),
    listen: (onMessages: (requests: readonly Request[]) => void) => {
      receive = onMessages
    },
  }
  serveWrites(channel, { commit: () => Promise.reject(new Error('unused')) }, lock, {
    leaseMs: 5,
    after: (ms, work) => void setTimeout(work, ms),
  })
  receive([{ kind: 'acquire-lock', id: 1 }])
  await new Promise((resolve) => setTimeout(resolve, 1))
  assert.deepEqual(sent, [{ kind: 'lock-acquired', id: 1 }])
  await lock.acquire() // would wait for ever without the lease
  receive([{ kind: 'release-lock', id: 1 }])
  let isFree = false
  lock.acquire().then(() => {
    isFree = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isFree, false)
})
