// Files that people and programs send: workbooks, CSV and NDJSON.
import assert from 'node:assert/strict'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { packed, unpacked } from '../../src/features/xlsx/archive.ts'
import type { Answer, CallOptions, Kontor } from '../support/kontor.ts'
import { ended, type Json } from './importing.ts'

export const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
} as const
export type FileType = keyof typeof TYPES

/** Sends a file; a refusal is an answer too. */
export const upload = (
  kontor: Kontor,
  type: FileType,
  content: string | Buffer,
  query = 'resource=items',
  options: CallOptions = {},
): Promise<Answer> =>
  kontor.call('POST', `/imports/files?${query}`, {
    ...options,
    text: content,
    headers: { ...options.headers, 'content-type': TYPES[type] },
  })

/** The import of a file, as it is when its rows are checked. */
export async function checked(
  kontor: Kontor,
  type: FileType,
  content: string | Buffer,
  query?: string,
  options?: CallOptions,
): Promise<Json> {
  const { status, text, body } = await upload(kontor, type, content, query, options)
  assert.equal(status, 201, text)
  return ended(kontor, body.data)
}

/** The import of a file whose rows were brought in. */
export async function importedFile(
  kontor: Kontor,
  type: FileType,
  content: string | Buffer,
  query?: string,
  options?: CallOptions,
): Promise<Json> {
  const job = await checked(kontor, type, content, query, options)
  const { status, text } = await kontor.post(`/imports/${job.id}/run`, {})
  assert.equal(status, 200, text)
  return ended(kontor, job)
}

export const workbookOf = (rows: SheetData, sheet = 'Sheet1'): Promise<Buffer> =>
  writeExcelFile(rows, { sheet, dateFormat: 'dd.mm.yyyy' }).toBuffer()

const SHEET = 'xl/worksheets/sheet1.xml'

export const sheetXml = (workbook: Buffer): string =>
  unpacked(workbook, Number.MAX_SAFE_INTEGER)
    .find(({ name }) => name === SHEET)!
    .content.toString()

/** The same workbook with another text as its first sheet. */
export const withSheetXml = (workbook: Buffer, change: (xml: string) => string): Buffer =>
  packed(
    unpacked(workbook, Number.MAX_SAFE_INTEGER).map(({ name, content }) => ({
      name,
      content: name === SHEET ? Buffer.from(change(content.toString())) : content,
    })),
  )

/** With a formula in a cell that cannot be calculated, as spreadsheets write it. */
export const withFormulaError = (workbook: Buffer, address: string, error: string): Buffer =>
  withSheetXml(workbook, (xml) =>
    xml.replace(
      new RegExp(`<c r="${address}"[^>]*>.*?</c>`),
      `<c r="${address}" t="e"><f>VLOOKUP(1,B:B,1)</f><v>${error}</v></c>`,
    ),
  )
