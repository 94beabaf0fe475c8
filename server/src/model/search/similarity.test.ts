import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { similarity, slipsAllowed, slipsBetween } from './similarity.ts'

const MORE_THAN_ANY = 100
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 12 })

test('slips are letters left out, put in, exchanged, or swapped with their neighbour', () => {
  const cases: readonly [string, string, number][] = [
    ['bolt', 'bolt', 0],
    ['bolt', 'bot', 1],
    ['bolt', 'boltt', 1],
    ['bolt', 'belt', 1],
    ['bolt', 'blot', 1],
    ['hexagon', 'hxeagno', 2],
    ['bolt', 'screw', 5],
    ['', 'ab', 2],
  ]
  for (const [a, b, slips] of cases) assert.equal(slipsBetween(a, b, MORE_THAN_ANY), slips, `${a} ${b}`)
})

test('slips are the same in both directions', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      assert.equal(slipsBetween(a, b, max), slipsBetween(b, a, max))
    }),
  )
})

test('more slips than are allowed count as one too many', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      assert.equal(slipsBetween(a, b, max), Math.min(max + 1, slipsBetween(a, b, MORE_THAN_ANY)))
    }),
  )
})

test('short words and numbers are never misspelt', () => {
  assert.deepEqual(['m8', 'nut', 'bolt', 'hexagon', 'hexagons', '20260042'].map(slipsAllowed), [0, 0, 1, 1, 2, 0])
  assert.equal(similarity('2026', '2027'), 0)
  assert.equal(similarity('nut', 'net'), 0)
})

test('similarity is 1 for the same word and for no other, and never leaves 0 to 1', () => {
  fc.assert(
    fc.property(word, word, (asked, other) => {
      const value = similarity(asked, other)
      assert.ok(value >= 0 && value <= 1)
      assert.equal(value === 1, asked === other)
    }),
  )
})

test('a better kind of match is more similar, whatever the words', () => {
  const asked = 'hexagon'
  const ways = [['hexagon'], ['hexagons', `hexagon${'x'.repeat(33)}`], ['xhexagon', `x${asked}${'y'.repeat(32)}`]]
  const slipped = [['hexagn', 'hexxagon', 'hexigon', 'hxeagon'], ['hexxgonal']]
  const values = [...ways, ...slipped].map((words) => words.map((other) => similarity(asked, other)))
  for (const [index, better] of values.slice(0, -1).entries())
    assert.ok(Math.min(...better) > Math.max(...values[index + 1]!), `${better} must be above ${values[index + 1]}`)
  assert.ok(values.flat().every((value) => value > 0))
})

test('one slip counts for more than two', () => {
  assert.ok(similarity('hexagonal', 'hexagnal') > similarity('hexagonal', 'hexgnal'))
  assert.equal(similarity('hexagonal', 'hexgnl'), 0)
})
