import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RpcMessage } from '../../core/rpc/rpc.ts'
import { FairLock } from './fair-lock.ts'
import { WRITER } from './remote-writer.ts'
import { serveWrites } from './serve-writes.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a client that keeps the write lock loses it after its lease, and its late release changes nothing', async () => {
  const lock = new FairLock()
  const sent: RpcMessage[] = []
  let receive: (messages: readonly RpcMessage[]) => void = () => {}
  const channel = {
    send: (messages: readonly RpcMessage[]) => void sent.push(...messages),
    listen: (onMessages: (messages: readonly RpcMessage[]) => void) => {
      receive = onMessages
    },
  }
  const writer = { commit: () => Promise.reject(new Error('unused')) }
  serveWrites(channel, writer, lock, { leaseMs: 5, after: (ms, work) => void setTimeout(work, ms) })
  receive([{ to: WRITER, id: 1, name: 'acquireLock', words: [] }])
  await nextTurn()
  assert.deepEqual(sent, [{ of: WRITER, id: 1, name: 'acquireLock', value: 1 }])
  await lock.acquire() // would wait for ever without the lease
  receive([{ to: WRITER, id: 2, name: 'releaseLock', words: [1] }])
  let isFree = false
  lock.acquire().then(() => {
    isFree = true
  })
  await nextTurn()
  assert.equal(isFree, false)
})
