import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_CODES } from './countries.ts'
import { profiledCountries, profileOf } from './country-profiles.ts'

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

test('every profile is of a known country, with a currency, a rate and a format that exist', () => {
  for (const country of profiledCountries) {
    const { currency, taxRate, format } = profileOf(country)!
    assert.ok(COUNTRY_CODES.has(country), country)
    assert.ok(Intl.supportedValuesOf('currency').includes(currency), country)
    assert.ok(taxRate >= 0 && taxRate < 30, country)
    assert.equal(new Intl.NumberFormat(format).resolvedOptions().locale, format)
  }
})

test('all countries of the European Union have a profile, each with a rate of at least 15 %', () => {
  for (const country of EU) assert.ok(profileOf(country)!.taxRate >= 15, country)
})

test('a company in Germany begins with German documents and 19 %, and one elsewhere with its own rate', () => {
  const german = { currency: 'EUR', taxRate: 19, language: 'de', uom: 'Stk', format: 'de-DE' }
  assert.deepEqual(profileOf('DE'), german)
  assert.deepEqual([profileOf('CH')!.taxRate, profileOf('CH')!.currency], [8.1, 'CHF'])
  assert.deepEqual([profileOf('US')!.taxRate, profileOf('US')!.language], [0, 'en'])
  assert.equal(profileOf('AQ'), undefined)
  assert.equal(profileOf(null), undefined)
})
