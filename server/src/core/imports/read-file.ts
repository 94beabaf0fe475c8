import { isUtf8 } from 'node:buffer'
import { type Message, msg } from '../../model/message.ts'
import type { SentFile } from '../action.ts'
import { NDJSON_TYPE } from '../export/formats.ts'
import { faultsProblem } from '../problem.ts'
import { type FaultReason, WorkbookFault } from '../xlsx/fault.ts'
import { readXlsx, XLSX_TYPE } from '../xlsx/xlsx.ts'
import { ndjsonRows } from './ndjson-rows.ts'
import { readTable, type TextTable, tableFrom } from './read-table.ts'

const CSV = 'text/csv'
export const FILE_TYPES = [CSV, XLSX_TYPE, NDJSON_TYPE] as const
export const FILE_MAX_BYTES = 20_000_000
const FIELD = 'file'

/** Rows that come from a workbook or from JSON: numbers have points, and refused rows are given back as plain CSV. */
const PLAIN = { delimiter: ',', hasByteOrderMark: false, isMarked: false } as const

/** Reads a table from a file of one of these types. */
export function readFile({ type, content }: SentFile): Promise<TextTable> {
  const bytes = Buffer.from(content, 'base64')
  if (type === XLSX_TYPE) return tableFrom(workbookRows(bytes), PLAIN, FIELD)
  if (type === NDJSON_TYPE) return tableFrom(ndjsonRows(utf8(bytes)), PLAIN, FIELD)
  return readTable(textOf(bytes), undefined, FIELD)
}

async function* workbookRows(bytes: Buffer): AsyncGenerator<string[]> {
  const batches = await readXlsx(bytes).catch((error) => {
    throw error instanceof WorkbookFault ? refusal(WORKBOOK_FAULTS[error.reason]) : error
  })
  for (const batch of batches) yield* JSON.parse(batch) as string[][]
}

const WORKBOOK_FAULTS: Readonly<Record<FaultReason, Message>> = {
  other: msg`The file is not an Excel file (.xlsx). Save the table as .xlsx, or send it as CSV.`,
  old: msg`The file is protected by a password, or has the old Excel format (.xls). Save it as .xlsx without a password.`,
  large: msg`The Excel file contains too much to be read at once. Split it, or send the table as CSV.`,
  broken: msg`The Excel file is damaged and cannot be read. Open it in a spreadsheet, save it as .xlsx, and send it again.`,
}

const refusal = (message: Message) => faultsProblem([{ field: FIELD, message }])

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refusal(msg`The file is not valid UTF-8.`)
  return bytes.toString('utf8')
}

const UTF_16 = Buffer.from([0xff, 0xfe])

/** CSV of an older spreadsheet has the characters of Windows. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, UTF_16.length).equals(UTF_16)) return bytes.toString('utf16le')
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)
}
