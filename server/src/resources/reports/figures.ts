import type { Context } from '../../core/action.ts'
import type { Aggregate } from '../../core/lists/aggregate.ts'
import type { Condition } from '../../core/lists/list-query.ts'
import type { Reads } from '../../core/store.ts'
import { OWED } from '../documents/open-items/balances.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { payments } from '../payments/payments.resource.ts'
import type { Period } from './periods.ts'

/** What reports add up, said once. */

export const within = (path: string, { from, to }: Period): Condition[] => [
  { path, operator: 'gte', values: [from] },
  { path, operator: 'lte', values: [to] },
]

const UNISSUED: readonly string[] = ['draft', 'cancelled']
const ISSUED: readonly Condition[] = UNISSUED.map((status) => ({ path: 'status', operator: 'ne', values: [status] }))

/** What was invoiced in a period: totals and the tax in them; all together, or by day. */
export const invoicedIn = ({ records }: Context<Reads>, period: Period, by?: 'invoiceDate') =>
  records.aggregate(invoices, {
    conditions: [...within('invoiceDate', period), ...ISSUED],
    sums: ['total', 'taxTotal'],
    ...(by && { by }),
  })

/** The same as a list: its address holds each operator of a field once. */
export const issuedIn = (period: Period): Condition[] => {
  const issued = invoices.fields.status.options.choices.filter((status) => !UNISSUED.includes(status))
  return [...within('invoiceDate', period), { path: 'status', operator: 'in', values: issued }]
}

/** What was paid in a period. */
export const collectedIn = ({ records }: Context<Reads>, period: Period, by?: 'paymentDate') =>
  records.aggregate(payments, {
    conditions: within('paymentDate', period),
    sums: ['amount'],
    ...(by && { by }),
  })

/** What customers owe. */
export const owed = ({ records }: Context<Reads>, conditions: readonly Condition[] = []) =>
  records.aggregate(invoices, { conditions: [OWED, ...conditions], sums: ['outstanding'] })

/** Of all records together there is one answer. */
export async function amountOf(asked: Promise<readonly Aggregate[]>): Promise<{ count: number; amount: number }> {
  const [all] = await asked
  return { count: all!.count, amount: all!.sums[0]! }
}
