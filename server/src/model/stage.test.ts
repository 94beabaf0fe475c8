import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAhead, type Stages, statusesIn, tonesOf } from './stage.ts'

const STAGES: Stages = {
  draft: 'draft',
  sent: 'open',
  viewed: 'open',
  accepted: 'done',
  declined: 'stopped',
  expired: 'stopped',
}

test('a status leads forward to a later stage, and to a later status of the same stage', () => {
  const ahead = (status: string) => Object.keys(STAGES).filter((other) => isAhead(STAGES, other, status))
  assert.deepEqual(ahead('draft'), ['sent', 'viewed', 'accepted'])
  assert.deepEqual(ahead('sent'), ['viewed', 'accepted'])
  assert.deepEqual(ahead('viewed'), ['accepted'])
  for (const status of ['accepted', 'declined', 'expired']) assert.deepEqual(ahead(status), [], status)
})

test('nothing is ahead of a status without a stage', () => {
  assert.equal(isAhead(STAGES, 'sent', 'unknown'), false)
  assert.equal(isAhead({}, 'sent', 'draft'), false)
})

test('the statuses of some stages keep their order', () => {
  assert.deepEqual(statusesIn(STAGES, 'stopped', 'draft'), ['draft', 'declined', 'expired'])
  assert.deepEqual(statusesIn(undefined, 'draft'), [])
})

test('a tone follows from the stage, unless the declaration has another one', () => {
  assert.deepEqual(tonesOf({ stages: STAGES, tones: { viewed: 'due' } }), {
    sent: 'running',
    viewed: 'due',
    accepted: 'good',
    declined: 'bad',
    expired: 'bad',
  })
  assert.deepEqual(tonesOf({}), {})
})
