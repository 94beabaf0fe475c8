import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signatureOf } from './words.ts'

const has = (whole: number, part: number) => (BigInt(whole) & BigInt(part)) === BigInt(part)
const word = (number: number) => `word${number.toString(36)}`

test('the signature of several words has all bits of each of them, in any order', () => {
  const words = ['bolt', 'steel', 'm8', '東京', 'für', '4711']
  const whole = signatureOf(words)
  for (const one of words) assert.ok(has(whole, signatureOf([one])), one)
  assert.equal(signatureOf(words.toReversed()), whole)
  assert.equal(signatureOf([...words, 'bolt']), whole)
  assert.equal(signatureOf([]), 0)
})

test('any number of words fits into six bytes', () => {
  const all = signatureOf(Array.from({ length: 1000 }, (_, number) => word(number)))
  assert.equal(all, 2 ** 47 - 1)
})

test('a word that is missing shows in nine of ten records', () => {
  let similar = 0
  for (let record = 0; record < 1000; record++) {
    const words = Array.from({ length: 7 }, (_, number) => word(record * 7 + number))
    if (has(signatureOf(words), signatureOf([`missing${record}`]))) similar++
  }
  assert.ok(similar < 100, String(similar))
})

test('signatures are stored, so they stay the same in every version', () => {
  assert.equal(signatureOf(['bolt', 'steel']), 35_770_637_221_888)
})
