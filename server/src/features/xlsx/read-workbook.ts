import { InvalidInputError, readSheet } from 'read-excel-file/node'
import { type ArchiveFile, packed, unpacked } from './archive.ts'
import { unescapedText } from './cell.ts'
import { withErrorTexts } from './error-cell.ts'
import { WorkbookFault } from './fault.ts'
import { refuseLongTokens } from './long-tokens.ts'
import { attributesOf, tagsIn } from './sheet-tags.ts'

/** Of the XML inside a workbook. */
export const UNPACKED_MAX_BYTES = 150_000_000
/** Of all cells together, in characters. */
const TEXT_MAX = 20_000_000
/** With empty cells. */
const CELLS_MAX = 10_000_000
const A = 65
const LETTERS = 26
const BATCH = 100
/** The significant digits that spreadsheets calculate with: 0.1 + 0.2 is 0.3. */
const DIGITS = 15
const SECOND_MS = 1000

const ZIP = Buffer.from('PK\x03\x04')
/** Workbooks before 2007, and those that are protected by a password. */
const OLD = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** The rows of the first sheet, in batches as JSON; each cell is a text or a number. Formulas are their last results. */
export async function readWorkbook(content: Buffer): Promise<string[]> {
  if (content.subarray(0, OLD.length).equals(OLD)) throw new WorkbookFault('old')
  if (!content.subarray(0, ZIP.length).equals(ZIP)) throw new WorkbookFault('other')
  // Which of them is the sheet is said by another one: none is read unchecked.
  const files = unpacked(content, UNPACKED_MAX_BYTES).filter(({ name }) => /^xl\/.*\.(xml|rels)$/.test(name))
  if (!files.some(({ name }) => name === 'xl/workbook.xml')) throw new WorkbookFault('other')
  const rows = await rowsOf(packed(files.map(withErrors)))
  return batchesOf(rows)
}

/** One text may be the content of many cells: what is small in the file may be large in the table. */
function batchesOf(rows: readonly Value[][]): string[] {
  const batches: string[] = []
  let length = 0
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch: (string | number)[][] = []
    for (const row of rows.slice(from, from + BATCH)) {
      const cells = row.map(cellOf)
      for (const cell of cells) length += String(cell).length
      if (length > TEXT_MAX) throw new WorkbookFault('large')
      batch.push(cells)
    }
    batches.push(JSON.stringify(batch))
  }
  return batches
}

function withErrors({ name, content }: ArchiveFile): ArchiveFile {
  const xml = content.toString('latin1') // keeps every byte as it is
  refuseLongTokens(xml)
  refuseVast(xml)
  const marked = withErrorTexts(xml)
  return marked === xml ? { name, content } : { name, content: Buffer.from(marked, 'latin1') }
}

const ROW_OR_CELL: ReadonlySet<string> = new Set(['row', 'c'])
const ADDRESS = /^([A-Z]{0,6})(\d{0,9})$/i

/** The library fills the rectangle up to the last row and column with empty cells. What has no address follows the one before. */
function refuseVast(xml: string): void {
  let [column, row, columns, rows] = [0, 0, 1, 1]
  for (const tag of tagsIn(xml, ROW_OR_CELL)) {
    if (tag.name === 'row') [row, column] = [row + 1, 0]
    else column++
    for (const { value } of attributesOf(xml, tag, 'r')) {
      const [, letters = '', digits = ''] = ADDRESS.exec(value) ?? []
      if (letters + digits === '') throw new WorkbookFault('large') // far away, or written so that only the library reads it
      if (digits) row = Number(digits)
      if (letters) column = columnOf(letters.toUpperCase())
      rows = Math.max(rows, row)
      columns = Math.max(columns, column)
    }
    rows = Math.max(rows, row)
    columns = Math.max(columns, column)
    if (columns * rows > CELLS_MAX) throw new WorkbookFault('large')
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A + 1, 0)

type Value = string | number | boolean | Date | null

async function rowsOf(archive: Buffer): Promise<Value[][]> {
  try {
    return (await readSheet(archive, { trim: false })) as Value[][]
  } catch (error) {
    throw new WorkbookFault(error instanceof InvalidInputError ? 'other' : 'broken', { cause: error })
  }
}

/** What is a number in the workbook stays one: no separators have to be guessed. */
function cellOf(value: Value): string | number {
  if (value === null) return ''
  if (typeof value === 'string') return unescapedText(value)
  if (typeof value === 'number') return numberOf(value)
  return value instanceof Date ? dateText(value) : String(value)
}

const plainNumber = new Intl.NumberFormat('en', { maximumSignificantDigits: DIGITS, useGrouping: false })

const numberText = (value: number): string => (Number.isSafeInteger(value) ? String(value) : plainNumber.format(value))

/** As a number, unless that would be written in another way, such as 1e+21. */
function numberOf(value: number): string | number {
  const text = numberText(value)
  return String(Number(text)) === text ? Number(text) : text
}

/** A day, or a point in time of a clock in UTC. */
function dateText(value: Date): string {
  // Rounded down, 9:30 may be a millisecond early.
  const milliseconds = value.getTime()
  const isEarly = (milliseconds + 1) % SECOND_MS === 0
  const text = new Date(isEarly ? milliseconds + 1 : milliseconds).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}
