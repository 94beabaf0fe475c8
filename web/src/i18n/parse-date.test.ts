import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFormat } from './format.ts'
import { FORMATS } from './format-preferences.ts'
import { exampleDate, isFarFrom, parseDate } from './parse-date.ts'

const TODAY = '2026-11-10'
const GERMAN = FORMATS.filter((locale) => locale.startsWith('de'))
const DAY_FIRST = ['en-GB', ...GERMAN]
/** What browsers may ask for besides the formats that the preferences offer. */
const OTHERS = ['en', 'de', 'en-AU', 'en-CA', 'en-IE', 'en-IN', 'en-NZ', 'en-ZA', 'de-LI', 'de-LU']

const assertMeanings = (locale: string, meanings: Readonly<Record<string, string>>) => {
  for (const [text, date] of Object.entries(meanings))
    assert.equal(parseDate(text, { locale, today: TODAY }), date, `${text}, ${locale}`)
}

test('the day comes first in British English and in German', () => {
  for (const locale of DAY_FIRST)
    assertMeanings(locale, {
      '05.12.2026': '2026-12-05',
      '5.12.2026': '2026-12-05',
      '13.11.2026': '2026-11-13',
      '5.12.26': '2026-12-05',
      '5.12.': '2026-12-05',
      '5.12': '2026-12-05',
      '5/12/26': '2026-12-05',
      '5/12': '2026-12-05',
      '5-12-2026': '2026-12-05',
      '5 12 2026': '2026-12-05',
      '5. 12. 2026': '2026-12-05',
      '051226': '2026-12-05',
      '05122026': '2026-12-05',
      '29.02.2028': '2028-02-29',
    })
})

test('the month comes first in American English', () => {
  assertMeanings('en-US', {
    '12/05/2026': '2026-12-05',
    '12/5/26': '2026-12-05',
    '12/5': '2026-12-05',
    '12.5.': '2026-12-05',
    '12-5-2026': '2026-12-05',
    '12 5 2026': '2026-12-05',
    '120526': '2026-12-05',
    '12052026': '2026-12-05',
  })
})

test('the year comes first where the locale writes it first', () => {
  assertMeanings('en-CA', { '2026-12-05': '2026-12-05', '26-12-05': '2026-12-05', '12-05': '2026-12-05' })
  assert.equal(parseDate('05-12-2026', { locale: 'en-CA', today: TODAY }), undefined)
})

test('ISO dates, month names, days from today and the words for them mean the same in every format', () => {
  for (const locale of [...FORMATS, ...OTHERS])
    assertMeanings(locale, {
      '2026-12-05': '2026-12-05',
      '2026/12/5': '2026-12-05',
      ' 2026-12-05 ': '2026-12-05',
      '5 Dec 2026': '2026-12-05',
      'December 5, 2026': '2026-12-05',
      '5. Dezember 2026': '2026-12-05',
      '5. März': '2026-03-05',
      '5 sept 26': '2026-09-05',
      '+7': '2026-11-17',
      '-3': '2026-11-07',
      '+60': '2027-01-09',
      today: TODAY,
      heute: TODAY,
      Tomorrow: '2026-11-11',
      morgen: '2026-11-11',
      yesterday: '2026-11-09',
      GESTERN: '2026-11-09',
    })
  assert.equal(parseDate('5. Jänner', { locale: 'de-AT', today: TODAY }), '2026-01-05')
})

test('a year of two digits is the nearest one', () => {
  assertMeanings('de-DE', {
    '1.1.99': '1999-01-01',
    '1.1.00': '2000-01-01',
    '1.1.75': '2075-01-01',
    '1.1.77': '1977-01-01',
  })
})

test('what is not a date is refused in every format', () => {
  const texts = [
    '',
    'abc',
    '31.02.2026',
    '29.02.2026',
    '0.1.2026',
    '13/25/2026',
    '2026-13-01',
    '2026-02-30',
    '1',
    '12.2026',
  ]
  texts.push(
    '5..12.2026',
    '1.2.3.2026',
    '5.12.202',
    '5.12.20266',
    '5.12.0026',
    '0512',
    '0512202',
    '320126',
    '5 xyz 2026',
  )
  texts.push('5 de 2026', '5 Dec Nov', 'Dec', 'constructor', '+', '7+', '1e3', '٥.١٢.2026', '5.12.2026 10:00')
  for (const locale of FORMATS)
    for (const text of texts) assert.equal(parseDate(text, { locale, today: TODAY }), undefined, `${text}, ${locale}`)
  assert.equal(parseDate('12/13/2026', { locale: 'en-GB', today: TODAY }), undefined)
  assert.equal(parseDate('13/12/2026', { locale: 'en-US', today: TODAY }), undefined)
})

test('a date as the interface writes it is read as the same date, in every format', () => {
  const locales = [...FORMATS, ...OTHERS]
  const formats = new Map(locales.map((locale) => [locale, createFormat(locale, undefined, 'UTC')]))
  const days = fc.integer({ min: Date.UTC(1900, 0) / 86_400_000, max: Date.UTC(2199, 11, 31) / 86_400_000 })
  fc.assert(
    fc.property(fc.constantFrom(...locales), days, (locale, day) => {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
      assert.equal(parseDate(formats.get(locale)!.date(date), { locale, today: TODAY }), date)
      const inNumbers = { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
      const written = new Intl.DateTimeFormat(locale, inNumbers).format(day * 86_400_000)
      assert.equal(parseDate(written, { locale, today: TODAY }), date, written)
    }),
  )
})

test('the example of a format is a date in it', () => {
  for (const locale of [...FORMATS, ...OTHERS]) {
    const settings = { locale, today: TODAY }
    assert.equal(parseDate(exampleDate(settings), settings), '2026-12-31', locale)
  }
  assert.equal(exampleDate({ locale: 'de-DE', today: TODAY }), '31.12.2026')
  assert.equal(exampleDate({ locale: 'en-GB', today: TODAY }), '31/12/2026')
  assert.equal(exampleDate({ locale: 'en-US', today: TODAY }), '12/31/2026')
})

test('a date is far away when more than a year lies between it and today', () => {
  const far = ['2025-11-09', '2027-11-11', '2001-01-01', '2036-12-05']
  const near = ['2025-11-10', TODAY, '2027-11-10']
  assert.deepEqual(
    [...far, ...near].map((date) => isFarFrom(TODAY, date)),
    [...far.map(() => true), ...near.map(() => false)],
  )
})
