import fc from 'fast-check'
import { ofCents, ofParts } from './amounts.ts'
import { allocationVerdict } from './billing-rules.ts'
import type { Business, Payment } from './business.ts'
import { amountOf, wantedAmount } from './payment-steps.ts'
import { type Choice, choice, choose, step } from './step.ts'
import { left, outstanding } from './sums.ts'
import { paymentView } from './views.ts'

/** Money of a customer that is for no invoice yet. */
export const payOnAccount = step(
  fc.record({ customer: choice, cents: fc.integer({ min: 1, max: 50_000 }) }),
  (business, { customer: which, cents }) => {
    const customer = choose(business.customers, which)
    if (!customer) return undefined
    const label = `payment ${business.payments.length + 1}`
    let payment: Payment
    return {
      words: `${label} of ${ofCents(BigInt(cents))} by ${customer.label}`,
      method: 'POST',
      path: '/payments',
      body: { customer: customer.id, amount: ofCents(BigInt(cents)) },
      verdict: customer.isGone ? 'VALIDATION_ERROR' : undefined,
      accept({ id }) {
        payment = { label, id, customer, cents: BigInt(cents), settled: [], isGone: false }
        business.payments.push(payment)
      },
      shows: () => paymentView(payment),
    }
  },
)

/** Mostly to an invoice of the same customer. */
export const allocate = step(
  fc.record({ payment: choice, invoice: choice, wanted: wantedAmount }),
  (business, { payment: which, invoice: whichInvoice, wanted }) => {
    const payment = payableWith(business, which)
    const invoice = choose(
      business.invoices,
      whichInvoice,
      (one) => one.customer === payment?.customer && outstanding(business, one) > 0n,
    )
    if (!payment || !invoice) return undefined
    const open = outstanding(business, invoice)
    const amount = amountOf(open < left(payment) ? open : left(payment), wanted)
    return {
      words: `${ofParts(amount)} of ${payment.label} is allocated to ${invoice.label}`,
      method: 'POST',
      path: `/payments/${payment.id}/allocate`,
      status: 200,
      body: { allocations: [{ invoice: invoice.id, amount: ofParts(amount) }] },
      verdict: allocationVerdict(business, payment, invoice, amount),
      accept: () => payment.settled.push({ invoice, cents: amount / 100n }),
      shows: () => paymentView(payment),
    }
  },
)

export const allocateOldestFirst = step(choice, (business, which) => {
  const payment = payableWith(business, which)
  if (!payment) return undefined
  const open = business.invoices
    .filter((invoice) => invoice.customer === payment.customer && outstanding(business, invoice) > 0n)
    .sort((a, b) => (`${a.dueDate} ${a.id}` < `${b.dueDate} ${b.id}` ? -1 : 1))
  return {
    words: `${payment.label} is allocated to what is due first`,
    method: 'POST',
    path: `/payments/${payment.id}/allocate`,
    status: 200,
    body: { oldestFirst: true },
    verdict: payment.isGone
      ? 'NOT_FOUND'
      : left(payment) === 0n
        ? 'DOCUMENT_LOCKED'
        : open.length === 0
          ? 'VALIDATION_ERROR'
          : undefined,
    accept() {
      for (const invoice of open) {
        const [owed, rest] = [outstanding(business, invoice), left(payment)]
        const cents = owed < rest ? owed : rest
        if (cents > 0n) payment.settled.push({ invoice, cents })
      }
    },
    shows: () => paymentView(payment),
  }
})

export const unallocate = step(choice, (business, which) => {
  const payment = choose(business.payments, which, ({ settled }) => settled.length > 0)
  return (
    payment && {
      words: `what ${payment.label} settles is taken back`,
      method: 'POST',
      path: `/payments/${payment.id}/unallocate`,
      status: 200,
      body: {},
      verdict: payment.isGone ? 'NOT_FOUND' : payment.settled.length === 0 ? 'DOCUMENT_LOCKED' : undefined,
      accept: () => payment.settled.splice(0),
      shows: () => paymentView(payment),
    }
  )
})

const payableWith = ({ payments }: Business, which: Choice) => choose(payments, which, (one) => left(one) > 0n)
