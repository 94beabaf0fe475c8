import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressLines } from './address.ts'

const linesOf = (country: string | null, city: string, zipCode: string | null, state: string | null = null) =>
  addressLines({ street: 'Street 1', city, state, zipCode, country }).slice(1)

test('the place is written as its country does', () => {
  assert.deepEqual(linesOf('DE', 'Hamburg', '22767', 'Hamburg'), ['22767 Hamburg'])
  assert.deepEqual(linesOf('DE', 'München', '80331', 'Bayern'), ['80331 München'])
  assert.deepEqual(linesOf('IT', 'Milano', '20121', 'MI'), ['20121 Milano MI'])
  assert.deepEqual(linesOf('US', 'Portland', '97201', 'OR'), ['Portland, OR 97201'])
  assert.deepEqual(linesOf('us', 'Portland', '97201', null), ['Portland, 97201'])
  assert.deepEqual(linesOf('CA', 'Toronto', 'M5V 2T6', 'ON'), ['Toronto ON M5V 2T6'])
  assert.deepEqual(linesOf('GB', 'London', 'SW1A 1AA'), ['London', 'SW1A 1AA'])
  assert.deepEqual(linesOf('BR', 'São Paulo', '01310-100', 'SP'), ['São Paulo - SP', '01310-100'])
  assert.deepEqual(linesOf('IN', 'Pune', '411001', 'Maharashtra'), ['Pune 411001', 'Maharashtra'])
})

test('a missing part leaves no sign behind', () => {
  assert.deepEqual(linesOf('US', '', '97201', 'OR'), ['OR 97201'])
  assert.deepEqual(linesOf('US', 'Portland', null, 'OR'), ['Portland, OR'])
  assert.deepEqual(linesOf('DE', 'Hamburg', null), ['Hamburg'])
  assert.deepEqual(linesOf('BR', '', null, 'SP'), ['SP'])
  assert.deepEqual(addressLines({}), [])
})

test('without a known country, a state decides where the zip code stands', () => {
  assert.deepEqual(linesOf(null, 'Berlin', '10115', 'Berlin'), ['10115 Berlin'])
  assert.deepEqual(linesOf(null, 'Portland', '97201', 'OR'), ['Portland, OR 97201'])
  assert.deepEqual(linesOf('XX', 'Somewhere', '1', null), ['1 Somewhere'])
})

test('a place that is told by its state alone keeps it', () => {
  assert.deepEqual(addressLines({ state: 'Bayern', country: 'DE' }), ['Bayern'])
})
