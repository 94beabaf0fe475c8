import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, type InfoRecord, parse } from 'csv-parse'
import { refuseFaults } from '../../../core/problem.ts'
import { type Message, msg } from '../../../model/message.ts'
import { BYTE_ORDER_MARK, marked, withoutMark } from '../../export/csv.ts'
import { shownText } from '../../xlsx/error-cell.ts'
import { COLUMNS_MAX, DELIMITERS, type Import, ROWS_AT_ONCE } from '../imports.resource.ts'
import { type Cell, COLUMN_NAME_MAX, cut } from '../sent-rows.ts'
import { ROW_TEXT_MAX, RowCollector, tooLong } from './row-collector.ts'

const SLICE = 65_536
export const SAMPLE = 5

/** A table in the form in which it is stored. */
export interface TextTable extends Pick<Import, 'format' | 'delimiter' | 'hasByteOrderMark'> {
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
  readonly rowCount: number
  /** Its rows in batches, as JSON. */
  readonly parts: readonly string[]
}

/** How the cells of a table are written where it comes from. */
interface TableForm extends Pick<TextTable, 'format' | 'delimiter' | 'hasByteOrderMark'> {
  /** Of CSV: an apostrophe stands before what a spreadsheet would take for a formula. All cells are stored like this. */
  readonly isMarked: boolean
}

/** A row of a table, with its number. */
export interface TableRow {
  readonly number: number
  readonly cells: readonly Cell[]
}

/** Reads CSV as spreadsheets write it. Yields to other requests. */
export function readTable(csv: string, given?: string | null, field = 'csv'): Promise<TextTable> {
  const delimiter = (given ?? delimiterOf(csv)) as Import['delimiter']
  const form = { delimiter, hasByteOrderMark: csv.startsWith(BYTE_ORDER_MARK), isMarked: true, format: 'csv' as const }
  return tableFrom(rowsIn(csv, delimiter, field), form, field)
}

/** A table from its rows, the first of which names the columns. `field` is where they were sent. Blank rows are left out. */
export async function tableFrom(rows: AsyncIterable<TableRow>, form: TableForm, field: string): Promise<TextTable> {
  const { isMarked, ...rest } = form
  const collector = new RowCollector(field)
  const sample: string[][] = []
  let columns: string[] | undefined
  for await (const { number, cells: sent } of rows) {
    const cells = withoutEmptyEnd(sent)
    if (cells.length === 0) {
      collector.addBlank()
      continue
    }
    if (cells.length > COLUMNS_MAX) refuse(field, msg`The table must have at most ${COLUMNS_MAX} columns.`)
    if (!columns) {
      columns = columnsFrom(cells, sent.length, field)
      continue
    }
    const stored = isMarked ? cells : cells.map((cell) => (typeof cell === 'string' ? marked(cell) : cell))
    collector.add({ number, cells: stored }, stored.length, textIn(stored))
    if (sample.length < SAMPLE) sample.push(sent.slice(0, COLUMNS_MAX).map((cell) => cut(shownText(String(cell)))))
    if (collector.rowCount % ROWS_AT_ONCE === 0) await nextTurn()
  }
  return tableOf(collector, rest, columns, sample, field)
}

/** Refuses a table without rows. */
export function tableOf(
  collector: RowCollector,
  form: Omit<TableForm, 'isMarked'>,
  columns: readonly string[] | undefined,
  sample: TextTable['sample'],
  field: string,
): TextTable {
  const { rowCount } = collector
  if (!columns || rowCount === 0)
    refuse(field, msg`Send a row with the names of the columns, and at least one row below it.`)
  return { ...form, columns: columns!, sample, rowCount, parts: collector.end() }
}

const textIn = (cells: readonly Cell[]): number => cells.reduce<number>((sum, cell) => sum + String(cell).length, 0)

/** Spreadsheets often write empty cells and rows. */
const isEmpty = (cell: Cell): boolean => typeof cell === 'string' && cell.trim() === ''

function withoutEmptyEnd(cells: readonly Cell[]): readonly Cell[] {
  const last = cells.findLastIndex((cell) => !isEmpty(cell))
  return last === cells.length - 1 ? cells : cells.slice(0, last + 1)
}

/** Rows as the parser finds them. Empty lines cost next to nothing, but count for the numbers of rows. */
async function* rowsIn(csv: string, delimiter: string, field: string): AsyncGenerator<TableRow> {
  let found: TableRow[] = []
  let last = 0
  let fault: Error | undefined
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Nothing is passed on as a stream, which would cost more than the parsing.
    on_record: (cells: string[], { records, empty_lines }: InfoRecord) => {
      last = records + empty_lines
      found.push({ number: last, cells })
      return null
    },
  })
  parser.on('error', (error) => {
    fault = error
  })
  const taken = async (): Promise<TableRow[]> => {
    await nextTurn()
    if (fault instanceof CsvError) refuse(field, msg`The text cannot be read as CSV: ${fault.message}.`)
    if (fault) throw fault
    const rows = found
    found = []
    return rows
  }
  let unfinished = 0
  let emptyLines = 0
  for (const slice of slicesOf(csv)) {
    parser.write(slice)
    const rows = await taken()
    // A line break between quotation marks ends no line.
    const isAhead = rows.length > 0 || parser.info.empty_lines > emptyLines
    unfinished = isAhead ? 0 : unfinished + slice.length
    emptyLines = parser.info.empty_lines
    if (unfinished > ROW_TEXT_MAX) refuse(field, tooLong(last + 1))
    yield* rows
  }
  parser.end()
  yield* await taken()
}

function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += SLICE) yield text.slice(from, from + SLICE)
}

/** The separator that occurs most often in the first line. */
function delimiterOf(csv: string): string {
  const [line = ''] = csv
    .slice(0, SLICE)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n/)
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

function columnsFrom(header: readonly Cell[], count: number, field: string): string[] {
  const columns = Array.from(
    { length: Math.min(count, COLUMNS_MAX) },
    (_, index) =>
      withoutMark(String(header[index] ?? ''))
        .trim()
        .slice(0, COLUMN_NAME_MAX) || `Column ${index + 1}`,
  )
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) refuse(field, msg`The column "${twice}" occurs more than once.`)
  return columns
}

export const refuse = (field: string, message: Message) => refuseFaults([{ field, message }])
