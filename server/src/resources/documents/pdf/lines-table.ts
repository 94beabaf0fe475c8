import { shownAmount, subtotalAt } from '../../../model/money.ts'
import { oneLine, paragraph } from './formats.ts'
import type { PrintedDocument, PrintedLine } from './printed-document.ts'
import type { Sheet } from './sheet.ts'
import { BARE, type Block, COLOURS, number, roomFor, SIZES, type TableLayout } from './style.ts'
import { unitIn } from './units.ts'

const GAP = 12
const UNIT_GAP = 4
const UNIT_WIDTH = 32
const ITEM_WIDTH_MIN = 100
const POSITION_WIDTH = 22

interface Column {
  readonly title: string
  readonly alignment: 'left' | 'right'
  print(line: PrintedLine): string
}

/** The columns right of the item. Discount and tax have one only if a line has such. */
function columnsOf(document: PrintedDocument, { formats, words }: Sheet): Column[] {
  const { lines, sums, currency, language, pricesIncludeTax } = document
  const money = formats.money(currency)
  const titles = { ...words.columns, ...(pricesIncludeTax && words.grossColumns) }
  const hasPrices = sums !== null
  const hasDiscount = hasPrices && lines.some(({ discount = 0 }) => discount !== 0)
  const hasTax = hasPrices && lines.some(({ taxRate = 0 }) => taxRate !== 0)
  const columns: (Column | false)[] = [
    { title: titles.quantity, alignment: 'right', print: ({ quantity }) => formats.quantity(quantity) },
    { title: '', alignment: 'left', print: ({ uom }) => unitIn(language, uom) },
    hasPrices && { title: titles.rate, alignment: 'right', print: ({ rate = 0 }) => money.rate(rate) },
    hasDiscount && {
      title: titles.discount,
      alignment: 'right',
      print: ({ discount }) => (discount ? formats.percent(discount) : ''),
    },
    hasTax && { title: titles.tax, alignment: 'right', print: ({ taxRate = 0 }) => formats.percent(taxRate) },
    hasPrices && {
      title: titles.amount,
      alignment: 'right',
      print: (line) => money.amount(shownAmount(line, pricesIncludeTax)),
    },
  ]
  return columns.filter((column) => column !== false)
}

const note = (text: string): Block => ({
  text,
  fontSize: SIZES.small,
  color: COLOURS.muted,
  margin: [0, 1, 0, 0],
})

/** The name of the item, its code, and what the line says of it; or what a line without an item says. */
function itemCell({ itemCode, itemName, description }: PrintedLine): Block {
  const [code, more] = [oneLine(itemCode), paragraph(description ?? null)]
  if (!itemName) return { text: more }
  const name: Block = { text: oneLine(itemName) }
  const notes = [code, more].filter(Boolean).map(note)
  return notes.length > 0 ? { stack: [name, ...notes] } : name
}

const cellOf = (column: Column, line: PrintedLine, fontSize: number): Block =>
  column.alignment === 'right'
    ? number(column.print(line), { fontSize })
    : { text: column.print(line), color: COLOURS.muted, fontSize: SIZES.small, margin: [0, 1.4, 0, 0] }

const heading = ({ title, alignment }: Pick<Column, 'title' | 'alignment'>): Block => ({
  text: title,
  alignment,
  bold: true,
  fontSize: 8,
})

interface Measures {
  readonly widths: readonly number[]
  readonly fontSize: number
}

/**
 * Fixed widths, so that a name without spaces is broken and no number is ever. Where the numbers are so long that they leave
 * the items no room, they are printed smaller.
 */
function measure(columns: readonly Column[], lines: readonly PrintedLine[], width: number): Measures {
  const needed = columns.map((column) => {
    if (column.alignment === 'left') return UNIT_WIDTH
    return Math.max(...[column.title, ...lines.map(column.print)].map((text) => roomFor(text, SIZES.text)))
  })
  const gaps = columns.length * GAP + UNIT_GAP
  const room = width - gaps - POSITION_WIDTH - ITEM_WIDTH_MIN
  const total = needed.reduce((sum, each) => sum + each, 0)
  const scale = Math.min(1, room / total)
  return {
    widths: [POSITION_WIDTH, width - gaps - POSITION_WIDTH - total * scale, ...needed.map((each) => each * scale)],
    fontSize: SIZES.text * scale,
  }
}

const HEADER_LINE = 1
const UNIT_COLUMN = 3
const layoutIn = (accent: string): TableLayout => ({
  ...BARE,
  hLineWidth: (row) => (row === 0 ? 0 : row === HEADER_LINE ? 1.2 : 0.5),
  hLineColor: (row) => (row === HEADER_LINE ? accent : COLOURS.rule),
  paddingLeft: (column) => (column === 0 ? 0 : column === UNIT_COLUMN ? UNIT_GAP : GAP),
  paddingTop: () => 5,
  paddingBottom: () => 5,
})

/** Only lines that sell something have a number. Where there are no prices, there are no subtotals either. */
function rowsOf(document: PrintedDocument, columns: readonly Column[], sheet: Sheet, fontSize: number): Block[][] {
  const { lines, sums, currency, pricesIncludeTax } = document
  const money = sheet.formats.money(currency)
  let position = 0
  return lines.flatMap((line, index): Block[][] => {
    const { kind = 'item', description } = line
    const text = paragraph(description ?? null)
    if (kind === 'item') {
      const place = { text: String(++position), color: COLOURS.muted }
      return [[place, itemCell(line), ...columns.map((column) => cellOf(column, line, fontSize))]]
    }
    if (kind !== 'subtotal') return [across({ text, bold: kind === 'heading' }, columns.length + 2)]
    if (!sums) return []
    const name = { text: text || sheet.words.sums.subtotal, bold: true }
    const sum = number(money.amount(subtotalAt(lines, index, pricesIncludeTax)), { fontSize, bold: true })
    return [[{ text: '' }, ...across(name, columns.length), sum]]
  })
}

/** A cell over so many columns. */
const across = (cell: Block, count: number): Block[] => [
  { ...cell, colSpan: count },
  ...Array.from({ length: count - 1 }, () => ({ text: '' })),
]

/** Its header comes again on every page, and no row is ever divided between two. */
export function linesTable(document: PrintedDocument, sheet: Sheet): Block {
  const columns = columnsOf(document, sheet)
  const { widths, fontSize } = measure(columns, document.lines, sheet.page.content)
  const { position, item } = sheet.words.columns
  const left = [position, item].map((title) => ({ title, alignment: 'left' }) as const)
  const header = [...left, ...columns].map(heading)
  const rows = rowsOf(document, columns, sheet, fontSize)
  const breaks = { headerRows: 1, keepWithHeaderRows: rows.length > 0 ? 1 : 0, dontBreakRows: true }
  return {
    table: { ...breaks, widths, body: [header, ...rows] },
    layout: layoutIn(sheet.accent),
    margin: [0, 0, 0, 18],
  }
}
