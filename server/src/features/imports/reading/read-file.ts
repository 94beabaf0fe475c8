import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SentFile } from '../../../core/action.ts'
import { faultsProblem, Problem } from '../../../core/problem.ts'
import { type Message, msg } from '../../../model/message.ts'
import { NDJSON_TYPE } from '../../export/formats.ts'
import { type FaultReason, WorkbookFault } from '../../xlsx/fault.ts'
import { type Reading, readXlsx, XLSX_TYPE } from '../../xlsx/xlsx.ts'
import type { Cell } from '../sent-rows.ts'
import { readNdjson } from './ndjson-rows.ts'
import { readTable, type TableRow, type TextTable, tableFrom } from './read-table.ts'

const CSV = 'text/csv'
export const FILE_TYPES = [CSV, XLSX_TYPE, NDJSON_TYPE] as const
export const FILE_MAX_BYTES = 20_000_000
const FIELD = 'file'

const WORKBOOK = { format: 'xlsx', delimiter: ',', hasByteOrderMark: false, isMarked: false } as const

/** Reads a table from a file of one of these types. */
export function readFile({ type, content }: SentFile, reading: Reading): Promise<TextTable> {
  const bytes = Buffer.from(content, 'base64')
  if (type === XLSX_TYPE) return tableFrom(workbookRows(bytes, reading), WORKBOOK, FIELD)
  if (type === NDJSON_TYPE) return readNdjson(bytes)
  return readTable(textOf(bytes), undefined, FIELD)
}

async function* workbookRows(bytes: Buffer, reading: Reading): AsyncGenerator<TableRow> {
  const batches = await readXlsx(bytes, reading).catch((error) => {
    if (!(error instanceof WorkbookFault)) throw error
    throw error.reason === 'waiting' ? otherWaits() : refusal(WORKBOOK_FAULTS[error.reason])
  })
  let number = 0
  for (const batch of batches) {
    for (const cells of JSON.parse(batch) as Cell[][]) yield { number: ++number, cells }
    await nextTurn()
  }
}

const RETRY_SECONDS = 10

const otherWaits = () =>
  new Problem('RATE_LIMIT_EXCEEDED', {
    text: msg`Another Excel file of yours waits to be read. Send this one when that one is done.`,
    retryAfterSeconds: RETRY_SECONDS,
  })

const WORKBOOK_FAULTS: Readonly<Record<Exclude<FaultReason, 'waiting'>, Message>> = {
  other: msg`The file is not an Excel file (.xlsx). Save the table as .xlsx, or send it as CSV.`,
  old: msg`The file is protected by a password, or has the old Excel format (.xls). Save it as .xlsx without a password.`,
  large: msg`The Excel file contains too much to be read at once. Split it, or send the table as CSV.`,
  broken: msg`The Excel file is damaged and cannot be read. Open it in a spreadsheet, save it as .xlsx, and send it again.`,
}

const refusal = (message: Message) => faultsProblem([{ field: FIELD, message }])

const UTF_16 = Buffer.from([0xff, 0xfe])

/** CSV of an older spreadsheet has the characters of Windows. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, UTF_16.length).equals(UTF_16)) return bytes.toString('utf16le')
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)
}
