import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scoreOf, wantedBy } from './score.ts'
import { squeezed } from './words.ts'

/** The score of a record of which these are the name, the code and what else can be searched. */
const score = (query: string, name: string, code = '', more = '') => {
  const names = [name, code].map(squeezed).filter((text) => text !== '')
  return scoreOf(wantedBy(query), names, [...names, squeezed(more)])
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', 'C', '1', '0', ' ', '-', '日'), maxLength: 20 })

test('a score is a number from 0 to 1 with at most four decimals', () => {
  fc.assert(
    fc.property(text, text, text, text, (query, name, code, more) => {
      const value = score(query, name, code, more)
      assert.ok(value >= 0 && value <= 1, `${value}`)
      assert.equal(value, Number(value.toFixed(4)))
    }),
  )
})

test('a score is 1 if the name or the code equals the query, whatever case, accents and spaces, and never otherwise', () => {
  assert.equal(score(' HEXAGON  bolt', 'Hexägon bolt'), 1)
  assert.equal(score('bolt-m8', 'Hexagon bolt', 'BOLT-M8'), 1)
  assert.ok(score('bolt m8', 'Hexagon bolt', 'BOLT-M8') < 1)
  const long = 'x'.repeat(150)
  assert.ok(score(`${long} a`, `${long} b`) < 1)
  fc.assert(
    fc.property(text, text, text, (query, name, code) => {
      const isExact = [name, code].map(squeezed).some((candidate) => candidate !== '' && candidate === squeezed(query))
      assert.equal(score(query, name, code) === 1, isExact)
    }),
  )
})

test('better kinds of matches score higher, however many other words there are', () => {
  const crowd = Array.from({ length: 60 }, (_, index) => `other${index}`).join(' ')
  const ways = [
    ['hexagon'],
    ['hexagon x', `hexagon ${'x'.repeat(150)}`],
    ['a hexagon', `a hexagon ${crowd}`],
    ['a hexagons', `a hexagon${'s'.repeat(30)} ${crowd}`],
    ['xhexagon', `x-hexahexagon${'s'.repeat(20)} ${crowd}`],
    ['hexagn', `a hexagn ${crowd}`],
  ].map((names) => names.map((name) => score('hexagon', name)))
  for (const [index, better] of ways.slice(0, -1).entries())
    assert.ok(Math.min(...better) > Math.max(...ways[index + 1]!), `${better} must be above ${ways[index + 1]}`)
  assert.ok(ways.flat().every((value) => value > 0))
})

test('every word must be there, in any order', () => {
  assert.equal(score('bolt hexagon', 'Zinc hexagon bolt'), score('hexagon bolt', 'Zinc hexagon bolt'))
  assert.equal(score('bolt hexagon', 'Hexagon bolt'), 0.88)
  assert.ok(score('zinc bolt', 'Hexagon bolt', 'Z-1', 'zinc') > 0)
  assert.equal(score('hexagon copper', 'Hexagon bolt'), 0)
})

test('the fewer other words, the better', () => {
  assert.ok(score('bolt', 'A bolt') > score('bolt', 'A hexagon bolt'))
  assert.ok(score('bo', 'Bolt') > score('bo', 'Bolt of steel'))
})

test('an empty query finds nothing', () => {
  for (const query of ['', ' ', '%', '\u0301']) assert.equal(score(query, 'Hexagon bolt'), 0, query)
  assert.equal(score('%', '%'), 1)
  assert.ok(score('50%', '50% off') > 0.9)
})
