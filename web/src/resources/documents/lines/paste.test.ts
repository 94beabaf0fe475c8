import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTable, parseTable, readNumber } from './paste.ts'

test('what has tabs or several lines is a table; words and a last line break are not', () => {
  assert.deepEqual(['BOLT\t2', 'BOLT\nNUT', 'BOLT', 'BOLT\n', 'hexagon bolt'].map(isTable), [
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a row is an item, how many, at what price, with what discount; what is missing is usual', () => {
  const { rows, unreadable } = parseTable('BOLT\t2\t1.50\t10%\r\nNUT\r\n\r\nPIN\t3\n', 'en-GB')
  assert.deepEqual(rows, [
    { number: 1, text: 'BOLT', quantity: 2, rate: 1.5, discount: 10 },
    { number: 2, text: 'NUT', quantity: 1, rate: null, discount: 0 },
    { number: 4, text: 'PIN', quantity: 3, rate: null, discount: 0 },
  ])
  assert.deepEqual(unreadable, [])
})

test('a heading is not taken for an item', () => {
  assert.deepEqual(
    parseTable('Item\tQuantity\nBOLT\t2', 'en-GB').rows.map(({ text }) => text),
    ['BOLT'],
  )
})

test('a row with a number that cannot be read is told, not guessed', () => {
  const { rows, unreadable } = parseTable('BOLT\t2\nNUT\tmany\t3', 'en-GB')
  assert.deepEqual([rows.length, unreadable], [1, [{ number: 2, text: 'NUT many 3' }]])
})

test('numbers are read as spreadsheets of many lands write them', () => {
  const english = ['1,234.50 €', '$1,234', '1.5', '.5', '15 %', '1,5', '', '2,000,000', "1'234.5"]
  assert.deepEqual(
    english.map((text) => readNumber(text, 'en-GB')),
    [1234.5, 1234, 1.5, 0.5, 15, 1.5, null, 2000000, 1234.5],
  )
  const german = ['1.234,50 €', '1.234', '1,5', '1.5', '1\u00a0234,5', 'EUR 3,20']
  assert.deepEqual(
    german.map((text) => readNumber(text, 'de-DE')),
    [1234.5, 1234, 1.5, 1.5, 1234.5, 3.2],
  )
  for (const text of ['many', '1.2.3,4,5', '-4', '1-2']) assert.ok(Number.isNaN(readNumber(text, 'en-GB')), text)
})
