import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANS } from '../../config/config.ts'
import { createMemoryCounters } from '../../core/counters/memory-counters.ts'
import { createLimiter, type Decision, rateHeaders } from './limiter.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')

const limiterAtNoon = () => createLimiter(createMemoryCounters(() => NOON))

test('the headers show the window that is exhausted first, and the whole plan', () => {
  assert.deepEqual(rateHeaders(limiterAtNoon().take('anna', PLANS.free!) as Decision, PLANS.free!), {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': String(NOON / 1000 + 60),
    'ratelimit-policy': '"minute";q=60;w=60, "day";q=10000;w=86400',
    ratelimit: '"minute";r=59;t=60',
  })
})

test('a day without a limit is no part of the policy', () => {
  const plan = PLANS.enterprise!
  const headers = rateHeaders(limiterAtNoon().peek('anna', plan), plan)
  assert.equal(headers['ratelimit-policy'], '"minute";q=1000;w=60')
  assert.equal(headers.ratelimit, '"minute";r=1000;t=60')
})

test('a day that is nearly exhausted is shown instead of the minute', () => {
  const plan = { name: 'custom', perMinute: 5, perDay: 2 }
  const headers = rateHeaders(limiterAtNoon().take('anna', plan) as Decision, plan)
  assert.equal(headers['x-ratelimit-limit'], '2')
  assert.equal(headers.ratelimit, '"day";r=1;t=43200')
})
