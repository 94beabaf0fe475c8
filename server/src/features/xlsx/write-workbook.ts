import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node'
import { escapedText, serialOf, type XlsxCell } from './cell.ts'

/** The first line of what `writeWorkbook` reads. Each line after it is one row, a list of cells. */
export interface WorkbookHead {
  readonly sheet: string
  readonly headings: readonly string[]
  /** How spreadsheets show days and times, such as `yyyy-mm-dd`. */
  readonly dayFormat: string
  readonly timeFormat: string
}

/** More characters make the file unreadable for spreadsheets. */
const TEXT_MAX = 32_767
const SHEET_NAME_MAX = 31
const WIDTH_MIN = 8
const WIDTH_MAX = 60
/** Longer cells in the format of texts are shown as ##### by some spreadsheets. */
const TEXT_FORMAT_MAX = 255
/** Would become a number, a date or a formula when the cell is edited. */
const IS_LIKE_A_VALUE = /^[\s'=+\-@\d]/

/** A workbook of one sheet, from lines of JSON. */
export async function writeWorkbook(lines: Iterable<string>): Promise<Buffer> {
  let head: WorkbookHead | undefined
  const rows: SheetData = []
  const widths: number[] = []
  for (const line of lines) {
    if (!head) {
      head = JSON.parse(line) as WorkbookHead
      rows.push(head.headings.map((value) => ({ value: written(value), fontWeight: 'bold' })))
      for (const heading of head.headings) widths.push(heading.length)
      continue
    }
    const cells = JSON.parse(line) as XlsxCell[]
    for (const [index, cell] of cells.entries()) widths[index] = Math.max(widths[index]!, lengthOf(cell, head))
    rows.push(cells.map((cell) => cellOf(cell, head!)))
  }
  if (!head) throw new Error('A workbook needs its head.')
  const columns = widths.map((width) => ({ width: Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width + 2)) }))
  const options = { sheet: head.sheet.slice(0, SHEET_NAME_MAX), columns, stickyRowsCount: 1 }
  return writeExcelFile(rows, options).toBuffer()
}

const written = (text: string): string => escapedText(text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text)

function cellOf(cell: XlsxCell, { dayFormat, timeFormat }: WorkbookHead): Cell {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return textCell(cell)
  if (typeof cell !== 'object') return cell
  const { date } = cell
  return date.includes('T') ? dateCell(`${date}Z`, timeFormat) : dateCell(date, dayFormat)
}

const textCell = (text: string): Cell => {
  const isGuarded = text.length <= TEXT_FORMAT_MAX && IS_LIKE_A_VALUE.test(text)
  return isGuarded ? { value: written(text), type: String, format: '@' } : written(text)
}

function dateCell(text: string, format: string): Cell {
  const serial = serialOf(Date.parse(text))
  return serial === undefined ? text : { value: serial, type: Number, format }
}

/** Of what is seen, in characters. */
function lengthOf(cell: XlsxCell, { dayFormat, timeFormat }: WorkbookHead): number {
  if (cell === null) return 0
  if (typeof cell !== 'object') return String(cell).length
  return (cell.date.includes('T') ? timeFormat : dayFormat).length
}
