import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import { CELLS_MAX, collectWorkbook } from './collect-workbook.ts'

const COLUMNS = 100
const head = {
  sheet: 'items',
  headings: Array.from({ length: COLUMNS }, (_, index) => `Column ${index}`),
  dayFormat: 'yyyy-mm-dd',
  timeFormat: 'yyyy-mm-dd hh:mm',
}
const lines = (...values: unknown[]) => Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))

test('a workbook has the rows of all pieces', async () => {
  async function* pieces() {
    yield lines(head, [1, 'a'])
    yield lines([2, 'b'], [3, 'c'])
  }
  const rows = await readSheet(await collectWorkbook(pieces()))
  assert.deepEqual(
    rows.slice(1).map((row) => row.slice(0, 2)),
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ],
  )
})

test('an export with more cells than a workbook may have is refused, and the rest of it is not read', async () => {
  let read = 0
  async function* pieces() {
    yield lines(head)
    for (; read < 2 * (CELLS_MAX / COLUMNS); read += 1000) yield lines(...Array.from({ length: 1000 }, () => []))
  }
  await assert.rejects(collectWorkbook(pieces()), { code: 'INVALID_PARAMETER' })
  assert.equal(read, CELLS_MAX / COLUMNS - 1000)
})
