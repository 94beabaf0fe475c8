import { stringify } from 'csv-stringify/sync'

export const CSV_TYPE = 'text/csv; charset=utf-8'

export type Cell = string | number | boolean | null

/** Rows as RFC 4180 has them. What a spreadsheet would take for a formula is marked as text by an apostrophe. */
export const csvOf = (rows: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(
    stringify(rows as Cell[][], {
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: { boolean: (value) => String(value) },
    }),
  )

/** Takes the apostrophe away again. */
export const withoutMark = (text: string): string => text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')
