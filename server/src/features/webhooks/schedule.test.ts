import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailedAttempt, nextAttemptAt as nextOf, retryAfterMs } from '../../core/jobs/backoff.ts'
import { BACKOFF, JITTER } from './schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Times = Record<'firstAt' | 'at', number>

/** Times are milliseconds since 1970. */
function nextAttemptAt({ firstAt, at, ...attempt }: Omit<FailedAttempt, keyof Times> & Times): number | undefined {
  const [first, now] = [firstAt, at].map((ms) => new Date(ms).toISOString()) as [string, string]
  const next = nextOf(BACKOFF, { ...attempt, firstAt: first, at: now })
  return next === undefined ? undefined : Date.parse(next)
}

function waitsUntilTheEnd(random: number): number[] {
  const waits: number[] = []
  for (let at = 0, failures = 1; ; failures++) {
    const next = nextAttemptAt({ failures, firstAt: 0, at, random })
    if (next === undefined) return waits
    waits.push(next - at)
    at = next
  }
}

test('a delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, then every 10 h, and last after 3 days', () => {
  const waits = waitsUntilTheEnd(0)
  const stated = [5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, ...Array(6).fill(10 * HOUR)]
  assert.deepEqual(waits.slice(0, -1), stated)
  assert.equal(
    waits.reduce((sum, wait) => sum + wait, 0),
    72 * HOUR,
  )
})

test('jitter makes each wait longer by at most a tenth, and the last attempt stays at 3 days', () => {
  const [plain, spread] = [waitsUntilTheEnd(0), waitsUntilTheEnd(1)]
  for (const [index, wait] of spread.slice(0, -1).entries())
    assert.equal(wait, Math.round(plain[index]! * (1 + JITTER)))
  assert.equal(
    spread.reduce((sum, wait) => sum + wait, 0),
    72 * HOUR,
  )
})

test('Retry-After makes a wait longer, never shorter, and never longer than 11 hours or past 3 days', () => {
  const next = (retryMs: number, at = 0) =>
    nextAttemptAt({ failures: 1, firstAt: 0, at, random: 0, retryAfter: `${retryMs / 1000}` })
  assert.equal(next(HOUR), HOUR)
  assert.equal(next(1000), 5000)
  assert.equal(next(1000 * HOUR), 11 * HOUR)
  assert.equal(next(1000 * HOUR, 70 * HOUR), 72 * HOUR)
})

test('a delivery that was written while the clock was ahead ends after a number of attempts', () => {
  const next = (failures: number) => nextAttemptAt({ failures, firstAt: 8760 * HOUR, at: 0, random: 0 })
  assert.equal(next(1), 5000)
  assert.equal(next(15), 10 * HOUR)
  assert.equal(next(16), undefined)
})

test('Retry-After is read as seconds or as a date; anything else says nothing', () => {
  const now = Date.parse('2026-01-31T09:30:00Z')
  assert.equal(retryAfterMs('120', now), 120_000)
  assert.equal(retryAfterMs('Sat, 31 Jan 2026 09:31:00 GMT', now), 60_000)
  for (const header of [undefined, '', '-5', '0', 'soon', 'Sat, 31 Jan 2026 09:29:00 GMT'])
    assert.equal(retryAfterMs(header, now), undefined)
})
