import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serviceActor } from '../../core/access.ts'
import type { Command, Reply } from '../../core/command.ts'
import { Problem } from '../../core/problem.ts'
import type { Answer, Request } from './messages.ts'
import { remoteWriter } from './remote-writer.ts'

const command: Command = { resource: 'items', action: 'create', actor: serviceActor, id: '', input: {} }
const replyWith = (body: string): Reply => ({ status: 201, headers: {}, body })

function openWriter() {
  const sent: Request[] = []
  let receive: (answers: readonly Answer[]) => void = () => {}
  const writer = remoteWriter({
    send: (requests) => void sent.push(...requests),
    listen: (onMessages) => {
      receive = onMessages
    },
  })
  return { writer, sent, receive: (...answers: Answer[]) => receive(answers) }
}

const isPending = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, 'pending'))])) === 'pending'

describe('Messages between a thread and its writer', () => {
  test('each response goes to the request with its number, in whatever order the responses arrive', async () => {
    const { writer, receive } = openWriter()
    const first = writer.commit(command)
    const second = writer.commit(command)
    receive({ kind: 'reply', id: 2, reply: replyWith('second') }, { kind: 'reply', id: 1, reply: replyWith('first') })
    assert.deepEqual([(await first).body, (await second).body], ['first', 'second'])
  })

  test('an answer without a waiting request of its number is ignored', async () => {
    const { writer, receive } = openWriter()
    const reply = writer.commit(command)
    receive({ kind: 'reply', id: 7, reply: replyWith('of another request') })
    assert.ok(await isPending(reply))
    receive({ kind: 'reply', id: 1, reply: replyWith('right') }, { kind: 'reply', id: 1, reply: replyWith('late') })
    assert.equal((await reply).body, 'right')
  })

  test('an answer of another kind is no answer: a reply does not grant the lock, nor the lock confirm a commit', async () => {
    const { writer, receive } = openWriter()
    const lock = writer.lock.acquire()
    const reply = writer.commit(command)
    receive({ kind: 'reply', id: 1, reply: replyWith('wrong') }, { kind: 'lock-acquired', id: 2 })
    assert.ok(await isPending(lock))
    assert.ok(await isPending(reply))
  })

  test('a message of another conversation with the same number is no answer', async () => {
    const { writer, receive } = openWriter()
    const reply = writer.commit(command)
    receive({ kind: 'counted', id: 1, value: 0 } as never)
    assert.ok(await isPending(reply))
  })

  test('the lock is released under the number of the request that acquired it, and once only', async () => {
    const { writer, sent, receive } = openWriter()
    const lock = writer.lock.acquire()
    receive({ kind: 'lock-acquired', id: 1 })
    await lock
    writer.lock.release()
    writer.lock.release()
    await null
    assert.deepEqual(sent, [
      { kind: 'acquire-lock', id: 1 },
      { kind: 'release-lock', id: 1 },
    ])
  })

  test('when the writer ends, commits under way are unknown, and nothing is asked of it any more', async () => {
    const { writer, receive } = openWriter()
    const reply = writer.commit(command)
    const lock = writer.lock.acquire()
    writer.abandon(new Error('ended'))
    receive({ kind: 'reply', id: 1, reply: replyWith('late') })
    const isProblem = (code: string) => (error: unknown) => error instanceof Problem && error.code === code
    await assert.rejects(reply, isProblem('OUTCOME_UNKNOWN'))
    await assert.rejects(lock, isProblem('UNAVAILABLE'))
    await assert.rejects(writer.commit(command), isProblem('UNAVAILABLE'))
  })
})
