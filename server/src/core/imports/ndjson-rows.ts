import { setImmediate as nextTurn } from 'node:timers/promises'
import { isObject } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { faultsProblem } from '../problem.ts'
import { COLUMNS_MAX } from './imports.resource.ts'

/** Lines that are read before other requests have their turn. */
const LINES_AT_ONCE = 500
const LIST_SEPARATOR = '; '
/** Of groups inside groups; what is deeper stays JSON. */
const DEPTH_MAX = 4

/**
 * The rows of records, one a line as JSON, below a row with the names of all their fields: `address.city` for a part of a
 * group. Null and a missing field are empty cells.
 */
export async function* ndjsonRows(text: string): AsyncGenerator<string[]> {
  const columns = new Map<string, number>()
  for await (const record of recordsIn(text)) {
    for (const [path] of cellsOf(record)) if (!columns.has(path)) columns.set(path, columns.size)
    if (columns.size > COLUMNS_MAX) break // the header is refused
  }
  yield [...columns.keys()]
  for await (const record of recordsIn(text)) {
    const row = Array.from(columns, () => '')
    for (const [path, cell] of cellsOf(record)) row[columns.get(path)!] = cell
    yield row
  }
}

async function* recordsIn(text: string): AsyncGenerator<AnyRecord> {
  let line = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const written = text.slice(from, end < 0 ? undefined : end).trim()
    from = end < 0 ? text.length : end + 1
    line++
    if (written !== '') yield recordIn(written, line)
    if (line % LINES_AT_ONCE === 0) await nextTurn()
  }
}

function recordIn(written: string, line: number): AnyRecord {
  try {
    const record: unknown = JSON.parse(written)
    if (isObject(record)) return record
  } catch {
    // refused below
  }
  throw faultsProblem([{ field: 'file', message: msg`Line ${line} of the file is not a JSON object.` }])
}

function* cellsOf(record: AnyRecord, prefix = '', depth = 0): Generator<readonly [path: string, cell: string]> {
  for (const [name, value] of Object.entries(record)) {
    const path = prefix + name
    if (isObject(value) && depth < DEPTH_MAX) yield* cellsOf(value, `${path}.`, depth + 1)
    else yield [path, cellOf(value)]
  }
}

function cellOf(value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.join(LIST_SEPARATOR)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
