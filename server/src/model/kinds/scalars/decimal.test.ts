import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish } from '../../message.ts'
import { DECIMAL_MAX } from '../../money.ts'
import { Fault, type FieldOptions } from '../field-kind.ts'
import { decimalKind, exampleNumber } from './decimal.ts'

const kind = decimalKind('weight')
const CELL = { hasDecimalCommas: true, choiceNames: () => [] }

/** The value as it is kept, or what is wrong with it. */
function accepted(value: unknown, options: FieldOptions = {}): unknown {
  const result = kind.accept(value, options)
  return result instanceof Fault ? inEnglish(result.message) : result
}

test('a number that is too small is refused with the smallest one, in words that fit it', () => {
  assert.equal(accepted(-0.0001, { min: 0 }), 'must not be negative')
  assert.equal(accepted(0, { min: 0.0001 }), 'must be greater than 0')
  assert.equal(accepted(0.9999, { min: 1 }), 'must be at least 1')
  assert.equal(accepted(-6, { min: -5 }), 'must be at least -5')
})

test('the smallest and the largest number of a field are accepted', () => {
  assert.deepEqual([accepted(1, { min: 1 }), accepted(9, { max: 9 })], [1, 9])
  assert.equal(accepted(9.0001, { max: 9 }), 'must be at most 9')
  assert.deepEqual([accepted(DECIMAL_MAX), accepted(-DECIMAL_MAX)], [DECIMAL_MAX, -DECIMAL_MAX])
  assert.equal(accepted(-DECIMAL_MAX - 1), `must be at least -${DECIMAL_MAX}`)
  assert.equal(accepted(DECIMAL_MAX + 1), `must be at most ${DECIMAL_MAX}`)
})

test('a number has at most four decimals, and minus zero is kept as zero', () => {
  assert.equal(accepted(0.00001), 'must have at most 4 decimals')
  assert.equal(accepted('1'), 'must be a number')
  assert.ok(Object.is(accepted(-0), 0))
})

test('a filter takes numbers beyond the bounds of its field, but none that could not be kept', () => {
  assert.equal(kind.filterValue('-7.5', { min: 0 }), -7.5)
  for (const text of ['100000000000', '-100000000000']) assert.ok(kind.filterValue(text, {}) instanceof Fault, text)
})

test('a cell may have a decimal comma and points between thousands, where the file has decimal commas', () => {
  const read = (text: string) => kind.fromCell(text, {}, CELL)
  assert.deepEqual(
    ['1234,5', '1.234,5', '1.234.567,25', '-0,5', '1.5'].map(read),
    [1234.5, 1234.5, 1234567.25, -0.5, 1.5],
  )
  assert.deepEqual(['1.23,5', '1,2,3', 'x'].map(read), [undefined, undefined, undefined])
  assert.equal(kind.fromCell('1,5', {}, { ...CELL, hasDecimalCommas: false }), undefined)
})

test('the schema tells the bounds, and an example keeps within them', () => {
  assert.deepEqual(kind.schema({}), { type: 'number', minimum: -DECIMAL_MAX, maximum: DECIMAL_MAX })
  assert.deepEqual(kind.schema({ min: 2, max: 3 }), { type: 'number', minimum: 2, maximum: 3 })
  assert.deepEqual(
    [{}, { min: 0 }, { min: 5 }].map((options) => exampleNumber('weight', options)),
    [1, 1, 5],
  )
})
