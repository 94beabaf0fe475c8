import { taxBreakdown } from '../../../model/money.ts'
import type { PrintedDocument, PrintedSums } from './printed-document.ts'
import { remark } from './remarks.ts'
import type { Sheet } from './sheet.ts'
import { BARE, type Block, COLOURS, label, number } from './style.ts'

/** A summary longer than this may break over pages, lest it be longer than one. */
const RATES_TOGETHER = 20

/** Empty where nothing is taxed: there is nothing to sum up. */
function taxBlock({ lines, currency }: PrintedDocument, { formats, words: { taxes } }: Sheet): Block {
  const money = formats.money(currency)
  const rates = taxBreakdown(lines)
  if (rates.every(({ rate }) => rate === 0)) return { text: '' }
  const small = { fontSize: 8, color: COLOURS.muted }
  const header = [{ text: taxes.rate, ...small }, number(taxes.net, small), number(taxes.tax, small)]
  const rows = rates.map(({ rate, base, amount }) => [
    { text: formats.percent(rate), fontSize: 8 },
    number(money.amount(base), { fontSize: 8 }),
    number(money.amount(amount), { fontSize: 8 }),
  ])
  const layout = {
    ...BARE,
    hLineWidth: (row: number) => (row === 1 ? 0.5 : 0),
    paddingTop: () => 2.5,
    paddingBottom: () => 2.5,
    paddingLeft: (column: number) => (column === 0 ? 0 : 14),
  }
  return { stack: [label(taxes.summary), { table: { widths: [36, 'auto', 'auto'], body: [header, ...rows] }, layout }] }
}

interface Sum {
  readonly name: string
  readonly text: string
  readonly isStrong?: boolean
}

/**
 * The discount is named only where there is one, and payments only where some were made. Gross amounts add up to the total, which
 * says how much tax it contains.
 */
function sumsOf(printed: PrintedSums, { currency, pricesIncludeTax = false }: PrintedDocument, sheet: Sheet): Sum[] {
  const money = sheet.formats.money(currency)
  const names = sheet.words.sums
  const { subtotal, discountTotal, taxTotal, total, amountPaid = 0, outstanding = 0 } = printed
  const isNet = !pricesIncludeTax
  const sums: (Sum | false)[] = [
    isNet && { name: names.subtotal, text: money.amount(subtotal) },
    isNet && discountTotal !== 0 && { name: names.discount, text: money.amount(-discountTotal) },
    isNet && { name: names.tax, text: money.amount(taxTotal) },
    { name: names.total, text: money.amount(total), isStrong: true },
    pricesIncludeTax && { name: names.containedTax, text: money.amount(taxTotal) },
    amountPaid !== 0 && { name: names.paid, text: money.amount(-amountPaid) },
    amountPaid !== 0 && { name: names.outstanding, text: money.amount(outstanding), isStrong: true },
  ]
  return sums.filter((sum) => sum !== false)
}

function totalsBlock(printed: PrintedSums, document: PrintedDocument, sheet: Sheet): Block {
  const sums = sumsOf(printed, document, sheet)
  const look = ({ isStrong }: Sum): Partial<Block> => (isStrong ? { bold: true, fontSize: 12 } : {})
  const body = sums.map((sum) => [{ text: sum.name, ...look(sum) }, number(sum.text, look(sum))])
  const isStrong = (row: number) => sums[row]?.isStrong === true
  const layout = {
    ...BARE,
    hLineWidth: (row: number) => (isStrong(row) ? 1 : 0),
    hLineColor: () => sheet.accent,
    paddingTop: (row: number) => (isStrong(row) ? 6 : 3),
    paddingBottom: (row: number) => (isStrong(row) || isStrong(row + 1) ? 6 : 3),
  }
  return { table: { widths: ['auto', '*'], body }, layout }
}

export function closing(document: PrintedDocument, sheet: Sheet): Block[] {
  const { page } = sheet
  const remarks = document.remarks.flatMap((one) => remark(one, page))
  if (!document.sums) return remarks
  const sums: Block = {
    columns: [
      { ...taxBlock(document, sheet), width: page.main },
      { ...totalsBlock(document.sums, document, sheet), width: page.side },
    ],
    columnGap: page.gap,
    unbreakable: taxBreakdown(document.lines).length <= RATES_TOGETHER,
  }
  return [sums, ...remarks]
}
