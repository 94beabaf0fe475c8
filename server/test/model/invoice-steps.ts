import fc from 'fast-check'
import { greater, partOf, smaller, sum, taxOn } from './amounts.ts'
import { type Attempt, deletionOf } from './attempt.ts'
import {
  billingVerdict,
  hasUnbilled,
  invoiceDeletionVerdict,
  invoiceMoveVerdict,
  invoiceTargets,
} from './billing-rules.ts'
import type { BilledPart, Business, Invoice, InvoiceStatus, Order, Part } from './business.ts'
import { type RequestedPart, requestedParts, take, wordsOf } from './requested-parts.ts'
import { choice, choose, seldom, step } from './step.ts'
import { billed, billedAt, unbilled } from './sums.ts'
import { DATES, type DateText, date, dayBefore } from './values.ts'
import { invoiceView } from './views.ts'

const DUE = ['by its terms', 'by its terms', 'later', 'too early'] as const

interface NewInvoice {
  readonly requestedParts: readonly RequestedPart[]
  readonly date: DateText
  readonly due: (typeof DUE)[number]
  readonly isDraft: boolean
}

export const invoiceOrder = step(
  fc.record({
    order: choice,
    requestedParts,
    date,
    due: fc.constantFrom(...DUE),
    isDraft: fc.constantFrom(false, false, true),
    /** Invoices what has been invoiced. */
    isStubborn: seldom,
  }),
  (business, { order: which, isStubborn, ...wanted }) => {
    const isBillable = ({ status }: Order) => status !== 'on_hold' && status !== 'cancelled'
    const hasMore = (one: Order) => isStubborn || hasUnbilled(business, one)
    const order = choose(business.orders, which, (one) => isBillable(one) && hasMore(one))
    return order && invoiceOf(business, order, wanted)
  },
)

function invoiceOf(
  business: Business,
  order: Order,
  { requestedParts: wanted, date: day, due, isDraft }: NewInvoice,
): Attempt {
  const { body, selection } = take(order, wanted, (line) => unbilled(business, line))
  const dueDate = { 'by its terms': null, later: DATES[1], 'too early': dayBefore(day) }[due]
  const label = `invoice ${business.invoices.length + 1}`
  let invoice: Invoice
  return {
    words: `${label} of ${order.label}${isDraft ? ', a draft' : ''}: ${wordsOf(selection)}`,
    method: 'POST',
    path: '/invoices/from-order',
    body: { salesOrder: order.id, invoiceDate: day, ...body, dueDate, draft: isDraft },
    verdict: billingVerdict(business, order, selection, due !== 'too early'),
    accept({ id }) {
      const parts = billedParts(business, order, selection as readonly Part[])
      const head = { label, id, order, customer: order.customer, date: day, dueDate }
      invoice = { ...head, parts, number: null, state: 'draft', isGone: false }
      business.invoices.push(invoice)
      if (order.status === 'draft') order.status = 'submitted'
      if (!isDraft) issue(business, invoice)
    },
    shows: () => invoiceView(business, invoice),
  }
}

/** Where tax is rounded for each rate, parts have the tax on all that is billed at the rate, less what was billed before. */
function billedParts(business: Business, order: Order, parts: readonly Part[]): BilledPart[] {
  const amounts = parts.map(({ line, quantity }) => partOf(quantity, line, billed(business, line)))
  const taxUpTo = (place: number, rate: bigint) => {
    const { net, tax, whole } = billedAt(business, order, rate)
    const more = amounts.slice(0, place).filter((_, index) => parts[index]!.line.taxRate === rate)
    if (more.length === 0) return tax
    return greater(tax, smaller(whole, taxOn(net + sum(more.map((part) => part.net)), rate)))
  }
  return parts.map(({ line, quantity }, place) => {
    const tax = taxUpTo(place + 1, line.taxRate) - taxUpTo(place, line.taxRate)
    return { line, quantity, amounts: business.taxRounding === 'line' ? amounts[place]! : { ...amounts[place]!, tax } }
  })
}

/** Only now it has a number; without terms it is due at once. */
function issue(business: Business, invoice: Invoice): void {
  invoice.state = 'issued'
  invoice.number = business.takeNumber('INV', invoice.date)
  invoice.dueDate ??= invoice.date
}

const TARGETS: readonly InvoiceStatus[] = [
  'unpaid',
  'unpaid',
  'cancelled',
  'cancelled',
  'paid',
  'partially_paid',
  'draft',
]

export const moveInvoice = step(
  fc.record({ invoice: choice, to: fc.constantFrom(...TARGETS) }),
  (business, { invoice: which, to }) => {
    const invoice = choose(business.invoices, which, (one) => invoiceTargets(business, one).includes(to))
    return (
      invoice && {
        words: `${invoice.label} becomes ${to}`,
        method: 'PUT',
        path: `/invoices/${invoice.id}/status`,
        body: { status: to },
        verdict: invoiceMoveVerdict(business, invoice, to),
        accept() {
          if (to === 'unpaid' && invoice.state === 'draft') issue(business, invoice)
          if (to === 'cancelled') invoice.state = 'cancelled'
        },
        shows: () => invoiceView(business, invoice),
      }
    )
  },
)

export const deleteInvoice = step(choice, (business, which) => {
  const invoice = choose(business.invoices, which)
  return (
    invoice && {
      ...deletionOf(invoice, 'invoices', invoiceDeletionVerdict(business, invoice)),
      accept: () => Object.assign(invoice, { state: 'cancelled', isGone: true }),
    }
  )
})
