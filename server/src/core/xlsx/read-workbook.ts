import { InvalidInputError, readSheet } from 'read-excel-file/node'
import { type ArchiveFile, packed, unpacked } from './archive.ts'
import { unescapedText } from './cell.ts'
import { withErrorTexts } from './error-cell.ts'
import { WorkbookFault } from './fault.ts'

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

/** The rows of the first sheet, in batches as JSON; each cell is a text. Formulas are their last results. */
export async function readWorkbook(content: Buffer): Promise<string[]> {
  if (content.subarray(0, OLD.length).equals(OLD)) throw new WorkbookFault('old')
  if (!content.subarray(0, ZIP.length).equals(ZIP)) throw new WorkbookFault('other')
  const files = unpacked(content, UNPACKED_MAX_BYTES)
  if (!files.some(({ name }) => name === 'xl/workbook.xml')) throw new WorkbookFault('other')
  const rows = await rowsOf(packed(files.map(withErrors)))
  return batchesOf(rows)
}

/** One text may be the content of many cells: what is small in the file may be large in the table. */
function batchesOf(rows: readonly Value[][]): string[] {
  const batches: string[] = []
  let length = 0
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch: string[][] = []
    for (const row of rows.slice(from, from + BATCH)) {
      const cells = row.map(textOf)
      for (const cell of cells) length += cell.length
      if (length > TEXT_MAX) throw new WorkbookFault('large')
      batch.push(cells)
    }
    batches.push(JSON.stringify(batch))
  }
  return batches
}

function withErrors({ name, content }: ArchiveFile): ArchiveFile {
  if (!name.startsWith('xl/worksheets/')) return { name, content }
  const xml = content.toString('latin1') // keeps every byte as it is
  refuseVast(xml)
  return { name, content: Buffer.from(withErrorTexts(xml), 'latin1') }
}

const ADDRESS = /<(?:\w+:)?(?:c|row)\s[^>]*?\br="([A-Z]*)(\d+)"/g

/** The library fills the rectangle up to the last row and column with empty cells. */
function refuseVast(xml: string): void {
  let [columns, rows] = [1, 1]
  for (const [, letters, digits] of xml.matchAll(ADDRESS)) {
    columns = Math.max(
      columns,
      [...letters!].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A + 1, 0),
    )
    rows = Math.max(rows, Number(digits))
    if (columns * rows > CELLS_MAX) throw new WorkbookFault('large')
  }
}

type Value = string | number | boolean | Date | null

async function rowsOf(archive: Buffer): Promise<Value[][]> {
  try {
    return (await readSheet(archive, { trim: false })) as Value[][]
  } catch (error) {
    throw new WorkbookFault(error instanceof InvalidInputError ? 'other' : 'broken', { cause: error })
  }
}

function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return unescapedText(value)
  if (typeof value === 'number') return numberText(value)
  return value instanceof Date ? dateText(value) : String(value)
}

const plainNumber = new Intl.NumberFormat('en', { maximumSignificantDigits: DIGITS, useGrouping: false })

const numberText = (value: number): string => (Number.isSafeInteger(value) ? String(value) : plainNumber.format(value))

/** A day, or a point in time of a clock in UTC. */
function dateText(value: Date): string {
  // Rounded down, 9:30 may be a millisecond early.
  const milliseconds = value.getTime()
  const isEarly = (milliseconds + 1) % SECOND_MS === 0
  const text = new Date(isEarly ? milliseconds + 1 : milliseconds).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}
