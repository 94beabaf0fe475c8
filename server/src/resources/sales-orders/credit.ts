import type { Context } from '../../core/action.ts'
import { type Blocker, defineProblems, refuseBlocked } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { sumOf } from '../../model/money.ts'
import { type Customer, customers } from '../customers/customers.resource.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { salesOrders } from './sales-orders.resource.ts'

export const { CREDIT_LIMIT_EXCEEDED, CUSTOMER_ON_HOLD } = defineProblems({
  CREDIT_LIMIT_EXCEEDED: [422, "The order would exceed the customer's credit limit."],
  CUSTOMER_ON_HOLD: [422, 'The customer is on credit hold.'],
})

/** What a customer owes, and has ordered without being invoiced. */
export async function exposures({ records }: Context<Reads>, ids: readonly string[]): Promise<Map<string, number>> {
  const outstanding = await records.sums(invoices, 'outstanding', ids)
  const ordered = await records.sums(salesOrders, 'uninvoicedAmount', ids)
  return new Map(ids.map((id) => [id, sumOf([outstanding.get(id) ?? 0, ordered.get(id) ?? 0])]))
}

/** A customer on credit hold gets no further order, whatever the limit. */
export const holdBlocker = ({ creditHold, name }: Customer): Blocker | undefined =>
  creditHold ? { code: CUSTOMER_ON_HOLD, message: `${name} is on credit hold. Lift the hold first.` } : undefined

/** Whether a customer's credit bears this much more. No limit, or a limit of 0, bears anything. */
export function creditBlocker({ creditLimit, name }: Customer, exposure: number, more: number): Blocker | undefined {
  if (!creditLimit || more <= 0) return undefined
  const excess = sumOf([exposure, more, -creditLimit])
  if (excess <= 0) return undefined
  return {
    code: CREDIT_LIMIT_EXCEEDED,
    message: `${name} would exceed the credit limit of ${creditLimit} by ${excess}: ${exposure} is open already. Ask for payment, raise the limit, or reduce the order.`,
    details: [
      { field: 'limit', message: String(creditLimit) },
      { field: 'exposure', message: String(exposure) },
      { field: 'excess', message: String(excess) },
    ],
    reveals: ['customers.creditLimit', 'customers.balance'],
  }
}

/** The customer stays locked, so that two concurrent orders cannot both fit under the limit. */
export async function refuseOverCredit(ctx: Context, customerId: string, more: number): Promise<void> {
  if (more <= 0) return
  const customer = await ctx.records.lock(customers, customerId)
  // The change is written already, so what is open holds it.
  const exposure = sumOf([(await exposures(ctx, [customerId])).get(customerId)!, -more])
  refuseBlocked(holdBlocker(customer) ?? creditBlocker(customer, exposure, more))
}
