import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inEnglish } from './message.ts'
import { didYouMean, nearest } from './nearest.ts'

const known = ['itemCode', 'itemName', 'category', 'sellingPrice', 'costPrice', 'uom']

test('a misspelling suggests the name that was meant', () => {
  for (const [typo, meant] of [
    ['itemcode', 'itemCode'],
    ['item_code', 'itemCode'],
    ['itmeName', 'itemName'],
    ['Catagory', 'category'],
    ['sellingPrise', 'sellingPrice'],
    ['sellPrice', 'sellingPrice'],
    ['uon', 'uom'],
  ] as const) {
    assert.equal(nearest(typo, known), meant)
  }
})

test('a text that resembles no name has no suggestion', () => {
  for (const stranger of ['warpDriveFactor', 'zzzzzzzz', 'x'.repeat(5000), '']) {
    assert.equal(nearest(stranger, known), undefined)
  }
  assert.equal(nearest('itemCode', []), undefined)
})

test('a correct name suggests itself, in whatever case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), (name) => {
      for (const cased of [name, name.toUpperCase(), name.toLowerCase()]) assert.equal(nearest(cased, known), name)
    }),
  )
})

test('a text with one wrong, missing or doubled letter suggests the correct name', () => {
  const place = fc.nat(7)
  fc.assert(
    fc.property(fc.constantFrom('itemCode', 'category', 'sellingPrice', 'costPrice'), place, (name, index) => {
      const [before, letter, after] = [name.slice(0, index), name[index], name.slice(index + 1)]
      assert.equal(nearest(`${before}#${after}`, known), name)
      assert.equal(nearest(before + after, known), name)
      assert.equal(nearest(before + letter + letter + after, known), name)
    }),
  )
})

test('a suggestion is a known name or undefined', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const found = nearest(name, known)
      assert.ok(found === undefined || known.includes(found))
    }),
  )
})

test('a suggestion is worded as a question', () => {
  assert.equal(inEnglish(didYouMean('itemcode', known)), ' Did you mean "itemCode"?')
  assert.equal(inEnglish(didYouMean('warpDriveFactor', known)), '')
})
