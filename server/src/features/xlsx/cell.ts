/** A cell of a workbook, as plain data. */
export type XlsxCell = string | number | boolean | null | XlsxDate

/** A day, `2026-01-31`, or what a clock shows, without a zone: `2026-01-31T09:30:00.000`. */
export class XlsxDate {
  readonly date: string

  constructor(date: string) {
    this.date = date
  }
}

const DAY_MS = 86_400_000
/** Day 0 of the serial numbers by which a workbook counts days. */
const EPOCH_MS = Date.UTC(1899, 11, 30)
/** Spreadsheets believe in a 29 February 1900: serial numbers before it mean different days in different programs. */
const FIRST_MS = Date.UTC(1900, 2, 1)
/** Readers round a serial number down to milliseconds: a little more keeps the millisecond that is meant. */
const ROUNDING_MS = 0.25

/** The serial number of a moment (UTC). Undefined where workbooks know no such day. */
export function serialOf(milliseconds: number): number | undefined {
  if (!(milliseconds >= FIRST_MS)) return undefined
  const days = (milliseconds - EPOCH_MS) / DAY_MS
  return Number.isInteger(days) ? days : days + ROUNDING_MS / DAY_MS
}

/** `_x000D_` stands for a carriage return in the XML of a workbook, and so does every other character that XML cannot hold. */
const UNWRITABLE = /[\p{Cc}--[\t\n]]|[\ufdd0-\ufdef\ufffd-\uffff]|_(?=x[\da-f]{4}_)/giv
const ESCAPED = /_x([\da-f]{4})_/gi

export const escapedText = (text: string): string =>
  text.replace(UNWRITABLE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

export const unescapedText = (text: string): string =>
  text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
