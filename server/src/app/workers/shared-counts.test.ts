import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryLimiter } from '../../http/limits/memory-limiter.ts'
import { remoteCounts } from './shared-counts.ts'

test('an answer of the process that counts is ignored unless a question of its number still waits', async () => {
  let receive: (answers: readonly never[]) => void = () => {}
  const answer = (id: number, value: unknown) => receive([{ kind: 'counted', id, value } as never])
  const { throttle } = remoteCounts(
    {
      send: () => {},
      listen: (onMessages) => {
        receive = onMessages
      },
    },
    createMemoryLimiter(Date.now),
  )
  const asked = throttle.attempt('account', 'network')
  answer(7, 'of another question')
  answer(1, 'right')
  answer(1, 'late')
  assert.equal(await asked, 'right')
})
