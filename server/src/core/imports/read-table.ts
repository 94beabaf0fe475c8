import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { type Message, msg } from '../../model/message.ts'
import { BYTE_ORDER_MARK, marked, withoutMark } from '../export/csv.ts'
import { refuseFaults } from '../problem.ts'
import { shownText } from '../xlsx/error-cell.ts'
import { COLUMN_NAME_MAX, COLUMNS_MAX, DELIMITERS, ROWS_AT_ONCE } from './imports.resource.ts'

const SLICE = 65_536
const SAMPLE = 5

/** A table in the form in which it is stored. */
export interface TextTable {
  readonly delimiter: string
  readonly hasByteOrderMark: boolean
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
  readonly rowCount: number
  /** Its rows in batches, as JSON. */
  readonly parts: readonly string[]
}

/** How the cells of a table are written where it comes from. */
interface TableForm {
  readonly delimiter: string
  readonly hasByteOrderMark: boolean
  /** Of CSV: an apostrophe stands before what a spreadsheet would take for a formula. All cells are stored like this. */
  readonly isMarked: boolean
}

/** Reads CSV as spreadsheets write it. Yields to other requests. */
export function readTable(csv: string, given?: string | null, field = 'csv'): Promise<TextTable> {
  const delimiter = given ?? delimiterOf(csv)
  const form = { delimiter, hasByteOrderMark: csv.startsWith(BYTE_ORDER_MARK), isMarked: true }
  return tableFrom(rowsIn(csv, delimiter, field), form, field)
}

/** A table from its rows, the first of which names the columns. `field` is where they were sent. */
export async function tableFrom(rows: AsyncIterable<string[]>, form: TableForm, field: string): Promise<TextTable> {
  const { isMarked, ...rest } = form
  const parts: string[] = []
  const sample: string[][] = []
  let columns: string[] | undefined
  let waiting: string[][] = []
  for await (const row of rows) {
    if (columns) waiting.push(isMarked ? row : row.map(marked))
    else if (!isBlank(row)) columns = columnsFrom(row, field)
    if (sample.length < SAMPLE && waiting.length > sample.length) sample.push(row.map(shownText))
    if (waiting.length < ROWS_AT_ONCE) continue
    parts.push(JSON.stringify(waiting))
    waiting = []
    await nextTurn()
  }
  const rowCount = parts.length * ROWS_AT_ONCE + waiting.length
  if (waiting.length > 0) parts.push(JSON.stringify(waiting))
  if (!columns || rowCount === 0)
    refuse(field, msg`Send a row with the names of the columns, and at least one row below it.`)
  return { ...rest, columns: columns!, sample, rowCount, parts }
}

async function* rowsIn(csv: string, delimiter: string, field: string): AsyncGenerator<string[]> {
  try {
    yield* Readable.from(slicesOf(csv)).pipe(parse({ delimiter, bom: true, relax_column_count: true }))
  } catch (error) {
    if (error instanceof CsvError) refuse(field, msg`The text cannot be read as CSV: ${error.message}.`)
    throw error
  }
}

function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += SLICE) yield text.slice(from, from + SLICE)
}

/** Spreadsheets often write empty rows. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** The separator that occurs most often in the first line. */
function delimiterOf(csv: string): string {
  const [line = ''] = csv
    .slice(0, SLICE)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n/)
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

function columnsFrom(header: readonly string[], field: string): string[] {
  const columns = header.map(
    (name, index) => withoutMark(name).trim().slice(0, COLUMN_NAME_MAX) || `Column ${index + 1}`,
  )
  if (columns.length > COLUMNS_MAX) refuse(field, msg`The table must have at most ${COLUMNS_MAX} columns.`)
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) refuse(field, msg`The column "${twice}" occurs more than once.`)
  return columns
}

const refuse = (field: string, message: Message) => refuseFaults([{ field, message }])
