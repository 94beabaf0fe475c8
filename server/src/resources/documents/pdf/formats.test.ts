import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatsIn, oneLine, paragraph } from './formats.ts'

const { money: moneyFormats, quantity, percent, date, address: addressLines } = formatsIn('en')
const german = formatsIn('de')
const NOWHERE = { street: null, city: null, state: null, zipCode: null, country: null }

test('an amount has the decimals of its currency', () => {
  assert.equal(moneyFormats('EUR').amount(1234567.5), '€1,234,567.50')
  assert.equal(moneyFormats('USD').amount(0.1), '$0.10')
  assert.equal(moneyFormats('JPY').amount(108017940), '¥108,017,940')
  assert.equal(moneyFormats('KWD').amount(1.5), 'KWD\u00a01.500')
  assert.equal(moneyFormats('CHF').amount(99_999_999_999.99), 'CHF\u00a099,999,999,999.99')
})

test('what is taken off carries a minus, and zero none', () => {
  assert.equal(moneyFormats('EUR').amount(-12.3), '−€12.30')
  assert.equal(moneyFormats('EUR').amount(-0), '€0.00')
})

test('a rate shows up to four decimals, and never fewer than its currency has', () => {
  assert.equal(moneyFormats('EUR').rate(0.0125), '€0.0125')
  assert.equal(moneyFormats('EUR').rate(19.9), '€19.90')
  assert.equal(moneyFormats('EUR').rate(20), '€20.00')
  assert.equal(moneyFormats('JPY').rate(33.5), '¥33.5')
  assert.equal(moneyFormats('JPY').rate(1200), '¥1,200')
})

test('quantities and percents have no trailing zeros', () => {
  assert.deepEqual([2, 2.5, 0.125, 1000, 10.1, 0.0001].map(quantity), ['2', '2.5', '0.125', '1,000', '10.1', '0.0001'])
  assert.deepEqual([19, 7.5, 0, 12.3456].map(percent), ['19%', '7.5%', '0%', '12.3456%'])
})

test('a date cannot be mistaken for another, and does not move with the time zone', () => {
  assert.equal(date('2026-05-04'), '4 May 2026')
  assert.equal(date('2028-02-29'), '29 Feb 2028')
  assert.equal(date('1900-01-01'), '1 Jan 1900')
})

test('an address is written in the order of its country, without gaps', () => {
  const hamburg = { street: 'Hafenstraße 12', city: 'Hamburg', state: null, zipCode: '20457', country: 'DE' }
  const portland = { street: '1 Main Street', city: 'Portland', state: 'OR', zipCode: '97201', country: 'US' }
  assert.deepEqual(addressLines(hamburg), ['Hafenstraße 12', '20457 Hamburg', 'Germany'])
  assert.deepEqual(addressLines(portland), ['1 Main Street', 'Portland, OR 97201', 'United States'])
  assert.deepEqual(addressLines({ ...NOWHERE, city: 'Pristina', country: 'XK' }), ['Pristina', 'Kosovo'])
  assert.deepEqual(addressLines({ ...NOWHERE, state: 'OR' }), ['OR'])
  assert.deepEqual(addressLines({ ...NOWHERE, country: 'somewhere' }), ['somewhere'])
  assert.deepEqual(addressLines({ ...NOWHERE, street: ' \n ' }), [])
  assert.deepEqual(addressLines(NOWHERE), [])
  assert.deepEqual(addressLines(null), [])
})

test('a name stays on one line, and a note keeps its lines', () => {
  assert.equal(oneLine('  Bolt\r\n\tM8 '), 'Bolt M8')
  assert.equal(oneLine(null), '')
  assert.equal(paragraph(' first\n\r\nsecond\tword\u2028third \n'), 'first\n\nsecond    word\nthird')
  assert.equal(paragraph(null), '')
})

test('accents are joined to their letters, however they were typed', () => {
  assert.equal(oneLine('Łódź'.normalize('NFD')), 'Łódź')
  assert.equal(paragraph('Ünïcode'.normalize('NFD')), 'Ünïcode')
})

test('German has commas for decimals, the currency behind the amount, and dates in digits', () => {
  assert.equal(german.money('EUR').amount(1234.5), '1.234,50\u00a0€')
  assert.equal(german.money('EUR').amount(-12.3), '−12,30\u00a0€')
  assert.equal(german.money('EUR').rate(0.0125), '0,0125\u00a0€')
  assert.equal(german.money('JPY').amount(1200), '1.200\u00a0¥')
  assert.equal(german.quantity(1000.125), '1.000,125')
  assert.equal(german.percent(7.5), '7,5\u00a0%')
  assert.equal(german.date('2026-01-31'), '31.01.2026')
  assert.deepEqual(german.address({ ...NOWHERE, city: 'Wien', zipCode: '1010', country: 'AT' }), [
    '1010 Wien',
    'Österreich',
  ])
})
