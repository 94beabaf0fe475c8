import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold, foldCase, isPlainText, sortKeyOf, wordsOf } from './text.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 20 })
const latin = fc.stringMatching(/^[A-Za-zÀ-ÖØ-Þà-öø-þ0-9 -]{0,20}$/)

test('folding takes away case and accents', () => {
  for (const [text, folded] of [
    ['Ünïcode ﬁ', 'unicode fi'],
    ['CAFÉ', 'cafe'],
    ['e\u0301', 'e'],
    ['Ångström', 'angstrom'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
    ['½ ² ①', '1⁄2 2 1'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['', ''],
  ] as const) {
    assert.equal(fold(text), folded)
  }
})

test('folding takes away case alone where accents matter', () => {
  assert.equal(foldCase('BOLT-É'), 'bolt-é')
  assert.notEqual(foldCase('Café'), foldCase('Cafe'))
})

test('how an accent is encoded makes no difference', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(fold(text.normalize('NFD')), fold(text.normalize('NFC')))
      assert.equal(foldCase(text.normalize('NFD')), foldCase(text.normalize('NFC')))
    }),
  )
})

test('upper and lower case make no difference', () => {
  fc.assert(
    fc.property(latin, (text) => {
      assert.equal(foldCase(text.toUpperCase()), foldCase(text.toLowerCase()))
      assert.equal(fold(text.toUpperCase()), fold(text.toLowerCase()))
    }),
  )
})

test('upper and lower case make no difference either where only one of them is a single character', () => {
  for (const lower of ['ǰ', 'ᾶ', 'ẖ']) assert.equal(foldCase(lower.toUpperCase()), foldCase(lower))
})

test('what is folded already stays as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(fold(fold(text)), fold(text))
      assert.equal(foldCase(foldCase(text)), foldCase(text))
    }),
  )
})

test('folding the parts and folding the whole agree, so that a word is found inside a text', () => {
  fc.assert(
    fc.property(latin, latin, latin, (before, word, after) => {
      assert.ok(fold(`${before}${word}${after}`).includes(fold(word)))
    }),
  )
})

test('words are folded, separate and different', () => {
  assert.deepEqual(wordsOf('  Bolt\tM8 BOLT\n\u00A0böLt '), ['bolt', 'm8'])
  assert.deepEqual(wordsOf(''), [])
  assert.deepEqual(wordsOf(' \n '), [])
})

test('sort keys put texts in alphabetical order, and equal letters by code point', () => {
  const inOrder = ['', 'A', 'a', 'Ä', 'ä', 'ab', 'B', 'ss', 'ß', 'ssa', 'z']
  assert.deepEqual(
    inOrder.toSorted((one, other) => Buffer.compare(Buffer.from(sortKeyOf(one)), Buffer.from(sortKeyOf(other)))),
    inOrder,
  )
})

test('sort keys are the same for the same text only, and fit into an index however long folding makes them', () => {
  const plain = fc.string({ unit: 'grapheme', maxLength: 255 }).filter(isPlainText)
  fc.assert(fc.property(plain, plain, (one, other) => (sortKeyOf(one) === sortKeyOf(other)) === (one === other)))
  for (const letter of ['\uFDFA', 'ß', '😀', 'ﬃ']) // the first becomes 18 letters
    assert.ok(Buffer.byteLength(sortKeyOf(letter.repeat(255))) < 1900, letter)
})
