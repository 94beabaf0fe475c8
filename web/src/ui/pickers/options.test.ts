import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestFirst, matching, type Option } from './options.ts'

const option = (id: string, label: string, code?: string): Option => ({ id, label, code })
const ids = (options: readonly Option[]) => options.map(({ id }) => id)

const COUNTRIES = [
  option('DZ', 'Algeria'),
  option('AT', 'Österreich'),
  option('DE', 'Germany'),
  option('NE', 'Niger'),
  option('NG', 'Nigeria'),
  option('SE', 'Sweden'),
]
const ITEMS = [
  option('itm_3', 'Axle 10', 'AX-110'),
  option('itm_2', 'Axle', 'AX-11'),
  option('itm_1', 'Short axle', 'AX-1'),
]

test('an exact id or code comes first, then the name itself, then beginnings, then parts', () => {
  assert.deepEqual(ids(matching(COUNTRIES, 'de')), ['DE', 'SE'])
  assert.deepEqual(ids(matching(COUNTRIES, 'niger')), ['NE', 'NG'])
  assert.deepEqual(ids(matching(COUNTRIES, 'ger')), ['DE', 'DZ', 'NE', 'NG'])
  assert.deepEqual(ids(matching(ITEMS, 'ax-1')), ['itm_1', 'itm_3', 'itm_2'])
  assert.deepEqual(ids(matching(ITEMS, 'axle')), ['itm_2', 'itm_3', 'itm_1'])
  assert.deepEqual(ids(matching(ITEMS, 'itm_2')), ['itm_2'])
})

test('case and accents do not matter', () => {
  assert.deepEqual(ids(matching(COUNTRIES, 'OSTER')), ['AT'])
  assert.deepEqual(ids(matching(COUNTRIES, 'öster')), ['AT'])
})

test('several words may stand apart', () => {
  assert.deepEqual(ids(matching(ITEMS, 'short ax-1')), ['itm_1'])
})

test('no text leaves all options in their order, and a text that matches none leaves none', () => {
  assert.deepEqual(ids(matching(COUNTRIES, ' ')), ids(COUNTRIES))
  assert.deepEqual(matching(COUNTRIES, 'wxyz'), [])
})

test('of what the server has found nothing is left out, but an exact name moves to the top', () => {
  assert.deepEqual(ids(bestFirst(ITEMS, 'ax-1')), ['itm_1', 'itm_3', 'itm_2'])
  assert.deepEqual(ids(bestFirst(ITEMS, 'wxyz')), ids(ITEMS))
})
