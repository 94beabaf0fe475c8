import fc from 'fast-check'
import { greater, ofParts } from './amounts.ts'
import { deletionOf } from './attempt.ts'
import { paymentVerdict } from './billing-rules.ts'
import type { Payment } from './business.ts'
import { choice, choose, step } from './step.ts'
import { outstanding } from './sums.ts'
import { paymentView } from './views.ts'

const AMOUNTS = ['all', 'all', 'half', 'a cent', 'a cent too much', 'a tenth of a cent'] as const

export const wantedAmount = fc.constantFrom(...AMOUNTS)

/** In ten-thousandths. */
export function amountOf(left: bigint, wanted: (typeof AMOUNTS)[number]): bigint {
  if (wanted === 'a tenth of a cent') return 10n
  const cents = { all: left, half: left / 2n, 'a cent': 1n, 'a cent too much': left + 1n }[wanted]
  return 100n * greater(1n, cents)
}

export const pay = step(
  fc.record({ invoice: choice, wanted: wantedAmount }),
  (business, { invoice: which, wanted }) => {
    const invoice = choose(business.invoices, which, (one) => outstanding(business, one) > 0n)
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
        const cents = amount / 100n
        payment = { label, id, customer: invoice.customer, cents, settled: [{ invoice, cents }], isGone: false }
        business.payments.push(payment)
      },
      shows: () => paymentView(payment),
    }
  },
)

export const takeBackPayment = step(choice, (business, which) => {
  const payment = choose(business.payments, which)
  return payment && deletionOf(payment, 'payments', payment.isGone ? 'NOT_FOUND' : undefined)
})
