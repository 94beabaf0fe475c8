import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPattern, numberFrom, seriesOf } from './numbering.ts'

test('a number has five digits unless the pattern says otherwise, and more when it grows', () => {
  assert.equal(numberFrom('SO-{year}-{number}', '2026', 1), 'SO-2026-00001')
  assert.equal(numberFrom('SO-{year}-{number}', '2026', 123_456), 'SO-2026-123456')
  assert.equal(numberFrom('{number:7}', '2026', 42), '0000042')
  assert.equal(numberFrom('{number:1}', '2026', 42), '42')
  assert.equal(numberFrom('{year}{year}/{number:2}', '2026', 3), '20262026/03')
})

test('a pattern that shows the year begins again with it; one that does not goes on', () => {
  assert.notEqual(seriesOf('A{year}-{number}', '2026'), seriesOf('A{year}-{number}', '2027'))
  assert.equal(seriesOf('A-{number}', '2026'), seriesOf('A-{number}', '2027'))
})

test('patterns that would give the same numbers count together', () => {
  assert.equal(seriesOf('A-{year}-{number}', '2026'), seriesOf('A-2026-{number}', '2026'))
  assert.equal(seriesOf('A-{number}', '2026'), seriesOf('A-{number:5}', '2026'))
  assert.notEqual(seriesOf('A-{number}', '2026'), seriesOf('B-{number}', '2026'))
})

test('a pattern holds {number} once, {year} any number of times, and no other braces', () => {
  for (const pattern of ['{number}', 'SO-{year}-{number}', '{number:12}', '{year}{year}{number}', 'Ä {number:3} ü']) {
    assert.ok(isPattern(pattern), pattern)
  }
  for (const pattern of [
    '',
    'SO',
    '{year}',
    '{number}{number}',
    '{number:}',
    '{number:123}',
    '{Number}',
    '{month}{number}',
    '{number}}',
    '{{number}',
  ]) {
    assert.ok(!isPattern(pattern), pattern)
  }
})
