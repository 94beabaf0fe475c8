import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createMemoryCounters } from '../core/counters/memory-counters.ts'
import { createThrottle, type Throttle } from './throttle.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let now = 0
let throttle: Throttle
beforeEach(() => {
  now = Date.parse('2026-03-01T12:00:00Z')
  throttle = createThrottle(createMemoryCounters(() => now))
})

const attempt = (email: string, address: string) => throttle.attempt(email, address) as number
const attempts = (count: number, email: string, address: string) =>
  Array.from({ length: count }, () => attempt(email, address))

/** Waits as long as it is told to, and tries again. */
function patientAttempts(count: number, email: string, address: string): number[] {
  return Array.from({ length: count }, () => {
    const wait = attempt(email, address)
    now += wait * SECOND
    if (wait > 0) assert.equal(attempt(email, address), 0)
    return wait
  })
}

test('five attempts are free, the sixth has to wait', () => {
  assert.deepEqual(attempts(7, 'anna@example.com', '10.0.0.1'), [0, 0, 0, 0, 0, 1, 1])
})

test('the wait doubles with every further attempt and ends at fifteen minutes', () => {
  attempts(5, 'anna@example.com', '10.0.0.1')
  const waits = patientAttempts(11, 'anna@example.com', '10.0.0.1')
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900])
})

test('an attempt that was refused does not lengthen the wait', () => {
  attempts(105, 'anna@example.com', '10.0.0.1')
  now += SECOND
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 0)
})

test('the wait is given in whole seconds, rounded up: a client that waits this long is admitted', () => {
  attempts(6, 'anna@example.com', '10.0.0.1')
  now += 1
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 1)
  now += SECOND - 1
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 0)
})

test('a success resets the failures before it', () => {
  attempts(4, 'anna@example.com', '10.0.0.1')
  throttle.succeeded('anna@example.com', '10.0.0.1')
  assert.deepEqual(attempts(5, 'anna@example.com', '10.0.0.1'), [0, 0, 0, 0, 0])
})

test('signing in with success is never slowed down, however often', () => {
  for (let count = 0; count < 1000; count++) {
    assert.equal(attempt('anna@example.com', '10.0.0.1'), 0)
    throttle.succeeded('anna@example.com', '10.0.0.1')
  }
})

test('failures are reset after fifteen minutes without an attempt', () => {
  attempts(5, 'anna@example.com', '10.0.0.1')
  now += 15 * MINUTE
  assert.deepEqual(attempts(5, 'anna@example.com', '10.0.0.1'), [0, 0, 0, 0, 0])
})

test('an attacker at another address does not lock out the owner of the account', () => {
  attempts(20, 'anna@example.com', '10.0.0.1')
  assert.equal(attempt('anna@example.com', '10.0.0.2'), 0)
})

test('many attackers on one account slow it down, for at most a minute', () => {
  const from = (index: number) => `10.0.${index >> 8}.${index & 255}`
  for (let index = 0; index < 30; index++) assert.equal(attempt('anna@example.com', from(index)), 0)
  for (let index = 30; index < 60; index++) {
    const wait = attempt('anna@example.com', from(index))
    assert.ok(wait >= 1 && wait <= 60, `${wait} seconds`)
    now += wait * SECOND
    assert.equal(attempt('anna@example.com', from(index)), 0)
  }
  assert.equal(attempt('anna@example.com', '10.9.9.9'), 60)
})

test('one network trying many accounts is slowed down', () => {
  const waits = Array.from({ length: 31 }, (_, index) => attempt(`user${index}@example.com`, '10.0.0.1'))
  assert.deepEqual(waits, [...Array(30).fill(0), 1])
  assert.equal(attempt('other@example.com', '10.0.0.2'), 0)
})

test('all addresses of one IPv6 /64 count as one', () => {
  const waits = Array.from({ length: 6 }, (_, index) => attempt('anna@example.com', `2001:db8::${index + 1}`))
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 1])
  assert.equal(attempt('anna@example.com', '2001:db8:0:1::1'), 0)
})

test('the same account in other spellings is the same account', () => {
  const spellings = ['Zoë@example.com', ' zoë@example.com ', 'ZOË@EXAMPLE.COM', 'zoe\u0308@example.com']
  for (const spelling of spellings) assert.equal(attempt(spelling, '10.0.0.1'), 0)
  assert.equal(attempt('zoë@example.com', '10.0.0.1'), 0)
  assert.equal(attempt('zoë@example.com', '10.0.0.1'), 1)
})

test('after the clock was set back, a wait is no longer than it was', () => {
  attempts(5, 'anna@example.com', '10.0.0.1')
  patientAttempts(5, 'anna@example.com', '10.0.0.1')
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 32)
  now -= 60 * MINUTE
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 32)
  now += 31 * SECOND
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 1) // attempts meanwhile do not move the end
  now += SECOND
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 0)
})

test('after the clock was set back, failures expire within fifteen minutes', () => {
  attempts(4, 'anna@example.com', '10.0.0.1')
  now -= 60 * MINUTE
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 0)
  assert.equal(attempt('anna@example.com', '10.0.0.1'), 1)
  now += 15 * MINUTE
  assert.deepEqual(attempts(5, 'anna@example.com', '10.0.0.1'), [0, 0, 0, 0, 0])
})
