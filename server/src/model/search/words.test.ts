import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold } from '../text.ts'
import { isNumber } from './similarity.ts'
import { cut, squeezed, wordsIn } from './words.ts'

const words = (text: string) => wordsIn(fold(text))

test('words are runs of letters and digits, each once', () => {
  assert.deepEqual(words('Hexagon bolt, M8 × 40 (zinc); bolt'), ['hexagon', 'bolt', 'm8', '40', 'zinc'])
  assert.deepEqual(words(' -- % _ '), [])
  assert.deepEqual(words('einkauf@nordlicht.example'), ['einkauf', 'nordlicht', 'example'])
})

test('case and accents do not matter', () => {
  assert.deepEqual(words('Œuvre für ZÜRICH ﬁne ΒΑΣΙΛΗΣ'), ['œuvre', 'fur', 'zurich', 'fine', 'βασιλησ'])
})

test('leading zeros do not matter', () => {
  assert.deepEqual(words('SO-2026-00042'), ['so', '2026', '42'])
  assert.deepEqual(words('000 007x 0x'), ['0', '7x', '0x'])
})

test('every Han character is a word', () => {
  assert.deepEqual(words('日本語 テスト ok漢字'), ['日', '本', '語', 'テスト', 'ok', '漢', '字'])
})

test('a word with four digits is a number', () => {
  assert.deepEqual(['m8x40', 'din933', '2026', 'ab12cd34', '٤٧١١'].map(isNumber), [false, false, true, true, true])
})

test('the same name is the same whatever its spaces', () => {
  assert.equal(squeezed('  Hexagon\t\n BOLT '), 'hexagon bolt')
})

test('long texts are cut, and never in the middle of a character', () => {
  assert.equal(cut('abc', 3), 'abc')
  assert.equal(cut('ab😀', 3), 'ab')
  assert.equal(wordsIn('𝒳'.repeat(50))[0]!.isWellFormed(), true)
  assert.equal(wordsIn(Array.from({ length: 300 }, (_, index) => `w${index}`).join(' ')).length, 100)
})

test('words of words are the same words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const once = words(text)
      assert.deepEqual(wordsIn(once.join(' ')), once)
      for (const word of once) assert.ok(word !== '' && word.isWellFormed(), word)
    }),
  )
})
