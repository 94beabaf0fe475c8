import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serviceActor } from '../../core/access.ts'
import type { Command } from '../../core/command.ts'
import { Problem } from '../../core/problem.ts'
import type { RpcMessage } from '../../core/rpc/rpc.ts'
import { remoteWriter, WRITER } from './remote-writer.ts'

const command: Command = { resource: 'items', action: 'create', actor: serviceActor, id: '', input: {} }

function openWriter() {
  const sent: RpcMessage[] = []
  let receive: (messages: readonly RpcMessage[]) => void = () => {}
  const writer = remoteWriter({
    send: (messages) => void sent.push(...messages),
    listen: (onMessages) => {
      receive = onMessages
    },
  })
  const answer = (id: number, name: string, value?: unknown) => receive([{ of: WRITER, id, name, value }])
  return { writer, sent, answer }
}

const isPending = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, 'pending'))])) === 'pending'

describe('A writer in another thread', () => {
  test('a reply does not grant the lock, nor the lock confirm a commit', async () => {
    const { writer, answer } = openWriter()
    const lock = writer.lock.acquire()
    const reply = writer.commit(command)
    answer(1, 'commit', {})
    answer(2, 'acquireLock', 1)
    assert.ok(await isPending(lock as Promise<void>))
    assert.ok(await isPending(reply))
  })

  test('the lock is released under the number that it was granted with, and once only', async () => {
    const { writer, sent, answer } = openWriter()
    const lock = writer.lock.acquire()
    answer(1, 'acquireLock', 31)
    await lock
    writer.lock.release()
    writer.lock.release()
    await null
    assert.deepEqual(
      sent.map((message) => 'words' in message && [message.name, ...message.words]),
      [['acquireLock'], ['releaseLock', 31]],
    )
  })

  test('when it ends, commits under way are unknown, and nothing is asked of it any more', async () => {
    const { writer, answer } = openWriter()
    const reply = writer.commit(command)
    const lock = writer.lock.acquire()
    writer.abandon(new Error('ended'))
    answer(1, 'commit', {})
    const isProblem = (code: string) => (error: unknown) => error instanceof Problem && error.code === code
    await assert.rejects(reply, isProblem('OUTCOME_UNKNOWN'))
    await assert.rejects(lock as Promise<void>, isProblem('UNAVAILABLE'))
    await assert.rejects(writer.commit(command), isProblem('UNAVAILABLE'))
  })
})
