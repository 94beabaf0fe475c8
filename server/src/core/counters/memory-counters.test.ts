import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Rule, UNLIMITED } from './counters.ts'
import { createMemoryCounters } from './memory-counters.ts'

const MINUTE = 60_000
const SUBJECTS_MAX = 200_000

const rule: Rule = {
  bounds: [{ windowMs: MINUTE, alignMs: 1, limit: 2, free: 0, longestWaitMs: 0 }],
  isStored: true,
}
const other: Rule = { ...rule, bounds: [{ ...rule.bounds[0]!, limit: UNLIMITED }] }

test('what one of several subjects is refused is counted for none of them', () => {
  const counters = createMemoryCounters(() => MINUTE)
  counters.take([rule], ['anna'], 2)
  assert.equal(counters.take([other, rule], ['network', 'anna'], 1).refusedForMs, MINUTE)
  assert.equal(counters.known([other], ['network']).counters[0]![0]!.count, 0)
})

test('too many subjects: the one that began first is forgotten', () => {
  let now = MINUTE
  const counters = createMemoryCounters(() => now)
  const used = (subject: string) => counters.known([rule], [subject]).counters[0]![0]!.count
  counters.take([rule], ['early'], 1)
  counters.take([rule], ['again'], 1)
  now += MINUTE
  counters.take([rule], ['again'], 1)
  for (let index = 0; index < SUBJECTS_MAX - 1; index++) counters.take([rule], [`subject ${index}`], 1)
  assert.deepEqual([used('again'), used('subject 0')], [1, 1])
  counters.take([rule], ['one more'], 1)
  assert.deepEqual([used('again'), used('subject 0'), used('one more')], [0, 1, 1])
})

test('a subject whose count has grown is named once', () => {
  const counters = createMemoryCounters(() => MINUTE)
  for (const subject of ['anna', 'ben', 'anna']) counters.take([rule], [subject], 1)
  counters.take([rule], ['anna'], 1) // refused
  const grown = () => counters.grown().map(([subject, [counter]]) => [subject, counter!.count])
  assert.deepEqual(grown(), [
    ['anna', 2],
    ['ben', 1],
  ])
  assert.deepEqual(grown(), [])
})
