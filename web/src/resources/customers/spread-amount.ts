import { sumOf } from '../../../../server/src/model/money.ts'

/** What is open of an invoice, and what its terms take off if it is paid in time. */
export interface OpenInvoice {
  readonly id: string
  readonly outstanding: number
  readonly discountUntil?: string | null
  readonly discountAmount?: number | null
}

export interface Settled {
  readonly amount: number
  readonly discount: number
}

const NOTHING: Settled = { amount: 0, discount: 0 }

/** What a payment settles of invoices, in their order. A discount is taken in time, where the rest of the invoice is paid. */
export function spread(
  amount: number,
  invoices: readonly OpenInvoice[],
  day: string,
): Readonly<Record<string, Settled>> {
  let left = amount
  return Object.fromEntries(
    invoices.map((invoice) => {
      const settled = settledBy(left, invoice, day)
      left = sumOf([left, -settled.amount])
      return [invoice.id, settled]
    }),
  )
}

function settledBy(left: number, { outstanding, discountUntil, discountAmount }: OpenInvoice, day: string): Settled {
  if (left <= 0) return NOTHING
  const discount = discountUntil && day <= discountUntil ? (discountAmount ?? 0) : 0
  const reduced = sumOf([outstanding, -discount])
  return left >= reduced && discount > 0
    ? { amount: reduced, discount }
    : { amount: Math.min(left, outstanding), discount: 0 }
}
