import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type WorkParts, WorkQueue } from './work-queue.ts'

interface Work {
  readonly id: string
  readonly record: string | null
}
type Parts = WorkParts<Work, Work, string>

/** Work in a database of the test, of which each attempt lasts until the test ends it. */
function queueOf(stored: readonly string[], more: Partial<Parts> = {}) {
  const due = stored.map((text): Work => ({ id: text, record: text.split(':')[1] ?? null }))
  const events: string[] = []
  const attempts = new Map<string, PromiseWithResolvers<string | undefined>>()
  const queue = new WorkQueue<Work, Work, string>({
    atOnce: 2,
    orderOf: ({ record }) => record,
    due: async () => [...due],
    claim: async (work) => (due.includes(work) ? work : undefined),
    perform({ id }) {
      events.push(`begin ${id}`)
      const attempt = Promise.withResolvers<string | undefined>()
      attempts.set(id, attempt)
      return attempt.promise
    },
    async settle(work, outcome) {
      due.splice(due.indexOf(work), 1)
      events.push(`${outcome} ${work.id}`)
    },
    onError: (error) => events.push((error as Error).message),
    ...more,
  })
  /** Ends an attempt, and waits until everything that follows from it has happened. */
  const end = async (id: string, outcome?: string) => {
    attempts.get(id)!.resolve(outcome)
    await settled()
  }
  return { queue, due, events, end }
}

/** Nothing here waits for anything but promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('so many are done at the same time, the oldest first, and the next one when one has ended', async () => {
  const { queue, events, end } = queueOf(['1', '2', '3'])
  await queue.fill()
  await settled()
  assert.deepEqual(events, ['begin 1', 'begin 2'])
  await end('2', 'done')
  assert.deepEqual(events, ['begin 1', 'begin 2', 'done 2', 'begin 3'])
})

test('work on one record is done one after the other, and work on another record overtakes it', async () => {
  const { queue, events, end } = queueOf(['1:a', '2:a', '3:b'])
  await queue.fill()
  await settled()
  assert.deepEqual(events, ['begin 1:a', 'begin 3:b'])
  await end('3:b', 'done')
  assert.deepEqual(events.slice(2), ['done 3:b'], 'the second of record a still waits')
  await end('1:a', 'done')
  assert.deepEqual(events.slice(3), ['done 1:a', 'begin 2:a'])
})

test('what was read as due and done meanwhile is not done again', async () => {
  const answer = Promise.withResolvers<void>()
  let reads = 0
  const late = queueOf(['1'], {
    due: async () => {
      const read = [...late.due]
      if (++reads === 2) await answer.promise
      return read
    },
  })
  const { queue, events, end } = late
  await queue.fill()
  await settled()
  const second = queue.fill()
  await end('1', 'done')
  answer.resolve()
  await second
  await settled()
  assert.deepEqual(events, ['begin 1', 'done 1'])
})

test('work that is done by its claim alone is followed by the next one', async () => {
  const claimed: string[] = []
  const { queue, due } = queueOf(['1', '2', '3'], {
    atOnce: 1,
    async claim(work) {
      due.splice(due.indexOf(work), 1)
      claimed.push(work.id)
      return undefined
    },
  })
  await queue.fill()
  await settled()
  assert.deepEqual(claimed, ['1', '2', '3'])
})

test('after an error nothing begins before the next look', async () => {
  let isBroken = true
  const { queue, events, end } = queueOf(['1'], {
    async settle({ id }) {
      if (isBroken) throw new Error('the database is full')
      events.push(`done ${id}`)
    },
  })
  await queue.fill()
  await settled()
  await end('1', 'done')
  assert.deepEqual(events, ['begin 1', 'the database is full'])
  isBroken = false
  await queue.fill()
  await settled()
  assert.deepEqual(events.slice(2), ['begin 1'])
})

test('nothing begins while the queue is closed', async () => {
  let isOpen = false
  const { queue, events } = queueOf(['1'], { isOpen: () => isOpen })
  await queue.fill()
  isOpen = true
  assert.ok(queue.isIdle)
  await queue.fill()
  await settled()
  assert.deepEqual(events, ['begin 1'])
})

test('a stop tells running work to break off, settles what was not broken off, and begins nothing more', async () => {
  const signals: AbortSignal[] = []
  const attempts: ((outcome?: string) => void)[] = []
  const { queue, events } = queueOf(['1', '2', '3'], {
    perform(_work, stopping) {
      signals.push(stopping)
      return new Promise((resolve) => attempts.push(resolve))
    },
  })
  await queue.fill()
  await settled()
  const stopped = queue.stop()
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  )
  attempts[0]!('done')
  attempts[1]!(undefined)
  await stopped
  assert.deepEqual(events, ['done 1'])
  await queue.fill()
  assert.equal(attempts.length, 2)
})
