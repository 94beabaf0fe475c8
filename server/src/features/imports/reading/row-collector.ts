import { refuseFaults } from '../../../core/problem.ts'
import { type Message, msg } from '../../../model/message.ts'
import { ROWS_AT_ONCE } from '../imports.resource.ts'
import { type SentRow, storedRow } from '../sent-rows.ts'

// What a file becomes may be far more than its bytes: these limits hold for all formats, and are counted while it is read.
export const ROWS_MAX = 250_000
/** With empty cells between others. */
export const CELLS_MAX = 10_000_000
export const TEXT_MAX = 20_000_000
/** Of one row, in characters. */
export const ROW_TEXT_MAX = 1_000_000
/** Rows without values are left out, but reading them takes time: a spreadsheet has so many rows. */
export const BLANK_ROWS_MAX = 1_048_576

/** The rows of a file in the form in which they are stored. */
export class RowCollector {
  /** In batches, as JSON. */
  readonly parts: string[] = []
  rowCount = 0
  readonly #field: string
  #waiting: string[] = []
  #blankRows = 0
  #cells = 0
  #text = 0

  constructor(field: string) {
    this.#field = field
  }

  add(row: SentRow, cells: number, text: number): void {
    this.rowCount++
    this.#cells += cells
    this.#text += text
    if (text > ROW_TEXT_MAX) this.#refuse(tooLong(row.number))
    if (this.rowCount > ROWS_MAX) this.#refuse(msg`The file must have at most ${ROWS_MAX} rows. Split it.`)
    if (this.#cells > CELLS_MAX) this.#refuse(msg`The file must have at most ${CELLS_MAX} cells. Split it.`)
    if (this.#text > TEXT_MAX) this.#refuse(msg`The cells must have at most ${TEXT_MAX} characters. Split the file.`)
    this.#waiting.push(JSON.stringify(storedRow(row)))
    if (this.#waiting.length === ROWS_AT_ONCE) this.#flush()
  }

  /** A row without values, which is not kept. */
  addBlank(): void {
    if (++this.#blankRows > BLANK_ROWS_MAX)
      this.#refuse(msg`The file has more than ${BLANK_ROWS_MAX} rows without values. Delete them.`)
  }

  /** All batches, after the last row. */
  end(): readonly string[] {
    if (this.#waiting.length > 0) this.#flush()
    return this.parts
  }

  #flush(): void {
    this.parts.push(`[${this.#waiting.join()}]`)
    this.#waiting = []
  }

  #refuse(message: Message): void {
    refuseFaults([{ field: this.#field, message }])
  }
}

export const tooLong = (number: number): Message =>
  msg`Row ${number} is longer than ${ROW_TEXT_MAX} characters. Shorten it, or check its quotation marks.`
