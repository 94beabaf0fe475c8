import { sumOf } from '../../../model/money.ts'
import { dateText, type MoneyFormats, oneLine, paragraph, percentText } from './formats.ts'
import type { PrintedInvoice, PrintedLine } from './printed-invoice.ts'
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
  return [...Map.groupBy(lines, ({ taxRate }) => taxRate)]
    .sort(([a], [b]) => a - b)
    .map(([taxRate, taxed]) => ({
      taxRate,
      net: sumOf(taxed.map(({ amount }) => amount)),
      tax: sumOf(taxed.map(({ taxAmount }) => taxAmount)),
    }))
}

/** Empty where nothing is taxed: there is nothing to sum up. */
function taxBlock({ lines }: PrintedInvoice, money: MoneyFormats): Block {
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
function sumsOf(invoice: PrintedInvoice, money: MoneyFormats): Sum[] {
  const { subtotal, discountTotal, taxTotal, total, amountPaid, outstanding } = invoice
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

function totalsBlock(invoice: PrintedInvoice, money: MoneyFormats): Block {
  const sums = sumsOf(invoice, money)
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

function paymentText({ status, paymentTerms, dueDate, invoiceNumber }: PrintedInvoice): string {
  if (status === 'cancelled') return 'This invoice has been cancelled. Nothing is to be paid on it.'
  if (status === 'paid') return 'Paid in full. Thank you.'
  const terms = oneLine(paymentTerms).replace(/\.$/, '')
  if (status === 'draft' || !dueDate) return terms && `Payment terms: ${terms}.`
  const quoting = invoiceNumber ? `, quoting ${oneLine(invoiceNumber)}` : ''
  return `${terms && `Payment terms: ${terms}. `}Please pay by ${dateText(dueDate)}${quoting}.`
}

const ROW_LENGTH = 90
const ROWS_TOGETHER = 30
const isShort = (text: string) => text.split('\n').length + text.length / ROW_LENGTH < ROWS_TOGETHER

/** A short text stays together with its heading; a long one may break over pages. */
function remark(title: string, text: string): Block[] {
  if (text === '') return []
  return [{ stack: [label(title), { text, lineHeight: 1.2 }], unbreakable: isShort(text), margin: [0, 18, 0, 0] }]
}

export function closing(invoice: PrintedInvoice, money: MoneyFormats): Block[] {
  const sums: Block = {
    columns: [
      { ...taxBlock(invoice, money), width: MAIN_WIDTH },
      { ...totalsBlock(invoice, money), width: SIDE_WIDTH },
    ],
    columnGap: SIDE_GAP,
    unbreakable: taxSummary(invoice.lines).length <= RATES_TOGETHER,
  }
  return [sums, ...remark('Payment', paymentText(invoice)), ...remark('Notes', paragraph(invoice.notes))]
}
