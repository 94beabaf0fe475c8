import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { JsonBounds } from '../../../core/input/json-bounds.ts'
import { linesIn } from '../../../core/input/lines-in.ts'
import { faultsProblem, type Problem } from '../../../core/problem.ts'
import { isObject } from '../../../model/input.ts'
import { type Message, msg } from '../../../model/message.ts'
import { COLUMNS_MAX } from '../imports.resource.ts'
import { type SentRow, shownValue, valuesIn } from '../sent-rows.ts'
import { SAMPLE, type TextTable, tableOf } from './read-table.ts'
import { ROW_TEXT_MAX, RowCollector, tooLong } from './row-collector.ts'

/** Bytes that are read before other requests have their turn. */
const BYTES_AT_ONCE = 100_000
/** Of one record. A document with all its lines has half as many. */
export const RECORD_VALUES_MAX = 25_000
const FIELD = 'file'
const FORM = { format: 'ndjson', delimiter: ',', hasByteOrderMark: false } as const

/** Records, one a line as JSON. A line without values is left out. */
export async function readNdjson(bytes: Buffer): Promise<TextTable> {
  if (!isUtf8(bytes)) throw refusal(msg`The file is not valid UTF-8.`)
  const collector = new RowCollector(FIELD)
  const columns = new Set<string>()
  const first: SentRow[] = []
  let untilTurn = BYTES_AT_ONCE
  for (const { number, from, to } of linesIn(bytes)) {
    untilTurn -= to - from
    if (untilTurn < 0) {
      untilTurn = BYTES_AT_ONCE
      await nextTurn()
    }
    const { record, length, count } = recordIn(bytes, number, from, to)
    const values = [...valuesIn(record)]
    if (values.every(([, value]) => value === null || value === '')) {
      collector.addBlank()
      continue
    }
    for (const [column] of values) columns.add(column)
    if (columns.size > COLUMNS_MAX) throw refusal(msg`The table must have at most ${COLUMNS_MAX} columns.`)
    const row = { number, cells: [], record }
    collector.add(row, count, length)
    if (first.length < SAMPLE) first.push(row)
  }
  const names = [...columns]
  const sample = first.map((row) => names.map((name) => shownValue(row, names, name)))
  return tableOf(collector, FORM, names, sample, FIELD)
}

/** The record of a line, which is bounded as the body of a request is, and how many values it has. */
function recordIn(bytes: Buffer, line: number, from: number, to: number) {
  const written = bytes.toString('utf8', from, to).trim()
  const { length } = written
  if (length > ROW_TEXT_MAX) throw refusal(tooLong(line))
  const bounds = new JsonBounds()
  const problem = bounds.problemIn(bytes, from, to)
  if (problem) throw refusal(msg`Line ${line} of the file cannot be read. ${problem.text}`)
  if (bounds.values > RECORD_VALUES_MAX)
    throw refusal(msg`Line ${line} of the file has more than ${RECORD_VALUES_MAX} values.`)
  let record: unknown
  try {
    record = JSON.parse(written)
  } catch {
    // refused below
  }
  if (!isObject(record)) throw refusal(msg`Line ${line} of the file is not a JSON object.`)
  return { record, length, count: bounds.values }
}

const refusal = (message: Message): Problem => faultsProblem([{ field: FIELD, message }])
