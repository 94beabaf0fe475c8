import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFormat } from './format.ts'
import { FORMATS } from './format-preferences.ts'
import { exampleNumber, parseNumber } from './parse-number.ts'

/** What browsers may ask for besides the formats that the preferences offer. */
const LOCALES = [...FORMATS, 'en', 'de', 'en-CA', 'en-IE', 'en-IN', 'en-NZ', 'en-ZA', 'de-LI', 'de-LU']

const assertMeanings = (locales: readonly string[], meanings: Readonly<Record<string, number>>) => {
  for (const locale of locales)
    for (const [text, number] of Object.entries(meanings))
      assert.equal(parseNumber(text, locale), number, `${text}, ${locale}`)
}

test('in English the comma separates groups of three digits, and the point divides', () => {
  assertMeanings(['en-GB', 'en-US'], {
    '1,250.00': 1250,
    '1,250': 1250,
    '1.250': 1.25,
    '12,500': 12_500,
    '1,234,567.89': 1_234_567.89,
    '1,5': 1.5,
    '1,25': 1.25,
    '1,2345': 1.2345,
    '0,125': 0.125,
    '1234,567': 1234.567,
  })
})

test('in German the point separates groups of three digits, and the comma divides', () => {
  assertMeanings(['de-DE', 'de-AT', 'de-LU'], {
    '1.250,00': 1250,
    '1.250': 1250,
    '1.234': 1234,
    '1,250': 1.25,
    '1.234.567,89': 1_234_567.89,
    '1.5': 1.5,
    '19.90': 19.9,
    '0.125': 0.125,
  })
})

test('in Swiss German apostrophes separate groups, and the point divides', () => {
  assertMeanings(['de-CH', 'de-LI'], {
    '1’234.50': 1234.5,
    "1'234.50": 1234.5,
    "1'234'567": 1_234_567,
    '1.234': 1.234,
    '1,5': 1.5,
    '1,250': 1250,
    '1,250.00': 1250,
  })
})

test('in India groups before the last have two digits, elsewhere three', () => {
  assertMeanings(['en-IN'], { '12,34,567.5': 1_234_567.5, '1,250': 1250 })
  assert.equal(parseNumber('12,34,567.5', 'en-GB'), undefined)
})

test('blanks, apostrophes, signs around a number and the last of two different signs mean the same in every format', () => {
  assertMeanings(LOCALES, {
    '0': 0,
    '007': 7,
    '5': 5,
    '5.': 5,
    '5,': 5,
    '.5': 0.5,
    ',5': 0.5,
    '-0': 0,
    '-5': -5,
    '−1,5': -1.5,
    '+5': 5,
    '1 250,00': 1250,
    '1\u00a0250.00': 1250,
    '1\u202f250': 1250,
    '1’234.50': 1234.5,
    "1'234,50": 1234.5,
    '1.250,00': 1250,
    '1,250.00': 1250,
    '1.234.567': 1_234_567,
    '1,234,567': 1_234_567,
    ' 1,250.00 € ': 1250,
    '€1,250.00': 1250,
    '-€5': -5,
    'EUR 3,20': 3.2,
    '19 %': 19,
    '19%': 19,
  })
})

test('what is not a number is refused in every format', () => {
  const texts = ['', ' ', '-', '.', ',', '€', 'abc', '1e3', '2*3', '1-2', '--5', '5-', '1..5', '1,,5', '12 34', "1'23"]
  texts.push(
    '1,25.00',
    '1.25,00',
    '1,2,3',
    '1.2.3',
    '1.2.3,4,5',
    '1,250,00',
    '1 234,567,890.5',
    '1,234 567',
    '٥',
    '5 kg',
  )
  texts.push('0x1F', 'Infinity', 'NaN', '1 2', '5%3', '5€3', '5 EURO', 'EUR')
  for (const locale of LOCALES)
    for (const text of texts) assert.equal(parseNumber(text, locale), undefined, `${text}, ${locale}`)
})

test('a number as the interface writes it is read as the same number, in every format', () => {
  const formats = new Map(LOCALES.map((locale) => [locale, createFormat(locale, 'EUR', 'UTC')]))
  const tenThousandths = fc.oneof(fc.integer(), fc.integer({ min: -9e15, max: 9e15 }))
  fc.assert(
    fc.property(fc.constantFrom(...LOCALES), tenThousandths, (locale, units) => {
      const number = units === 0 ? 0 : units / 10_000
      const { number: plain, money, percent } = formats.get(locale)!
      for (const written of [plain(number), money(number), percent(number)])
        assert.equal(parseNumber(written, locale), number, written)
    }),
    { numRuns: 2000 },
  )
})

test('the example of a format is a number in it', () => {
  for (const locale of LOCALES) assert.equal(parseNumber(exampleNumber(locale), locale), 1234.5, locale)
  for (const locale of LOCALES) assert.equal(parseNumber(exampleNumber(locale, true), locale), 1234, locale)
  assert.deepEqual(
    ['en-GB', 'de-DE', 'de-CH'].map((locale) => exampleNumber(locale).replace("'", '’')),
    ['1,234.50', '1.234,50', '1’234.50'],
  )
})
