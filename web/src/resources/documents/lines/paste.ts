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
export function parseTable(text: string, decimalSign: string): Pasted {
  const lines = text.split(/\r?\n/).map((line, index) => ({ number: index + 1, cells: line.split('\t').map(trimmed) }))
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const body = isHeading(filled[0]?.cells, decimalSign) ? filled.slice(1) : filled
  const rows: PastedRow[] = []
  const unreadable: { number: number; text: string }[] = []
  for (const { number, cells } of body) {
    const [item = '', ...numbers] = cells
    const [quantity, rate, discount] = numbers.slice(0, 3).map((cell) => readNumber(cell, decimalSign))
    const isReadable = item !== '' && ![quantity, rate, discount].some(Number.isNaN)
    if (isReadable)
      rows.push({ number, text: item, quantity: quantity ?? 1, rate: rate ?? null, discount: discount ?? 0 })
    else unreadable.push({ number, text: cells.join(' ').trim() })
  }
  return { rows, unreadable }
}

const trimmed = (cell: string) => cell.trim().replace(/^"(.*)"$/s, '$1')

/** "Item, Quantity, Price" over the first row says nothing about an item. */
const isHeading = (cells: readonly string[] | undefined, decimalSign: string): boolean =>
  cells?.[1] !== undefined && cells[1] !== '' && Number.isNaN(readNumber(cells[1], decimalSign))

/** `1,234.50 €`, `1.234,5`, `15 %`; null where there is nothing, NaN where there is no number. */
export function readNumber(text: string, decimalSign: string): number | null {
  const bare = text.replace(/[\s\u00a0\u202f%'’]|[\p{Sc}]|\b[A-Z]{3}\b/gu, '')
  if (bare === '') return null
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(bare)) return Number.NaN
  const sign = decimalSignOf(bare, decimalSign)
  const [whole = '', ...rest] = sign ? bare.split(sign) : [bare]
  return rest.length > 1 ? Number.NaN : Number(`${whole.replace(/[.,]/g, '') || '0'}.${rest[0] ?? '0'}`)
}

/** Of two different signs the last divides; of one alone that is there once, what the language says, unless it cannot. */
function decimalSignOf(text: string, usual: string): string | undefined {
  const signs = [...text].filter((character) => character === '.' || character === ',')
  const last = signs.at(-1)
  if (!last) return undefined
  if (signs.some((sign) => sign !== last)) return last
  if (signs.length > 1) return undefined
  const looksLikeThousands = /^\d{1,3}[.,]\d{3}$/.test(text)
  return looksLikeThousands && last !== usual ? undefined : last
}
