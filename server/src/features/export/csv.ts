import { stringify } from 'csv-stringify/sync'

export const CSV_TYPE = 'text/csv; charset=utf-8'

export type Cell = string | number | boolean | null

// Which separator a spreadsheet splits at depends on its settings, not on the file. So a cell may begin after every
// line break and separator inside a text, with or without quotes.
const CELL_START = String.raw`(?<=^|[\r\n,;\t|])`
/** Spreadsheets skip a tab or a carriage return before a formula, and some read full-width characters as the plain ones. */
const FORMULA = String.raw`['"]*[=+\-@\t\r＝＋－＠]`
const UNMARKED = new RegExp(`${CELL_START}(?=${FORMULA})`, 'g')
const MARK = new RegExp(`${CELL_START}'(?=${FORMULA})`, 'g')

/** How a table is written. */
export interface CsvForm {
  readonly delimiter?: string
  readonly hasByteOrderMark?: boolean
  readonly hasDecimalCommas?: boolean
}

export const BYTE_ORDER_MARK = '\uFEFF'

const withComma = (value: number): string => String(value).replace('.', ',')

/** Rows as RFC 4180 has them. An apostrophe keeps a spreadsheet from taking a text for a formula. */
export const csvOf = (
  rows: readonly (readonly Cell[])[],
  { delimiter = ',', hasByteOrderMark, hasDecimalCommas }: CsvForm = {},
): Buffer =>
  Buffer.from(
    stringify(rows as Cell[][], {
      delimiter,
      bom: hasByteOrderMark === true,
      record_delimiter: 'windows',
      quoted_match: /[\r\n,;\t|]/,
      cast: {
        string: marked,
        boolean: (value) => String(value),
        number: hasDecimalCommas ? withComma : String,
      },
    }),
  )

/** With an apostrophe before everything that a spreadsheet would take for a formula. */
export const marked = (text: string): string => text.replace(UNMARKED, "'")

/** Takes these apostrophes away again. */
export const withoutMark = (text: string): string => text.replace(MARK, '')

const FORMULA_IN_JSON = /(?<=[,;|]['"]*)[=+\-@＝＋－＠]/g

/** JSON that `csvOf` need not mark: a space after each comma, and an escape where a text inside it could begin a formula. */
export const jsonCell = (value: object): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(FORMULA_IN_JSON, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
