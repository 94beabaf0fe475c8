import { mayKnow, maySee } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { dateText, type MoneyFormats, moneyFormats, oneLine, paragraph } from '../documents/pdf/formats.ts'
import type { PrintedDocument } from '../documents/pdf/printed-document.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { isIssued } from './invoice-state.ts'
import type { Invoice } from './invoices.resource.ts'

type Printable = Pick<
  Invoice,
  | 'invoiceNumber'
  | 'status'
  | 'invoiceDate'
  | 'dueDate'
  | 'paymentTerms'
  | 'notes'
  | 'currency'
  | 'subtotal'
  | 'discountTotal'
  | 'taxTotal'
  | 'total'
  | 'amountPaid'
  | 'outstanding'
>

/** The fields that an invoice prints beyond those of every document. */
export const INVOICE_PRINTS = ['dueDate', 'amountPaid', 'outstanding', 'billingAddress']

/** What an invoice prints beyond what every document does. The number of the order only if its reader may see the order. */
export async function printInvoice(
  { actor, records }: Context<Reads>,
  invoice: Invoice,
): Promise<Partial<PrintedDocument>> {
  const order = invoice.salesOrder ? await records.find(salesOrders, { id: invoice.salesOrder }) : undefined
  const isSeen =
    order && maySee(actor, salesOrders, order) && mayKnow(actor, `${salesOrders.name}.orderNumber`, salesOrders)
  return printedParts(invoice, isSeen ? order.orderNumber : null)
}

/** Once it is issued, it keeps the address that it was issued to. */
export const billingAddress = ({ status, invoiceNumber, billingAddress: kept }: Invoice) =>
  isIssued(status) || invoiceNumber ? kept : undefined

export function printedParts(invoice: Printable, orderNumber: string | null) {
  const { subtotal, discountTotal, taxTotal, total, amountPaid, outstanding } = invoice
  return {
    partyLabel: 'Bill to',
    ...(invoice.status === 'paid' && { mark: 'paid' as const }),
    facts: factsOf(invoice, orderNumber, moneyFormats(invoice.currency)),
    sums: { subtotal, discountTotal, taxTotal, total, amountPaid, outstanding },
    remarks: [
      { title: 'Payment', text: paymentText(invoice) },
      { title: 'Notes', text: paragraph(invoice.notes) },
    ],
  }
}

function factsOf(invoice: Printable, orderNumber: string | null, money: MoneyFormats): PrintedDocument['facts'] {
  const isOwed = invoice.status === 'unpaid' || invoice.status === 'partially_paid'
  return [
    { name: 'Invoice date', text: dateText(invoice.invoiceDate) },
    { name: 'Due date', text: invoice.dueDate ? dateText(invoice.dueDate) : '' },
    { name: 'Payment terms', text: oneLine(invoice.paymentTerms) },
    { name: 'Order', text: oneLine(orderNumber) },
    { name: 'Amount due', text: isOwed ? money.amount(invoice.outstanding) : '', isStrong: true },
  ]
}

function paymentText({ status, paymentTerms, dueDate, invoiceNumber }: Printable): string {
  if (status === 'cancelled') return 'This invoice has been cancelled. Nothing is to be paid on it.'
  if (status === 'paid') return 'Paid in full. Thank you.'
  const terms = oneLine(paymentTerms).replace(/\.$/, '')
  if (status === 'draft' || !dueDate) return terms && `Payment terms: ${terms}.`
  const quoting = invoiceNumber ? `, quoting ${oneLine(invoiceNumber)}` : ''
  return `${terms && `Payment terms: ${terms}. `}Please pay by ${dateText(dueDate)}${quoting}.`
}
