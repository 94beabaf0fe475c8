import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { didYouMean, nearest } from './nearest.ts'

const known = ['itemCode', 'itemName', 'category', 'sellingPrice', 'costPrice', 'uom']

test('a misspelling leads to what was meant', () => {
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

test('what resembles nothing leads nowhere', () => {
  for (const stranger of ['warpDriveFactor', 'zzzzzzzz', 'x'.repeat(5000), '']) {
    assert.equal(nearest(stranger, known), undefined)
  }
  assert.equal(nearest('itemCode', []), undefined)
})

test('the right name leads to itself, in whatever case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), (name) => {
      for (const cased of [name, name.toUpperCase(), name.toLowerCase()]) assert.equal(nearest(cased, known), name)
    }),
  )
})

test('one wrong, missing or doubled letter still leads to the right name', () => {
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

test('the answer is a known name or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const found = nearest(name, known)
      assert.ok(found === undefined || known.includes(found))
    }),
  )
})

test('it reads as a question', () => {
  assert.equal(didYouMean('itemcode', known), ' Did you mean "itemCode"?')
  assert.equal(didYouMean('warpDriveFactor', known), '')
})
