import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { PLANS, type Plan } from '../../config/config.ts'
import { createMemoryCounters } from '../../core/counters/memory-counters.ts'
import { createLimiter, type Decision, type Limiter } from './limiter.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.parse('2026-03-01T12:00:00Z')
const MIDNIGHT = Date.parse('2026-03-02T00:00:00Z')

const { free, pro, enterprise } = PLANS as Record<'free' | 'pro' | 'enterprise', Plan>
const small: Plan = { name: 'custom', perMinute: 5, perDay: 7 }

let now = NOON
let limiter: Limiter
beforeEach(() => {
  now = NOON
  limiter = createLimiter(createMemoryCounters(() => now))
})

const take = (subject: string, plan: Plan) => limiter.take(subject, plan) as Decision
const peek = (subject: string, plan: Plan) => limiter.peek(subject, plan)
const takeMany = (count: number, subject: string, plan: Plan) =>
  Array.from({ length: count }, () => take(subject, plan)).filter(({ isAllowed }) => isAllowed).length

for (const plan of [free, pro, enterprise]) {
  test(`the plan ${plan.name} lets exactly ${plan.perMinute} requests a minute pass`, () => {
    for (let count = 1; count <= plan.perMinute; count++) {
      const { isAllowed, limit, remaining, resetAt } = take('anna', plan)
      assert.deepEqual(
        { isAllowed, limit, remaining, resetAt },
        { isAllowed: true, limit: plan.perMinute, remaining: plan.perMinute - count, resetAt: (NOON + MINUTE) / 1000 },
      )
    }
    assert.deepEqual(take('anna', plan), {
      isAllowed: false,
      limit: plan.perMinute,
      remaining: 0,
      resetAt: (NOON + MINUTE) / 1000,
      retryAfterSeconds: 60,
      window: 'minute',
    })
  })
}

test('the minute begins with the first request and ends to the millisecond', () => {
  now = NOON + 12_345
  assert.equal(takeMany(100, 'anna', free), 60)
  now += MINUTE - 1
  assert.equal(take('anna', free).isAllowed, false)
  now += 1
  assert.equal(take('anna', free).remaining, 59)
})

test('a client that waits as long as it was told to is admitted', () => {
  now = NOON + 1
  takeMany(60, 'anna', free)
  now += 20_500
  const { retryAfterSeconds, resetAt } = take('anna', free)
  assert.equal(retryAfterSeconds, 40) // 39.5 seconds are left
  assert.equal(resetAt, NOON / 1000 + 61)
  now += retryAfterSeconds * 1000
  assert.ok(take('anna', free).isAllowed)
})

test('look() counts nothing, and starts no minute', () => {
  take('anna', free)
  now += MINUTE
  assert.equal(peek('anna', free).remaining, 60)
  now += MINUTE / 2
  assert.equal(take('anna', free).resetAt, (now + MINUTE) / 1000)
  assert.equal(peek('anna', free).remaining, 59)
  assert.equal(peek('anna', free).remaining, 59)
})

test('a refused request costs nothing', () => {
  takeMany(5, 'anna', small)
  assert.equal(takeMany(1000, 'anna', small), 0)
  now += MINUTE
  assert.equal(takeMany(5, 'anna', small), 2) // the day has seven; five are used up, not a thousand and five
})

test('the day ends at midnight UTC', () => {
  takeMany(5, 'anna', small)
  now += MINUTE
  takeMany(2, 'anna', small)
  const refused = take('anna', small)
  assert.deepEqual(refused, {
    isAllowed: false,
    limit: 7,
    remaining: 0,
    resetAt: MIDNIGHT / 1000,
    retryAfterSeconds: (MIDNIGHT - now) / 1000,
    window: 'day',
  })
  now = MIDNIGHT - 1
  assert.equal(take('anna', small).isAllowed, false)
  now = MIDNIGHT
  assert.equal(takeMany(10, 'anna', small), 5)
})

test('the plan free lets exactly 10,000 requests a day pass, enterprise any number', () => {
  const inOneDay = (plan: Plan) => {
    let allowed = 0
    for (now = NOON; now < MIDNIGHT; now += MINUTE) allowed += takeMany(plan.perMinute + 1, plan.name, plan)
    return allowed
  }
  assert.equal(inOneDay(free), 10_000)
  assert.equal(inOneDay({ ...enterprise, perMinute: 100 }), 72_000)
})

test('the headers show the window that is exhausted first', () => {
  const shown = () => {
    const { window, limit, remaining } = take('anna', small)
    return { window, limit, remaining }
  }
  assert.deepEqual(shown(), { window: 'minute', limit: 5, remaining: 4 })
  takeMany(3, 'anna', small)
  now += MINUTE
  assert.deepEqual(shown(), { window: 'day', limit: 7, remaining: 2 })
  assert.deepEqual(peek('anna', small).window, 'day')
})

test('when both windows are exhausted, the longer wait is given', () => {
  const plan = { name: 'custom', perMinute: 5, perDay: 5 }
  takeMany(5, 'at noon', plan)
  assert.equal(take('at noon', plan).window, 'day')
  now = MIDNIGHT - 10_000
  takeMany(5, 'late', plan)
  const { window, retryAfterSeconds } = take('late', plan)
  assert.deepEqual({ window, retryAfterSeconds }, { window: 'minute', retryAfterSeconds: 60 })
  now += retryAfterSeconds * 1000
  assert.ok(take('late', plan).isAllowed)
})

test('after the clock was set back, a used-up minute ends within a minute', () => {
  takeMany(60, 'anna', free)
  now -= 3 * HOUR
  const { isAllowed, retryAfterSeconds, resetAt } = take('anna', free)
  assert.deepEqual({ isAllowed, retryAfterSeconds }, { isAllowed: false, retryAfterSeconds: 60 })
  assert.equal(resetAt, (now + MINUTE) / 1000)
  now += MINUTE - 1
  assert.equal(take('anna', free).retryAfterSeconds, 1) // refused requests do not move the end
  now += 1
  assert.equal(take('anna', free).remaining, 59)
})

test('after the clock was set back, a used-up day ends at the next midnight', () => {
  const plan = { name: 'custom', perMinute: 5, perDay: 5 }
  takeMany(5, 'anna', plan)
  now -= 72 * HOUR
  assert.equal(peek('anna', plan).resetAt, (MIDNIGHT - 72 * HOUR) / 1000)
  assert.equal(take('anna', plan).retryAfterSeconds, (12 * HOUR) / 1000)
  now += 12 * HOUR
  assert.equal(take('anna', plan).remaining, 4)
})

test('after the clock was set back within a minute, its count stays', () => {
  takeMany(10, 'anna', free)
  now -= 20
  assert.equal(take('anna', free).remaining, 49)
})

test('every subject has a separate count', () => {
  assert.equal(takeMany(100, 'anna', free), 60)
  assert.equal(takeMany(100, 'ben', free), 60)
})

test('a changed plan takes effect with the next request', () => {
  takeMany(60, 'anna', free)
  assert.equal(take('anna', pro).remaining, 239)
  assert.equal(take('anna', free).isAllowed, false)
})
