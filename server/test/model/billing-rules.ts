import type { Business, Customer, Invoice, InvoiceStatus, Item, Order, Payment } from './business.ts'
import { moveVerdict } from './order-rules.ts'
import { isPossible, type Selection } from './requested-parts.ts'
import { isNamed, left, outstanding, paid, statusOf, stock, unbilled, undelivered } from './sums.ts'
import type { Verdict } from './verdict.ts'

/** An order still in draft is submitted first. */
export function billingVerdict(business: Business, order: Order, selection: Selection, isTimely: boolean): Verdict {
  if (order.isGone) return 'VALIDATION_ERROR'
  if (order.status === 'on_hold' || order.status === 'cancelled') return 'DOCUMENT_LOCKED'
  const refused = order.status === 'draft' ? moveVerdict(business, order, 'submitted') : undefined
  if (refused) return refused
  if (selection === 'unknown') return 'VALIDATION_ERROR'
  if (selection === 'too much') return 'OVER_INVOICED'
  if (selection.length === 0) return 'NOTHING_TO_INVOICE'
  return isTimely ? undefined : 'VALIDATION_ERROR'
}

export function deliveryVerdict(business: Business, order: Order, selection: Selection): Verdict {
  if (order.isGone) return 'VALIDATION_ERROR'
  if (order.status !== 'submitted') return 'DOCUMENT_LOCKED'
  if (selection === 'unknown') return 'VALIDATION_ERROR'
  if (!isPossible(selection) || selection.length === 0) return 'DOCUMENT_LOCKED'
  const needed = Map.groupBy(selection, ({ line }) => line.item)
  const isShort = [...needed].some(
    ([item, parts]) => parts.reduce((total, { quantity }) => total + quantity, 0n) > stock(business, item),
  )
  return isShort ? 'INSUFFICIENT_STOCK' : undefined
}

const invoiceMoves: { readonly [from in InvoiceStatus]: readonly InvoiceStatus[] } = {
  draft: ['unpaid', 'cancelled'],
  unpaid: ['cancelled'],
  partially_paid: ['cancelled'],
  paid: ['cancelled'],
  cancelled: [],
}

/** Where an invoice could go from here; not every way is open just now. */
export const invoiceTargets = (business: Business, invoice: Invoice): readonly InvoiceStatus[] =>
  invoiceMoves[statusOf(business, invoice)]

export function invoiceMoveVerdict(business: Business, invoice: Invoice, to: InvoiceStatus): Verdict {
  if (invoice.isGone) return 'NOT_FOUND'
  if (statusOf(business, invoice) === to) return undefined
  if (!invoiceTargets(business, invoice).includes(to)) return 'INVALID_STATUS_TRANSITION'
  // Nothing is invoiced while the order is on hold; an invoice with a payment cannot be voided.
  const isHindered = to === 'unpaid' ? invoice.order.status === 'on_hold' : paid(business, invoice) > 0n
  return isHindered ? 'INVALID_STATUS_TRANSITION' : undefined
}

export function invoiceDeletionVerdict(business: Business, invoice: Invoice): Verdict {
  if (invoice.isGone) return 'NOT_FOUND'
  return paid(business, invoice) > 0n || invoice.state === 'cancelled' ? 'DOCUMENT_LOCKED' : undefined
}

/** The amount in ten-thousandths, since a step may try to pay a tenth of a cent. */
export function paymentVerdict(business: Business, invoice: Invoice, amount: bigint): Verdict {
  if (invoice.isGone) return 'VALIDATION_ERROR'
  if (invoice.state !== 'issued') return 'DOCUMENT_LOCKED'
  if (amount > outstanding(business, invoice) * 100n) return 'OVERPAYMENT'
  return amount % 100n === 0n ? undefined : 'VALIDATION_ERROR'
}

export function allocationVerdict(business: Business, payment: Payment, invoice: Invoice, amount: bigint): Verdict {
  if (invoice.isGone) return 'VALIDATION_ERROR'
  if (payment.isGone) return 'NOT_FOUND'
  if (left(payment) === 0n) return 'DOCUMENT_LOCKED'
  if (invoice.customer !== payment.customer) return 'VALIDATION_ERROR'
  if (amount > left(payment) * 100n) return 'OVER_ALLOCATED'
  const verdict = paymentVerdict(business, invoice, amount)
  return verdict === 'OVERPAYMENT' ? 'OVER_ALLOCATED' : verdict
}

/** A voided invoice is kept, although it is hidden; a deleted draft leaves nothing. */
const isInTheBooks = ({ isGone, number }: Invoice) => !isGone || number !== null

export function customerDeletionVerdict(business: Business, customer: Customer): Verdict {
  if (customer.isGone) return 'NOT_FOUND'
  const isUsed =
    isNamed(business, (order) => order.customer === customer) ||
    business.invoices.some((invoice) => invoice.customer === customer && isInTheBooks(invoice)) ||
    business.payments.some((payment) => payment.customer === customer && !payment.isGone)
  return isUsed ? 'RESOURCE_IN_USE' : undefined
}

export function itemDeletionVerdict(business: Business, item: Item): Verdict {
  if (item.isGone) return 'NOT_FOUND'
  const isUsed =
    item.isMoved ||
    isNamed(business, ({ lines }) => lines.some((line) => line.item === item)) ||
    business.invoices.filter(isInTheBooks).some(({ parts }) => parts.some(({ line }) => line.item === item))
  return isUsed ? 'RESOURCE_IN_USE' : undefined
}

export const hasUndelivered = (business: Business, { lines }: Order) =>
  lines.some((line) => undelivered(business, line) > 0n)
export const hasUnbilled = (business: Business, { lines }: Order) => lines.some((line) => unbilled(business, line) > 0n)
