import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { COUNTRY_CODES } from '../country/countries.ts'
import { isObject } from '../input.ts'
import { inEnglish } from '../message.ts'
import { DECIMAL_MAX } from '../money.ts'
import { ID_MAX, isDate, isPlainText, toInstant } from '../text.ts'
import { Fault, type FieldKind, type FieldOptions, type ScalarKind } from './field-kind.ts'
import { kinds } from './index.ts'
import { INTEGER_MAX } from './scalars/integer.ts'

type ScalarName = { [K in keyof typeof kinds]: (typeof kinds)[K] extends ScalarKind ? K : never }[keyof typeof kinds]

const all: readonly FieldKind[] = Object.values(kinds)
const scalars = all.filter((kind): kind is ScalarKind => kind.structure === 'value')

const accepts = (kind: ScalarName, value: unknown, options: FieldOptions = {}) =>
  !(kinds[kind].accept(value, options) instanceof Fault)

function assertTakes(kind: ScalarName, good: readonly unknown[], bad: readonly unknown[], options: FieldOptions = {}) {
  for (const value of good) assert.ok(accepts(kind, value, options), `${kind} takes ${JSON.stringify(value)}`)
  for (const value of bad) assert.ok(!accepts(kind, value, options), `${kind} refuses ${JSON.stringify(value)}`)
}

const PLAIN = { hasDecimalCommas: false, choiceNames: () => [] }

test('a text is a text of at most so many characters', () => {
  assertTakes('text', ['', 'x', 'x'.repeat(255), '🔩'.repeat(255), 'a\tb\nc\r'], [7, true, [], {}, 'x'.repeat(256)])
  assertTakes('text', ['🔩🔩'], ['🔩🔩🔩', 'abc'], { max: 2 })
  assertTakes('text', ['x', ' x '], ['', ' ', '\n\u00A0'], { required: true })
})

test('a text is whole Unicode without control characters', () => {
  assertTakes(
    'text',
    ['é', '🔩', '\uFFFD', '\uFFFE', '\u2028', 'שלום'],
    ['\0', '\u001B', '\u007F', '\u0085', '\uD800', '\uDC00x'],
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const isWhole = text.isWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question.
      const hasControls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text)
      assert.equal(isPlainText(text), isWhole && !hasControls)
    }),
  )
})

test('a country is an assigned code in capitals', () => {
  assertTakes('text', [...COUNTRY_CODES], ['de', 'ZZ', 'UK', 'EU', 'D', 'DEU', ''], { format: 'country' })
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (const code of COUNTRY_CODES) assert.ok(names.of(code), code)
  assert.equal(COUNTRY_CODES.size, 250) // 249 of ISO 3166 and Kosovo
})

test('a BIC has 8 or 11 characters, and is stored in capitals without blanks', () => {
  const good = ['MARKDEF1', 'MARKDEF1100', 'mark de f1 100', 'COBADEFFXXX']
  assertTakes('text', good, ['', 'MARKDEF', 'MARKDEF11', 'MARK12F1', 'MÄRKDEF1', 'MARKDEF1100X'], { format: 'bic' })
  assert.equal(kinds.text.accept(' mark de f1 100 ', { format: 'bic' }), 'MARKDEF1100')
})

test('a colour has six hexadecimal digits, and is stored in small letters', () => {
  assertTakes('text', ['#3b4cb8', '#FFFFFF'], ['', '3b4cb8', '#fff', '#3b4cb8ff', '#3b4cbg', 'red'], {
    format: 'colour',
  })
  assert.equal(kinds.text.accept('#3B4CB8', { format: 'colour' }), '#3b4cb8')
})

test('an e-mail address has a name, an at sign and a domain with a dot', () => {
  assertTakes(
    'text',
    ['a@b.co', 'first.last+tag@sub.example.com', 'käse@bücher.example'],
    ['', 'a', 'a@b', '@b.co', 'a@', 'a@b.', 'a@.co', 'a@b..co', 'a b@c.de', 'a@b@c.de', '<a@b.co>', 'a@b.co,c@d.ef'],
    { format: 'email' },
  )
})

test('a web address begins with http and has a host', () => {
  assertTakes(
    'text',
    ['https://example.com', 'http://localhost:8080/a?b=c#d', 'HTTPS://EXAMPLE.COM/ä', 'https://[::1]/x'],
    [
      '',
      'example.com',
      '//example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'data:,x',
      'https://',
      'https://a b',
    ],
    { format: 'url' },
  )
})

