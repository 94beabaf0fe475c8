import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { ibanText } from '../../model/iban.ts'
import type { Language } from '../../model/languages.ts'
import { isIssued } from '../documents/document-type.ts'
import { formatsIn, oneLine, paragraph } from '../documents/pdf/formats.ts'
import { paymentCode } from '../documents/pdf/payment-code.ts'
import type { PrintedDocument, PrintedFact, PrintedRemark } from '../documents/pdf/printed-document.ts'
import { termsIn } from '../documents/pdf/terms.ts'
import { wordsIn } from '../documents/pdf/words.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { type PaymentWords, paymentWordsIn } from './payment-words.ts'

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
> &
  Partial<Pick<Invoice, 'supplyFrom' | 'supplyUntil' | 'cancellationDate'>>

/** The fields that an invoice prints beyond those of every document. */
export const INVOICE_PRINTS = [
  ...['dueDate', 'amountPaid', 'outstanding', 'billingAddress'],
  ...['supplyFrom', 'supplyUntil', 'cancellationDate', 'replaces'],
]

/** What an invoice prints beyond what every document does. */
export async function printInvoice(
  { records }: Context<Reads>,
  invoice: Invoice,
  common: PrintedDocument,
): Promise<Partial<PrintedDocument>> {
  const replaced = invoice.replaces ? await records.find(invoices, { id: invoice.replaces }) : undefined
  return printedParts(invoice, common.source ?? null, common, replaced)
}

/** Once it is issued, it keeps the address that it was issued to. */
export const billingAddress = ({ status, invoiceNumber, billingAddress: kept }: Invoice) =>
  isIssued(invoices, status) || invoiceNumber ? kept : undefined

/** What the invoice is printed on, and in which language. */
type Paper = Pick<PrintedDocument, 'language' | 'company' | 'letterhead'>

export function printedParts(invoice: Printable, orderNumber: string | null, paper: Paper, replaced?: Replaced) {
  const { subtotal, discountTotal, taxTotal, total, amountPaid, outstanding } = invoice
  const [words, payment] = [wordsIn(paper.language), paymentWordsIn(paper.language)]
  return {
    partyLabel: payment.billTo,
    ...(invoice.status === 'paid' && { mark: 'settled' as const }),
    facts: factsOf(invoice, paper.language, { orderNumber, replaced }),
    sums: { subtotal, discountTotal, taxTotal, total, amountPaid, outstanding },
    remarks: [
      { title: '', text: isSupplyUnknown(invoice) ? payment.isSuppliedOnDate : '' },
      paymentRemark(invoice, paper, payment),
      { title: words.notes, text: paragraph(invoice.notes) },
    ],
  }
}

type Replaced = Pick<Invoice, 'invoiceNumber' | 'invoiceDate'>

/** Of a draft it is found out when it is issued. */
const isSupplyUnknown = ({ status, supplyFrom }: Printable) => status !== 'draft' && !supplyFrom

const isOwed = ({ status }: Printable) => status === 'unpaid' || status === 'partially_paid'

interface Related {
  readonly orderNumber: string | null
  readonly replaced: Replaced | undefined
}

function factsOf(invoice: Printable, language: Language, { orderNumber, replaced }: Related): PrintedDocument['facts'] {
  const [{ facts, dated }, formats] = [wordsIn(language), formatsIn(language)]
  const { amount } = formats.money(invoice.currency)
  const dateOf = (date: string | null | undefined) => (date ? formats.date(date) : '')
  const old = replaced?.invoiceNumber ? dated(oneLine(replaced.invoiceNumber), dateOf(replaced.invoiceDate)) : ''
  return [
    { name: facts.invoiceDate!, text: formats.date(invoice.invoiceDate) },
    supplyFact(invoice, language),
    { name: facts.dueDate!, text: dateOf(invoice.dueDate) },
    { name: facts.paymentTerms!, text: termsIn(language, invoice.paymentTerms) },
    { name: facts.salesOrder!, text: oneLine(orderNumber) },
    { name: facts.replaces!, text: old },
    { name: facts.cancellationDate!, text: dateOf(invoice.cancellationDate) },
    { name: facts.amountDue!, text: isOwed(invoice) ? amount(invoice.outstanding) : '', isStrong: true },
  ]
}

/** When the goods were delivered, or the work was done: one day, or from one to another. */
function supplyFact({ supplyFrom, supplyUntil }: Printable, language: Language): PrintedFact {
  const [{ facts }, formats] = [wordsIn(language), formatsIn(language)]
  if (!supplyFrom) return { name: facts.supplyDate!, text: '' }
  if (!supplyUntil || supplyUntil === supplyFrom) return { name: facts.supplyDate!, text: formats.date(supplyFrom) }
  return { name: facts.supplyPeriod!, text: formats.period(supplyFrom, supplyUntil) }
}

function paymentText(invoice: Printable, language: Language, payment: PaymentWords): string {
  const formats = formatsIn(language)
  const { status, paymentTerms, dueDate, invoiceNumber, cancellationDate } = invoice
  if (status === 'cancelled') {
    return payment.isCancelled(oneLine(invoiceNumber), cancellationDate ? formats.date(cancellationDate) : '')
  }
  if (status === 'paid') return payment.isPaid
  const terms = termsIn(language, paymentTerms)
  const known = terms && payment.terms(terms)
  if (status === 'draft' || !dueDate) return known
  return [known, payment.payBy(formats.date(dueDate), oneLine(invoiceNumber))].filter(Boolean).join(' ')
}

/** When and where to pay, as long as there is something to pay. Banking apps read the code. */
function paymentRemark(
  invoice: Printable,
  { company, letterhead, language }: Paper,
  payment: PaymentWords,
): PrintedRemark {
  const { title, scan } = payment
  const text = paymentText(invoice, language, payment)
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
