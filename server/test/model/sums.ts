import { type Amounts, greater, linesAmounts, NOTHING, plus, sum, totalOf } from './amounts.ts'
import type { Business, Customer, Invoice, InvoiceStatus, Item, Line, Order, Payment } from './business.ts'

// Nothing is kept that can be added up: every figure comes from what has happened, all of it, every time.

export const isStocked = ({ type }: Item): boolean => type !== 'Service'
export const isOpen = ({ status }: Order): boolean => status === 'submitted' || status === 'on_hold'

/** Whether an order that is still there says so. */
export const isNamed = ({ orders }: Business, says: (order: Order) => boolean): boolean =>
  orders.some((order) => !order.isGone && says(order))

const quantityOf = (line: Line, parts: readonly { line: Line; quantity: bigint }[]) =>
  sum(parts.filter((part) => part.line.id === line.id).map(({ quantity }) => quantity))

export const liveInvoices = ({ invoices }: Business, order: Order): Invoice[] =>
  invoices.filter((invoice) => invoice.order.id === order.id && invoice.state !== 'cancelled')

const liveDeliveries = ({ deliveries }: Business) => deliveries.filter(({ isGone }) => !isGone)

export const delivered = (business: Business, line: Line): bigint =>
  sum(liveDeliveries(business).map(({ parts }) => quantityOf(line, parts)))

/** Draft invoices count too. */
export function billed(business: Business, line: Line): { quantity: bigint; amounts: Amounts } {
  const parts = business.invoices
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((invoice) => invoice.parts.filter((part) => part.line.id === line.id))
  return {
    quantity: sum(parts.map(({ quantity }) => quantity)),
    amounts: parts.reduce((total, { amounts }) => plus(total, amounts), NOTHING),
  }
}

/** A service is done, not delivered. */
export const undelivered = (business: Business, line: Line): bigint =>
  isStocked(line.item) ? line.quantity - delivered(business, line) : 0n
export const unbilled = (business: Business, line: Line): bigint => line.quantity - billed(business, line).quantity

export const orderAmounts = ({ taxRounding }: Business, { lines }: Pick<Order, 'lines'>): Amounts =>
  linesAmounts(lines, taxRounding).reduce(plus, NOTHING)

/** What is billed of the lines of a rate, and what all of them come to. */
export function billedAt(business: Business, { lines }: Pick<Order, 'lines'>, rate: bigint) {
  const whole = linesAmounts(lines, business.taxRounding).filter((_, index) => lines[index]!.taxRate === rate)
  const taxed = lines.filter(({ taxRate }) => taxRate === rate)
  const parts = taxed.map((line) => billed(business, line))
  return {
    isAll: taxed.every(({ quantity }, index) => parts[index]!.quantity === quantity),
    whole: sum(whole.map(({ tax }) => tax)),
    ...parts.reduce((total, { amounts }) => plus(total, amounts), NOTHING),
  }
}
export const invoiceAmounts = ({ parts }: Invoice): Amounts =>
  parts.reduce((total, { amounts }) => plus(total, amounts), NOTHING)

export const stock = (business: Business, item: Item): bigint => {
  const parts = liveDeliveries(business).flatMap((delivery) => delivery.parts)
  return item.received - sum(parts.filter(({ line }) => line.item === item).map(({ quantity }) => quantity))
}

export const reserved = (business: Business, item: Item): bigint => {
  const lines = business.orders.filter(isOpen).flatMap((order) => order.lines)
  return sum(lines.filter((line) => line.item === item).map((line) => undelivered(business, line)))
}

/** What a payment settles of an invoice. */
export const settledBy = ({ settled, isGone }: Payment, invoice: Invoice): bigint =>
  isGone ? 0n : sum(settled.filter((one) => one.invoice === invoice).map(({ cents }) => cents))

export const paid = ({ payments }: Business, invoice: Invoice): bigint =>
  sum(payments.map((payment) => settledBy(payment, invoice)))

/** What of a payment settles nothing yet. */
export const left = ({ cents, settled, isGone }: Payment): bigint =>
  isGone ? 0n : cents - sum(settled.map((one) => one.cents))

export const outstanding = (business: Business, invoice: Invoice): bigint =>
  invoice.state === 'issued' ? totalOf(invoiceAmounts(invoice)) - paid(business, invoice) : 0n

/** The part of an open order that is ordered and not yet owed: drafts of invoices are not owed. */
export function claim(business: Business, order: Order): bigint {
  const issued = liveInvoices(business, order).filter(({ state }) => state === 'issued')
  const owed = sum(issued.map((invoice) => totalOf(invoiceAmounts(invoice))))
  return greater(0n, totalOf(orderAmounts(business, order)) - owed)
}

export const owed = (business: Business, customer: Customer, isCounted = (_: Invoice) => true): bigint =>
  sum(
    business.invoices
      .filter((invoice) => invoice.customer === customer && isCounted(invoice))
      .map((invoice) => outstanding(business, invoice)),
  )

export const ordered = (business: Business, customer: Customer): bigint =>
  sum(
    business.orders
      .filter((order) => order.customer === customer && isOpen(order))
      .map((order) => claim(business, order)),
  )

export const exposure = (business: Business, customer: Customer): bigint =>
  owed(business, customer) + ordered(business, customer)

/** Paid is what nothing is outstanding on, be it because nothing was to be paid. */
export function statusOf(business: Business, invoice: Invoice): InvoiceStatus {
  if (invoice.state !== 'issued') return invoice.state
  if (outstanding(business, invoice) === 0n) return 'paid'
  return paid(business, invoice) > 0n ? 'partially_paid' : 'unpaid'
}
