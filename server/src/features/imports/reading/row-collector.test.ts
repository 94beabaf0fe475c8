import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../core/problem.ts'
import { inEnglish } from '../../../model/message.ts'
import { BLANK_ROWS_MAX, CELLS_MAX, ROW_TEXT_MAX, ROWS_MAX, RowCollector, TEXT_MAX } from './row-collector.ts'

const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof Problem && message.test(inEnglish(error.details[0]!.message))

test('a file has at most so many rows, cells and characters, counted while it is read', () => {
  const row = { number: 2, cells: ['x'] }
  const rows = new RowCollector('file')
  for (let count = 0; count < ROWS_MAX; count++) rows.add(row, 1, 1)
  assert.throws(() => rows.add(row, 1, 1), refusal(/at most 250000 rows/))
  const cells = new RowCollector('file')
  cells.add(row, CELLS_MAX, 1)
  assert.throws(() => cells.add(row, 1, 1), refusal(/at most 10000000 cells/))
  const text = new RowCollector('file')
  assert.throws(() => text.add(row, 1, ROW_TEXT_MAX + 1), refusal(/^Row 2 is longer than 1000000 characters/))
  for (let count = 1; count < TEXT_MAX / ROW_TEXT_MAX; count++) text.add(row, 1, ROW_TEXT_MAX - 1)
  assert.throws(() => text.add(row, 1, ROW_TEXT_MAX), refusal(/at most 20000000 characters/))
})

test('rows without values are counted too, by themselves', () => {
  const rows = new RowCollector('file')
  for (let count = 0; count < BLANK_ROWS_MAX; count++) rows.addBlank()
  assert.equal(rows.rowCount, 0)
  assert.throws(() => rows.addBlank(), refusal(/more than 1048576 rows without values/))
})
