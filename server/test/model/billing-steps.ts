import fc from 'fast-check'
import { greater, ofParts, partOf } from './amounts.ts'
import {
  billingVerdict,
  deliveryVerdict,
  hasUnbilled,
  hasUndelivered,
  invoiceDeletionVerdict,
  invoiceMoveVerdict,
  invoiceTargets,
  paymentVerdict,
} from './billing-rules.ts'
import type { Business, Delivery, Invoice, InvoiceStatus, Order, Part, Payment } from './business.ts'
import { choice, choose, seldom, step } from './step.ts'
import { billed, outstanding, unbilled, undelivered } from './sums.ts'
import { DATES, date } from './values.ts'
import { deliveryView, invoiceView, paymentView } from './views.ts'
import { isTaken, type Taking, take, wishes } from './wishes.ts'

const wordsOf = (taking: Taking) =>
  isTaken(taking)
    ? taking.map(({ line, quantity }) => `${ofParts(quantity)} × ${line.item.label}`).join(', ') || 'nothing'
    : taking

export const deliver = step(fc.record({ order: choice, wishes }), (business, { order: which, wishes: wanted }) => {
  const order = choose(
    business.orders,
    which,
    (other) => other.status === 'submitted' && hasUndelivered(business, other),
  )
  if (!order) return undefined
  const { body, taking } = take(order, wanted, (line) => undelivered(business, line))
  const label = `delivery ${business.deliveries.length + 1}`
  let delivery: Delivery
  return {
    words: `${label} of ${order.label}: ${wordsOf(taking)}`,
    method: 'POST',
    path: '/deliveries',
    body: { salesOrder: order.id, ...body },
    verdict: deliveryVerdict(business, order, taking),
    accept({ id }) {
      delivery = { label, id, order, parts: taking as readonly Part[], isGone: false }
      business.deliveries.push(delivery)
      for (const { line } of delivery.parts) line.item.isMoved = true
    },
    shows: () => deliveryView(delivery),
  }
})

export const undoDelivery = step(choice, (business, which) => {
  const delivery = choose(business.deliveries, which)
  return (
    delivery && {
      words: `${delivery.label} of ${delivery.order.label} is undone`,
      method: 'DELETE',
      path: `/deliveries/${delivery.id}`,
      verdict: delivery.isGone ? 'NOT_FOUND' : undefined,
      accept: () => Object.assign(delivery, { isGone: true }),
    }
  )
})

const DUE = ['by its terms', 'by its terms', 'later', 'too early'] as const

/** The dates of two invoices of an order may lie in different years. */
const dueDateOf = (date: string, due: (typeof DUE)[number]) =>
  ({ 'by its terms': undefined, later: DATES[1], 'too early': date.replace('05-05', '05-04') })[due]

export const invoiceOrder = step(
  fc.record({
    order: choice,
    wishes,
    date,
    due: fc.constantFrom(...DUE),
    isDraft: fc.constantFrom(false, false, true),
    isStubborn: seldom,
  }),
  (business, { order: which, wishes: wanted, date: invoiceDate, due, isDraft, isStubborn }) => {
    const isBillable = ({ status }: Order) => status !== 'on_hold' && status !== 'cancelled'
    const order = choose(
      business.orders,
      which,
      (other) => isBillable(other) && (isStubborn || hasUnbilled(business, other)),
    )
    if (!order) return undefined
    const { body, taking } = take(order, wanted, (line) => unbilled(business, line))
    const dueDate = dueDateOf(invoiceDate, due)
    const label = `invoice ${business.invoices.length + 1}`
    let invoice: Invoice
    return {
      words: `${label} of ${order.label}${isDraft ? ', a draft' : ''}: ${wordsOf(taking)}`,
      method: 'POST',
      path: '/invoices/from-order',
      body: {
        salesOrder: order.id,
        invoiceDate,
        ...body,
        ...(dueDate && { dueDate }),
        ...(isDraft && { draft: true }),
      },
      verdict: billingVerdict(business, order, taking, due !== 'too early'),
      accept({ id }) {
        const parts = (taking as readonly Part[]).map((part) => ({ ...part, amounts: partAmounts(business, part) }))
        const head = { label, id, order, customer: order.customer, date: invoiceDate, dueDate: dueDate ?? null }
        invoice = { ...head, parts, number: null, state: 'draft', isGone: false }
        business.invoices.push(invoice)
        if (order.status === 'draft') order.status = 'submitted'
        if (!isDraft) issue(business, invoice)
      },
      shows: () => invoiceView(business, invoice),
    }
  },
)

const partAmounts = (business: Business, { line, quantity }: Part) => partOf(quantity, line, billed(business, line))

function issue(business: Business, invoice: Invoice): void {
  invoice.state = 'issued'
  invoice.number = business.takeNumber('INV', invoice.date)
  invoice.dueDate ??= invoice.date
}

const TARGETS: readonly InvoiceStatus[] = ['unpaid', 'unpaid', 'cancelled', 'paid', 'partially_paid', 'draft']

export const moveInvoice = step(
  fc.record({ invoice: choice, to: fc.constantFrom(...TARGETS) }),
  (business, { invoice: which, to }) => {
    const invoice = choose(business.invoices, which, (other) => invoiceTargets(business, other).includes(to))
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
      words: `${invoice.label} is deleted`,
      method: 'DELETE',
      path: `/invoices/${invoice.id}`,
      verdict: invoiceDeletionVerdict(business, invoice),
      accept: () => Object.assign(invoice, { state: 'cancelled', isGone: true }),
    }
  )
})

const PAYMENTS = ['all', 'all', 'half', 'a cent', 'a cent too much', 'a tenth of a cent'] as const

/** In ten-thousandths. */
function amountOf(left: bigint, wanted: (typeof PAYMENTS)[number]): bigint {
  const cents = { all: left, half: left / 2n, 'a cent': 1n, 'a cent too much': left + 1n }
  return wanted === 'a tenth of a cent' ? 10n : 100n * greater(1n, cents[wanted])
}

export const pay = step(
  fc.record({ invoice: choice, wanted: fc.constantFrom(...PAYMENTS) }),
  (business, { invoice: which, wanted }) => {
    const invoice = choose(business.invoices, which, (other) => outstanding(business, other) > 0n)
    if (!invoice) return undefined
    const amount = amountOf(outstanding(business, invoice), wanted)
    const label = `payment ${business.payments.length + 1}`
    let payment: Payment
    return {
      words: `${label} of ${ofParts(amount)} on ${invoice.label}`,
      method: 'POST',
      path: '/payments',
      body: { invoice: invoice.id, amount: ofParts(amount) },
      verdict: paymentVerdict(business, invoice, amount),
      accept({ id }) {
        payment = { label, id, invoice, cents: amount / 100n, isGone: false }
        business.payments.push(payment)
      },
      shows: () => paymentView(payment),
    }
  },
)

export const takeBackPayment = step(choice, (business, which) => {
  const payment = choose(business.payments, which)
  return (
    payment && {
      words: `${payment.label} on ${payment.invoice.label} is taken back`,
      method: 'DELETE',
      path: `/payments/${payment.id}`,
      verdict: payment.isGone ? 'NOT_FOUND' : undefined,
      accept: () => Object.assign(payment, { isGone: true }),
    }
  )
})