for (const kind of ['money', 'quantity'] as const) {
  test(`${kind} has at most four decimals and eleven digits before them`, () => {
    const good = [0, 0.0001, -0.0001, 1e2, DECIMAL_MAX, -DECIMAL_MAX]
    const bad = [0.00001, 1e11, -1e11, Number.POSITIVE_INFINITY, Number.NaN, 5e-324, '1', null, true, [1]]
    assertTakes(kind, good, bad)
    assertTakes(kind, [0, -0, 1], [-0.0001, -1], { min: 0 })
    assertTakes(kind, [10], [10.0001], { max: 10 })
  })
}

test('minus zero is kept as zero', () => {
  for (const kind of ['money', 'quantity', 'percent', 'integer'] as const) {
    assert.ok(Object.is(kinds[kind].accept(-0, {}), 0), kind)
  }
})

test('a percentage lies between 0 and 100', () => {
  assertTakes('percent', [0, 0.0001, 19, 100], [-0.0001, 100.0001, 0.00001, '19'])
})

test('an integer is whole and fits the database', () => {
  assertTakes(
    'integer',
    [0, -1, INTEGER_MAX, -INTEGER_MAX, 1e3],
    [0.5, INTEGER_MAX + 1, '1', null, Number.NaN, 2 ** 53],
  )
  assertTakes('integer', [1, 5], [0, 6], { min: 1, max: 5 })
})

test('a choice is one of its values, letter by letter', () => {
  assertTakes('choice', ['red', 'blue'], ['Red', '', 'green', 0, null, ['red']], { choices: ['red', 'blue'] })
})

test('a flag is true or false and nothing that resembles it', () => {
  assertTakes('flag', [true, false], ['true', 0, 1, '', null, []])
})

test('a date is a day that exists', () => {
  assertTakes(
    'date',
    ['2026-01-31', '2024-02-29', '1900-01-01', '9999-12-31'],
    [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '26-01-01',
      '2026-01-31T00:00:00Z',
      '1899-12-31',
      '',
      20260131,
    ],
  )
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(fc.property(day, (instant) => assert.ok(isDate(instant.toISOString().slice(0, 10)))))
})

test('an instant is kept in UTC to the millisecond', () => {
  for (const [given, kept] of [
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.5+02:00', '2026-01-31T07:30:00.500Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ] as const) {
    assert.equal(kinds.instant.accept(given, {}), kept)
  }
  const bad = ['2026-01-31T09:30:00', '2026-01-31T24:00:00Z', '2026-01-31T09:60Z', '2026-02-30T00:00Z', 'now', '', 0]
  assertTakes('instant', [], [...bad, '2026-01-31 09:30:00Z', '2026-01-31T09:30:00+99:00'])
})

test('an instant always comes out in the one form that sorts as text', () => {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  const zone = fc.constantFrom('Z', '+00:00', '-12:00', '+14:00', '+05:45')
  const assertForm = (text: string) => assert.match(toInstant(text) ?? '1970-01-01T00:00:00.000Z', form)
  fc.assert(fc.property(day, zone, (instant, offset) => assertForm(instant.toISOString().replace('Z', offset))))
  assertForm('9999-12-31T23:59:59-12:00')
})

test('a reference is an id: short plain text', () => {
  for (const kind of ['id', 'ref'] as const) {
    assertTakes(kind, ['itm_1', 'x'.repeat(ID_MAX)], ['', 'x'.repeat(ID_MAX + 1), 'a\0', 7, null, {}])
  }
})

test('values out of a URL are read as what the field holds', () => {
  const read = (kind: ScalarName, text: string) => kinds[kind].fromText(text, {})
  assert.deepEqual([read('money', '12.50'), read('money', '-3'), read('money', '+0.1')], [12.5, -3, 0.1])
  for (const junk of ['', ' 1', '1e3', '0x10', 'NaN', 'Infinity', '1,5', '1.', '.5', '1'.repeat(17)]) {
    assert.equal(read('money', junk), undefined, junk)
  }
  assert.deepEqual([read('flag', 'true'), read('flag', 'false'), read('flag', '1')], [true, false, undefined])
  assert.deepEqual([read('date', '2026-01-31'), read('date', '2026-02-30')], ['2026-01-31', undefined])
  assert.equal(read('instant', '2026-01-31'), '2026-01-31T00:00:00.000Z')
})

const isOneText = (value: object): boolean => {
  const values = Object.values(value)
  return values.length === 1 && typeof values[0] === 'string'
}

test('what a kind accepts is what its JSON Schema allows', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const options = { required: true, choices: ['red', 'blue'], min: 0, max: 5 } as const
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.integer({ min: -2, max: 7 }),
    fc.integer({ min: -20_000, max: 1_100_000 }).map((scaled) => scaled / 10_000),
    fc.constantFrom('red', 'green', ' ', '2026-01-31', '2026-01-31T09:30:00Z', 'a@b.co', 'https://example.com'),
  )
  for (const kind of scalars) {
    const isAllowed = ajv.compile(kind.schema(options))
    fc.assert(
      fc.property(value, (sent) => {
        const kept = kind.accept(sent, options)
        if (kept instanceof Fault) return
        // A body may name a record by a unique field. The schema of the kind is that of the id, which is stored.
        if (kind.name === 'ref' && isObject(kept)) assert.ok(isOneText(kept), JSON.stringify(kept))
        else assert.ok(isAllowed(kept), `${kind.name}: ${JSON.stringify(kept)}`)
      }),
    )
  }
})

