import { parseNumber } from '../../../i18n/parse-number.ts'

/** A row of a spreadsheet: an item's code or name, then how many, at what price, with what discount. */
export interface PastedRow {
  /** Its place in what was pasted, from 1. */
  readonly number: number
  readonly text: string
  readonly quantity: number | null
  readonly rate: number | null
  readonly discount: number | null
}

export interface Pasted {
  readonly rows: readonly PastedRow[]
  /** Rows with a number that cannot be read. */
  readonly unreadable: readonly { readonly number: number; readonly text: string }[]
}

/** What a spreadsheet puts into the clipboard has tabs or several lines; a word or two has neither. */
export const isTable = (text: string): boolean => /\t|\n./.test(text.trimEnd())

/** Cells are separated by tabs, as every spreadsheet writes them. */
export function parseTable(text: string, locale: string): Pasted {
  const lines = text.split(/\r?\n/).map((line, index) => ({ number: index + 1, cells: line.split('\t').map(trimmed) }))
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const body = isHeading(filled[0]?.cells, locale) ? filled.slice(1) : filled
  const rows: PastedRow[] = []
  const unreadable: { number: number; text: string }[] = []
  for (const { number, cells } of body) {
    const [item = '', ...numbers] = cells
    const [quantity, rate, discount] = numbers.slice(0, 3).map((cell) => readNumber(cell, locale))
    const isReadable = item !== '' && ![quantity, rate, discount].some(Number.isNaN)
    if (isReadable)
      rows.push({ number, text: item, quantity: quantity ?? 1, rate: rate ?? null, discount: discount ?? 0 })
    else unreadable.push({ number, text: cells.join(' ').trim() })
  }
  return { rows, unreadable }
}

const trimmed = (cell: string) => cell.trim().replace(/^"(.*)"$/s, '$1')

/** "Item, Quantity, Price" over the first row says nothing about an item. */
const isHeading = (cells: readonly string[] | undefined, locale: string): boolean =>
  cells?.[1] !== undefined && cells[1] !== '' && Number.isNaN(readNumber(cells[1], locale))

/** `1,234.50 €`, `1.234,5`, `15 %`; null where there is nothing, NaN where there is no number, or one below 0. */
export function readNumber(text: string, locale: string): number | null {
  if (text.trim() === '') return null
  const number = parseNumber(text, locale)
  return number === undefined || number < 0 ? Number.NaN : number
}
