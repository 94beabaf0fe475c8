import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from './settings.operations.ts'

test('the day is that of the place, not that of the server', () => {
  const instant = '2026-12-31T23:30:00.000Z'
  assert.equal(dayIn('UTC', instant), '2026-12-31')
  assert.equal(dayIn('Europe/Berlin', instant), '2027-01-01')
  assert.equal(dayIn('America/New_York', instant), '2026-12-31')
  assert.equal(dayIn('Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'), '2027-01-01')
  assert.equal(dayIn('Pacific/Pago_Pago', '2027-01-01T10:59:59.999Z'), '2026-12-31')
})

test('the day changes at midnight, also when the clocks change that night', () => {
  assert.equal(dayIn('Europe/Berlin', '2026-03-28T22:59:59.999Z'), '2026-03-28')
  assert.equal(dayIn('Europe/Berlin', '2026-03-28T23:00:00.000Z'), '2026-03-29')
  assert.equal(dayIn('Europe/Berlin', '2026-03-29T21:59:59.999Z'), '2026-03-29')
  assert.equal(dayIn('Europe/Berlin', '2026-03-29T22:00:00.000Z'), '2026-03-30')
})
