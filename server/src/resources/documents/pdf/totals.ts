import { sumOf } from '../../../model/money.ts'
import { type MoneyFormats, percentText } from './formats.ts'
import type { PrintedDocument, PrintedLine, PrintedSums } from './printed-document.ts'
import { BARE, type Block, COLOURS, label, MAIN_WIDTH, number, SIDE_GAP, SIDE_WIDTH } from './style.ts'

/** A summary longer than this may break over pages, lest it be longer than one. */
const RATES_TOGETHER = 20

export interface TaxedAt {
  readonly taxRate: number
  readonly net: number
  readonly tax: number
}

/** What is taxed at each rate, the lowest first. */
export function taxSummary(lines: readonly PrintedLine[]): TaxedAt[] {
  return [...Map.groupBy(lines, ({ taxRate = 0 }) => taxRate)]
    .sort(([a], [b]) => a - b)
    .map(([taxRate, taxed]) => ({
      taxRate,
      net: sumOf(taxed.map(({ amount = 0 }) => amount)),
      tax: sumOf(taxed.map(({ taxAmount = 0 }) => taxAmount)),
    }))
}

/** Empty where nothing is taxed: there is nothing to sum up. */
function taxBlock({ lines }: PrintedDocument, money: MoneyFormats): Block {
  const rates = taxSummary(lines)
  if (rates.every(({ taxRate }) => taxRate === 0)) return { text: '' }
  const small = { fontSize: 8, color: COLOURS.muted }
  const header = [{ text: 'Rate', ...small }, number('Net', small), number('Tax', small)]
  const rows = rates.map(({ taxRate, net, tax }) => [
    { text: percentText(taxRate), fontSize: 8 },
    number(money.amount(net), { fontSize: 8 }),
    number(money.amount(tax), { fontSize: 8 }),
  ])
  const layout = {
    ...BARE,
    hLineWidth: (row: number) => (row === 1 ? 0.5 : 0),
    paddingTop: () => 2.5,
    paddingBottom: () => 2.5,
    paddingLeft: (column: number) => (column === 0 ? 0 : 14),
  }
  return { stack: [label('Tax summary'), { table: { widths: [36, 'auto', 'auto'], body: [header, ...rows] }, layout }] }
}

interface Sum {
  readonly name: string
  readonly text: string
  readonly isStrong?: boolean
}

/** The discount is named only where there is one, and payments only where some were made. */
function sumsOf(printed: PrintedSums, money: MoneyFormats): Sum[] {
  const { subtotal, discountTotal, taxTotal, total, amountPaid = 0, outstanding = 0 } = printed
  const sums: (Sum | false)[] = [
    { name: 'Subtotal', text: money.amount(subtotal) },
    discountTotal !== 0 && { name: 'Discount', text: money.amount(-discountTotal) },
    { name: 'Tax', text: money.amount(taxTotal) },
    { name: 'Total', text: money.amount(total), isStrong: true },
    amountPaid !== 0 && { name: 'Paid', text: money.amount(-amountPaid) },
    amountPaid !== 0 && { name: 'Outstanding', text: money.amount(outstanding), isStrong: true },
  ]
  return sums.filter((sum) => sum !== false)
}

function totalsBlock(printed: PrintedSums, money: MoneyFormats): Block {
  const sums = sumsOf(printed, money)
  const look = ({ isStrong }: Sum): Partial<Block> => (isStrong ? { bold: true, fontSize: 12 } : {})
  const body = sums.map((sum) => [{ text: sum.name, ...look(sum) }, number(sum.text, look(sum))])
  const isStrong = (row: number) => sums[row]?.isStrong === true
  const layout = {
    ...BARE,
    hLineWidth: (row: number) => (isStrong(row) ? 1 : 0),
    hLineColor: () => COLOURS.accent,
    paddingTop: (row: number) => (isStrong(row) ? 6 : 3),
    paddingBottom: (row: number) => (isStrong(row) || isStrong(row + 1) ? 6 : 3),
  }
  return { table: { widths: ['auto', '*'], body }, layout }
}

const ROW_LENGTH = 90
const ROWS_TOGETHER = 30
const isShort = (text: string) => text.split('\n').length + text.length / ROW_LENGTH < ROWS_TOGETHER

/** A short text stays together with its heading; a long one may break over pages. */
function remark(title: string, text: string): Block[] {
  if (text === '') return []
  return [{ stack: [label(title), { text, lineHeight: 1.2 }], unbreakable: isShort(text), margin: [0, 18, 0, 0] }]
}

export function closing(document: PrintedDocument, money: MoneyFormats): Block[] {
  const remarks = document.remarks.flatMap(({ title, text }) => remark(title, text))
  if (!document.sums) return remarks
  const sums: Block = {
    columns: [
      { ...taxBlock(document, money), width: MAIN_WIDTH },
      { ...totalsBlock(document.sums, money), width: SIDE_WIDTH },
    ],
    columnGap: SIDE_GAP,
    unbreakable: taxSummary(document.lines).length <= RATES_TOGETHER,
  }
  return [sums, ...remarks]
}
