import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { instantOf, timeIn } from './zoned-time.ts'

test('A time is read and written by the clocks of its zone, in summer and in winter', () => {
  assert.equal(timeIn('Asia/Tokyo', '2026-03-14T12:00:00.000Z'), '2026-03-14 21:00:00')
  assert.equal(instantOf('Asia/Tokyo', '2026-03-14 21:00:00'), '2026-03-14T12:00:00.000Z')
  assert.equal(instantOf('Europe/Berlin', '2026-01-01 00:00:00'), '2025-12-31T23:00:00.000Z')
  assert.equal(instantOf('Europe/Berlin', '2026-07-01 00:00:00'), '2026-06-30T22:00:00.000Z')
})

test('An hour that is left out in spring is taken for the one after it', () => {
  assert.equal(timeIn('Europe/Berlin', instantOf('Europe/Berlin', '2026-03-29 02:30:00')), '2026-03-29 03:30:00')
})

test('What the clocks show leads back to what they show, whatever the zone', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia')
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
  fc.assert(
    fc.property(zones, seconds, (zone, second) => {
      const time = timeIn(zone, new Date(second * 1000).toISOString())
      assert.equal(timeIn(zone, instantOf(zone, time)), time)
    }),
  )
})
