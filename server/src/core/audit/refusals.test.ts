import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceActor } from '../access.ts'
import { Problem } from '../problem.ts'
import { type Refusal, RefusalCounts } from './refusals.ts'

const MINUTE = 60_000
const refusal = (more: Partial<Refusal> = {}): Refusal => ({
  actor: { ...serviceActor, userId: 'usr_1' },
  operation: 'things.create',
  resource: 'things',
  recordId: null,
  problem: new Problem('FORBIDDEN'),
  ...more,
})

function counting() {
  const written: unknown[] = []
  const counts = new RefusalCounts(async ({ changes }) => void written.push(changes?.count?.[1] ?? 1))
  return { counts, written }
}

test('the first refusal is written at once, further ones when their minute is over', async () => {
  const { counts, written } = counting()
  for (const now of [0, 1, 2, MINUTE - 1]) await counts.add(refusal(), now)
  assert.deepEqual(written, [1])
  await counts.flush(MINUTE - 1, false)
  assert.deepEqual(written, [1])
  await counts.flush(MINUTE, false)
  assert.deepEqual(written, [1, 3])
})

test('after a minute without a refusal, the next one is written at once again', async () => {
  const { counts, written } = counting()
  await counts.add(refusal(), 0)
  await counts.flush(MINUTE, false)
  await counts.add(refusal(), MINUTE)
  assert.deepEqual(written, [1, 1])
})

test('a steady stream has one entry a minute', async () => {
  const { counts, written } = counting()
  for (let now = 0; now <= 5 * MINUTE; now += 1000) await counts.add(refusal(), now)
  assert.deepEqual(written, [1, 60, 60, 60, 60, 60])
})

test('at the end everything is written', async () => {
  const { counts, written } = counting()
  await counts.add(refusal(), 0)
  await counts.add(refusal(), 1)
  await counts.add(refusal({ operation: 'things.delete' }), 2)
  await counts.flush(3, true)
  assert.deepEqual(written, [1, 1, 1])
})
