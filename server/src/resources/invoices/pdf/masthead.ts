import { addressLines, dateText, type MoneyFormats, oneLine } from './formats.ts'
import type { PrintedCompany, PrintedCustomer, PrintedInvoice } from './printed-invoice.ts'
import { BARE, type Block, COLOURS, label, MAIN_WIDTH, number, SIDE_GAP, SIDE_WIDTH, SIZES } from './style.ts'

const FACT_LABEL_WIDTH = 82

const quiet = (text: string): Block => ({ text, color: COLOURS.muted, lineHeight: 1.15 })
const sideBySide = (left: Block, right: Block, bottom: number): Block => ({
  columns: [
    { ...left, width: MAIN_WIDTH },
    { ...right, width: SIDE_WIDTH },
  ],
  columnGap: SIDE_GAP,
  margin: [0, 0, 0, bottom],
})

const taxIdText = ({ taxId }: PrintedCustomer) => (oneLine(taxId) ? `Tax ID ${oneLine(taxId)}` : '')

function companyBlock(company: PrintedCompany): Block {
  const contact = [company.email, company.phone].map(oneLine).filter(Boolean).join('  ·  ')
  const details = [...addressLines(company.address), contact, taxIdText(company)].filter(Boolean)
  const name: Block = { text: oneLine(company.name), fontSize: SIZES.company, bold: true, color: COLOURS.accent }
  return { stack: [{ ...name, margin: [0, 0, 0, 4] }, ...details.map(quiet)] }
}

/** What the reader must see of the state at first sight. The others are seen from the amounts. */
const MARKS: { readonly [status: string]: { text: string; color: string } } = {
  paid: { text: 'PAID', color: COLOURS.paid },
  cancelled: { text: 'CANCELLED', color: COLOURS.void },
}

function badge({ text, color }: { text: string; color: string }): Block {
  const cell: Block = { text, color, bold: true, fontSize: 8, characterSpacing: 1 }
  const layout = { ...BARE, hLineWidth: () => 1, vLineWidth: () => 1, hLineColor: () => color, vLineColor: () => color }
  const padding = { paddingLeft: () => 7, paddingRight: () => 6, paddingTop: () => 3, paddingBottom: () => 2 }
  const box: Block = { table: { widths: ['auto'], body: [[cell]] }, layout: { ...layout, ...padding }, width: 'auto' }
  return { columns: [{ text: '', width: '*' }, box], margin: [0, 8, 0, 0] }
}

function titleBlock({ status, invoiceNumber }: PrintedInvoice): Block {
  const isDraft = status === 'draft'
  const title = number(isDraft ? 'DRAFT' : 'INVOICE', { fontSize: SIZES.title, bold: true, characterSpacing: 0.5 })
  const below = isDraft ? 'Invoice, not yet issued' : oneLine(invoiceNumber)
  const mark = MARKS[status]
  const stack = [title, { text: below, fontSize: SIZES.lead, alignment: 'right', color: COLOURS.muted } as const]
  return { stack: mark ? [...stack, badge(mark)] : stack }
}

function billTo(customer: PrintedCustomer): Block {
  const details = [...addressLines(customer.address), taxIdText(customer)].filter(Boolean)
  const name: Block = { text: oneLine(customer.name), fontSize: SIZES.lead, bold: true, margin: [0, 0, 0, 2] }
  return { stack: [label('Bill to'), name, ...details.map(quiet)] }
}

/** The dates and references; a fact that is not known takes no room. */
function facts(invoice: PrintedInvoice, money: MoneyFormats): Block {
  const isOwed = invoice.status === 'unpaid' || invoice.status === 'partially_paid'
  const known = [
    ['Invoice date', dateText(invoice.invoiceDate)],
    ['Due date', invoice.dueDate ? dateText(invoice.dueDate) : ''],
    ['Payment terms', oneLine(invoice.paymentTerms)],
    ['Order', oneLine(invoice.orderNumber)],
    ['Amount due', isOwed ? money.amount(invoice.outstanding) : ''],
  ].filter(([, value]) => value !== '') as [string, string][]
  const body = known.map(([name, value]): Block[] => {
    const look = name === 'Amount due' ? { bold: true, color: COLOURS.accent } : {}
    return [
      { text: name, color: COLOURS.muted },
      { text: value, alignment: 'right', ...look },
    ]
  })
  const widths = [FACT_LABEL_WIDTH, SIDE_WIDTH - FACT_LABEL_WIDTH]
  return { table: { widths, body }, layout: { ...BARE, paddingBottom: () => 4 } }
}

export const masthead = (invoice: PrintedInvoice, money: MoneyFormats): Block[] => [
  sideBySide(companyBlock(invoice.company), titleBlock(invoice), 30),
  sideBySide(billTo(invoice.customer), facts(invoice, money), 24),
]
