import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../problem.ts'
import { Remote, type RpcMessage, serve } from './rpc.ts'

type Services = { readonly upper: (text: string) => string; readonly fail: () => void; readonly count: () => number }

/** One end of a channel: what it has sent, and a way to deliver to it. */
function openEnd() {
  const sent: RpcMessage[] = []
  const listeners: ((messages: readonly RpcMessage[]) => void)[] = []
  const channel = {
    send: (messages: readonly RpcMessage[]) => void sent.push(...messages),
    listen: (onMessages: (messages: readonly RpcMessage[]) => void) => void listeners.push(onMessages),
  }
  return { channel, sent, receive: (...messages: RpcMessage[]) => listeners.forEach((listen) => void listen(messages)) }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const isPending = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, nextTurn().then(() => 'pending')])) === 'pending'
const answer = (id: number, name: string, value: unknown, of = 'letters') => ({ of, id, name, value })

describe('Questions to another thread or process', () => {
  test('each answer goes to the question with its number, in whatever order the answers arrive', async () => {
    const { channel, receive } = openEnd()
    const remote = new Remote<Services>(channel, 'letters')
    const [first, second] = [remote.ask('upper', 'a'), remote.ask('upper', 'b')]
    receive(answer(2, 'upper', 'B'), answer(1, 'upper', 'A'))
    assert.deepEqual(await Promise.all([first, second]), ['A', 'B'])
  })

  test('an answer is ignored without a waiting question of its number', async () => {
    const { channel, receive } = openEnd()
    const remote = new Remote<Services>(channel, 'letters')
    const asked = remote.ask('upper', 'a')
    receive(answer(7, 'upper', 'of another question'))
    assert.ok(await isPending(asked))
    receive(answer(1, 'upper', 'right'), answer(1, 'upper', 'late'))
    assert.equal(await asked, 'right')
  })

  test('an answer to another kind of question, or of another conversation, is no answer', async () => {
    const { channel, receive } = openEnd()
    const remote = new Remote<Services>(channel, 'letters')
    const asked = remote.ask('upper', 'a')
    receive(answer(1, 'count', 1), answer(1, 'upper', 'A', 'numbers'))
    assert.ok(await isPending(asked))
  })

  test('all questions of one turn go in one message', async () => {
    const batches: number[] = []
    const channel = { send: (messages: readonly RpcMessage[]) => void batches.push(messages.length), listen() {} }
    const remote = new Remote<Services>(channel, 'letters')
    for (const text of ['a', 'b', 'c']) void remote.ask('upper', text)
    await nextTurn()
    assert.deepEqual(batches, [3])
  })

  test('when the other side ends, what waits and what is asked later is refused', async () => {
    const { channel, receive } = openEnd()
    const remote = new Remote<Services>(channel, 'letters')
    const asked = remote.ask('upper', 'a')
    remote.abandon(
      (name) => new Error(`${name} is unknown`),
      () => new Error('ended'),
    )
    receive(answer(1, 'upper', 'late'))
    await assert.rejects(asked, /^Error: upper is unknown$/)
    await assert.rejects(remote.ask('upper', 'b'), /^Error: ended$/)
    assert.equal(remote.waiting, 0)
  })
})

describe('Answers', () => {
  function connected(services: Partial<Services>) {
    const [here, there] = [openEnd(), openEnd()]
    const deliver = (to: typeof here) => (messages: readonly RpcMessage[]) =>
      queueMicrotask(() => to.receive(...messages))
    const remote = new Remote<Services>({ ...here.channel, send: deliver(there) }, 'letters')
    serve({ ...there.channel, send: deliver(here) }, 'letters', services)
    return remote
  }

  test('carry what the function returns', async () => {
    assert.equal(await connected({ upper: (text) => text.toUpperCase() }).ask('upper', 'a'), 'A')
  })

  test('carry a problem as a problem, and another error with its code and cause', async () => {
    const refused = connected({
      fail() {
        throw new Problem('UNAVAILABLE', { retryAfterSeconds: 3 })
      },
    })
    await assert.rejects(
      refused.ask('fail'),
      (error) => error instanceof Problem && error.code === 'UNAVAILABLE' && error.retryAfterSeconds === 3,
    )
    const failed = connected({
      fail() {
        throw Object.assign(new Error('disk I/O error', { cause: new Error('fsync') }), { errcode: 10 })
      },
    })
    await assert.rejects(failed.ask('fail'), { message: 'disk I/O error', errcode: 10, cause: new Error('fsync') })
  })

  test('to a question for a function that is not there are errors', async () => {
    await assert.rejects(connected({}).ask('count'), /not a function/)
  })
})