test('an accepted text is what its format promises, or its schema would lie', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const codes = ['DE89 3704 0044 0532 0130 00', 'mark de f1 100', '#3B4CB8']
  for (const format of ['email', 'url', 'country', 'iban', 'bic', 'colour'] as const) {
    const isAllowed = ajv.compile(kinds.text.schema({ format }))
    for (const sent of ['', ' ', 'DE', 'a@b.co', 'https://example.com/a', 'x', ...codes]) {
      const kept = kinds.text.accept(sent, { format })
      if (!(kept instanceof Fault)) assert.ok(isAllowed(kept), `${format}: ${JSON.stringify(kept)}`)
    }
  }
})

test('a message ends a sentence that begins with the name of the field', () => {
  for (const kind of scalars) {
    const fault = kind.accept({}, { choices: ['red'] })
    assert.ok(fault instanceof Fault)
    assert.match(inEnglish(fault.message), /^(must|is) .*[^.]$/)
  }
})

test('money and quantities are stored as whole numbers, structures as JSON', () => {
  const { money, quantity, percent, list, group, lines, json } = kinds
  for (const { name, storage } of [money, quantity, percent]) assert.equal(storage, 'decimal', name)
  for (const { name, storage, structure } of [list, group, lines, json]) {
    assert.equal(storage, 'json', name)
    assert.notEqual(structure, 'value', name)
  }
})

test('the table lists every kind under its own name', () => {
  for (const [name, kind] of Object.entries(kinds)) assert.equal(kind.name, name)
})

test('the example of a kind is a value that the kind accepts', () => {
  const options = { required: true, choices: ['red', 'blue'], min: 3 } as const
  for (const kind of scalars) {
    const example = kind.example('label', options)
    assert.deepEqual(kind.accept(example, options), example, kind.name)
  }
})

test('a value written to a cell is read back from it', () => {
  const options = { choices: ['red', 'blue'] } as const
  for (const kind of scalars) {
    const example = kind.example('label', options)
    const cell = String(kind.toCell(example, options))
    assert.deepEqual(kind.fromCell(cell, options, PLAIN), example, kind.name)
  }
})

test('cells are read as people write them in spreadsheets', () => {
  const commas = { hasDecimalCommas: true, choiceNames: (value: string) => (value === 'Red' ? ['Rot'] : []) }
  const read = (kind: ScalarName, text: string, format = commas) =>
    kinds[kind].fromCell(text, { choices: ['Red', 'Blue'] }, format)
  assert.deepEqual([read('flag', 'YES'), read('flag', 'nein'), read('flag', 'maybe')], [true, false, undefined])
  assert.deepEqual([read('date', '5.1.2026'), read('date', '31.02.2026')], ['2026-01-05', undefined])
  assert.deepEqual([read('choice', 'red'), read('choice', 'rot'), read('choice', 'green')], ['Red', 'Red', undefined])
  assert.deepEqual([read('money', '12,5'), read('integer', '7'), read('money', '1.234,5')], [12.5, 7, 1234.5])
  for (const unclear of ['1,234.5', '1.23,4', ',5', '12,']) assert.equal(read('money', unclear), undefined, unclear)
  assert.equal(read('money', '12,5', PLAIN), undefined)
})

test('a filter accepts values beyond the bounds of a field, and its refusal gives a valid value', () => {
  const filter = (kind: ScalarName, text: string, options: FieldOptions = {}) => kinds[kind].filterValue(text, options)
  assert.deepEqual([filter('percent', '250'), filter('money', '-1', { min: 0 })], [250, -1])
  assert.equal(filter('integer', '9', { max: 5 }), 9)
  assert.equal(filter('text', 'x'.repeat(300)), 'x'.repeat(300))
  const faultOf = (kind: ScalarName, text: string, options?: FieldOptions) =>
    inEnglish((filter(kind, text, options) as Fault).message)
  assert.equal(faultOf('flag', '1'), 'must be true or false, not "1"')
  assert.equal(faultOf('money', 'abc'), 'must be a number, not "abc"')
  assert.equal(faultOf('date', 'today'), 'must be a date such as 2026-01-31, not "today"')
  assert.equal(faultOf('money', '0.00001'), 'must have at most 4 decimals')
  assert.equal(faultOf('choice', 'green', { choices: ['red'] }), 'must be one of red')
})
