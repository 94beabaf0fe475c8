import { mayKnow, maySee } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { ibanText } from '../../model/iban.ts'
import { type Formats, formatsIn, oneLine, paragraph } from '../documents/pdf/formats.ts'
import { paymentCode } from '../documents/pdf/payment-code.ts'
import type { PrintedDocument, PrintedRemark } from '../documents/pdf/printed-document.ts'
import { type Words, wordsIn } from '../documents/pdf/words.ts'
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
  paper: Paper,
): Promise<Partial<PrintedDocument>> {
  const order = invoice.salesOrder ? await records.find(salesOrders, { id: invoice.salesOrder }) : undefined
  const isSeen =
    order && maySee(actor, salesOrders, order) && mayKnow(actor, `${salesOrders.name}.orderNumber`, salesOrders)
  return printedParts(invoice, isSeen ? order.orderNumber : null, paper)
}

/** Once it is issued, it keeps the address that it was issued to. */
export const billingAddress = ({ status, invoiceNumber, billingAddress: kept }: Invoice) =>
  isIssued(status) || invoiceNumber ? kept : undefined

/** What the invoice is printed on, and in which language. */
type Paper = Pick<PrintedDocument, 'language' | 'company' | 'letterhead'>

export function printedParts(invoice: Printable, orderNumber: string | null, paper: Paper) {
  const { subtotal, discountTotal, taxTotal, total, amountPaid, outstanding } = invoice
  const [words, formats] = [wordsIn(paper.language), formatsIn(paper.language)]
  return {
    partyLabel: words.payment.billTo,
    ...(invoice.status === 'paid' && { mark: 'paid' as const }),
    facts: factsOf(invoice, orderNumber, words, formats),
    sums: { subtotal, discountTotal, taxTotal, total, amountPaid, outstanding },
    remarks: [paymentRemark(invoice, paper, words, formats), { title: words.notes, text: paragraph(invoice.notes) }],
  }
}

const isOwed = ({ status }: Printable) => status === 'unpaid' || status === 'partially_paid'

function factsOf(
  invoice: Printable,
  orderNumber: string | null,
  { facts }: Words,
  formats: Formats,
): PrintedDocument['facts'] {
  const { amount } = formats.money(invoice.currency)
  return [
    { name: facts.invoiceDate!, text: formats.date(invoice.invoiceDate) },
    { name: facts.dueDate!, text: invoice.dueDate ? formats.date(invoice.dueDate) : '' },
    { name: facts.paymentTerms!, text: oneLine(invoice.paymentTerms) },
    { name: facts.order!, text: oneLine(orderNumber) },
    { name: facts.amountDue!, text: isOwed(invoice) ? amount(invoice.outstanding) : '', isStrong: true },
  ]
}

function paymentText(invoice: Printable, { payment }: Words, formats: Formats): string {
  const { status, paymentTerms, dueDate, invoiceNumber } = invoice
  if (status === 'cancelled') return payment.isCancelled
  if (status === 'paid') return payment.isPaid
  const terms = oneLine(paymentTerms).replace(/\.$/, '')
  const known = terms && payment.terms(terms)
  if (status === 'draft' || !dueDate) return known
  return [known, payment.payBy(formats.date(dueDate), oneLine(invoiceNumber))].filter(Boolean).join(' ')
}

/** When and where to pay, as long as there is something to pay. Banking apps read the code. */
function paymentRemark(
  invoice: Printable,
  { company, letterhead }: Paper,
  words: Words,
  formats: Formats,
): PrintedRemark {
  const { title, scan } = words.payment
  const text = paymentText(invoice, words, formats)
  const { iban, bic, accountHolder } = letterhead
  if (!iban || invoice.status === 'paid' || invoice.status === 'cancelled') return { title, text }
  const account = [oneLine(accountHolder || company.name), `IBAN ${ibanText(iban)}`, bic && `BIC ${bic}`]
  const details = account.filter(Boolean).join('\n')
  const { outstanding: amount, currency, invoiceNumber } = invoice
  const transfer = { amount, currency, reference: invoiceNumber ?? '' }
  const content = isOwed(invoice) ? paymentCode(company, letterhead, transfer) : undefined
  const whole = { title, text: [text, details].filter(Boolean).join('\n\n') }
  return content ? { ...whole, qr: { content, caption: scan } } : whole
}
