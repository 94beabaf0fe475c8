import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { slipsAllowed, slipsBetween } from './similarity.ts'
import { Dictionary } from './words.ts'

const ALL = 10_000

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 1, maxLength: 10 })
const vocabulary = fc.uniqueArray(word, { minLength: 1, maxLength: 60 })

function dictionaryOf(words: readonly string[]): Dictionary {
  const dictionary = new Dictionary()
  for (const each of words) dictionary.add(each)
  return dictionary
}

const shortestFirst = (words: readonly string[]) => [...words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))

/** Letters left out, put in, exchanged and swapped, one after the other. */
function spoilt(text: string, seed: readonly number[]): string {
  return seed.reduce((spoiled, number) => {
    const at = Math.floor(number / 4) % Math.max(1, spoiled.length)
    const [before, after] = [spoiled.slice(0, at), spoiled.slice(at)]
    if (number % 4 === 0) return before + after.slice(1)
    if (number % 4 === 1) return `${before}x${after}`
    if (number % 4 === 2) return `${before}x${after.slice(1)}`
    return before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2)
  }, text)
}

test('the dictionary finds words that start with the text, the shortest first', () => {
  fc.assert(
    fc.property(vocabulary, word, fc.integer({ min: 1, max: 5 }), (words, start, max) => {
      const right = shortestFirst(words.filter((each) => each.startsWith(start) && each !== start))
      assert.deepEqual(dictionaryOf(words).beginningWith(start, ALL), right)
      assert.deepEqual(dictionaryOf(words).beginningWith(start, max), right.slice(0, max))
    }),
  )
})

test('the dictionary finds words that contain the text further in', () => {
  fc.assert(
    fc.property(vocabulary, word, (words, part) => {
      const right = words.filter((each) => part.length >= 3 && each.includes(part) && !each.startsWith(part))
      assert.deepEqual(dictionaryOf(words).containing(part, ALL), shortestFirst(right))
    }),
  )
})

test('the dictionary finds every word that the text may be a misspelling of, the best first', () => {
  fc.assert(
    fc.property(vocabulary, fc.nat(), fc.array(fc.nat(200), { maxLength: 2 }), (words, which, seed) => {
      const asked = spoilt(words[which % words.length]!, seed)
      const allowed = slipsAllowed(asked)
      const slipsOf = (each: string) => slipsBetween(asked, each, allowed)
      const right = allowed === 0 ? [] : words.filter((each) => slipsOf(each) <= allowed)
      const found = dictionaryOf(words).meantBy(asked, ALL)
      assert.deepEqual(
        found.slice(0, right.length),
        shortestFirst(right).sort((a, b) => slipsOf(a) - slipsOf(b)),
        asked,
      )
      for (const each of found.slice(right.length)) {
        assert.ok(slipsBetween(asked, each.slice(0, asked.length), 1) <= 1, `${asked} and the beginning of ${each}`)
      }
    }),
    { numRuns: 2000 },
  )
})

test('the dictionary finds a word even if only swapped letters differ', () => {
  const dictionary = dictionaryOf(['abcd', 'abcdefgh', 'other'])
  assert.deepEqual(dictionary.meantBy('acbd', ALL), ['abcd'])
  assert.deepEqual(dictionary.meantBy('abdcegfh', ALL), ['abcdefgh'])
  assert.deepEqual(dictionary.meantBy('acbdegfh', ALL), ['abcdefgh'])
})

test('the dictionary finds words whatever the order of their insertion, and while others are inserted', () => {
  const words = Array.from({ length: 200 }, (_, index) => `w${(index * 77) % 200}`)
  const dictionary = new Dictionary()
  for (const [index, each] of words.entries()) {
    dictionary.add(each)
    dictionary.add(each)
    assert.equal(dictionary.size, index + 1)
    if (index % 60 === 5) dictionary.beginningWith('w', 1)
  }
  assert.deepEqual(dictionary.beginningWith('w1', ALL), shortestFirst(words.filter((each) => /^w1./.test(each))))
  assert.ok(dictionary.has('w199'))
  assert.ok(!dictionary.has('w200'))
})
