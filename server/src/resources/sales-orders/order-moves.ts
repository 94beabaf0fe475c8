import type { Context } from '../../core/action.ts'
import type { Guard, Lifecycle } from '../../core/lifecycle.ts'
import { type Blocker, defineProblems, Problem, refuseBlocked } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { flag } from '../../model/fields.ts'
import { msg, toldOf, verbatim } from '../../model/message.ts'
import { amountText, sumOf } from '../../model/money.ts'
import { type Customer, customers } from '../customers/customers.resource.ts'
import type { AnyDocument } from '../documents/document-type.ts'
import { INACTIVE_REFERENCE } from '../documents/priced-lines.ts'
import { allTakersOf, type Takers, takenBlocker } from '../documents/references/progress.ts'
import { items } from '../items/items.resource.ts'
import { type SalesOrder, salesOrders } from './sales-orders.resource.ts'

export const { CREDIT_LIMIT_EXCEEDED, CUSTOMER_ON_HOLD } = defineProblems({
  CREDIT_LIMIT_EXCEEDED: [422, msg`The order would exceed the customer's credit limit.`],
  CUSTOMER_ON_HOLD: [422, msg`The customer is on credit hold.`],
})

/** Orders in these states have stock set aside … */
export const holdsStock = (status: SalesOrder['status']) => status === 'submitted' || status === 'on_hold'

/** … and count against the customer's credit with what is not invoiced yet. */
export const creditClaimOf = (status: SalesOrder['status'], total: number, issuedTotal: number): number =>
  holdsStock(status) ? Math.max(0, sumOf([total, -issuedTotal])) : 0

/** What a customer owes, and has ordered without being invoiced. */
export async function exposures({ records }: Context<Reads>, ids: readonly string[]): Promise<Map<string, number>> {
  const outstanding = await records.sums(customers, 'outstanding', ids)
  const ordered = await records.sums(customers, 'uninvoicedAmount', ids)
  return new Map(ids.map((id) => [id, sumOf([outstanding.get(id) ?? 0, ordered.get(id) ?? 0])]))
}

/** A customer on credit hold gets no further order, whatever the limit. */
export function holdBlocker(customer: Customer): Blocker | undefined {
  if (!customer.creditHold) return undefined
  const text = msg`${toldOf(customers, customer)('name')} is on credit hold. Lift the hold first.`
  return { code: CUSTOMER_ON_HOLD, text, reveals: ['customers.creditHold'] }
}

/** Whether a customer's credit bears this much more. No limit, or a limit of 0, bears anything. */
export function creditBlocker(
  { creditLimit }: Customer,
  exposure: number,
  more: number,
  order: Pick<SalesOrder, 'currency'>,
): Blocker | undefined {
  if (!creditLimit || more <= 0) return undefined
  const excess = sumOf([exposure, more, -creditLimit])
  if (excess <= 0) return undefined
  const currency = toldOf(salesOrders, order)('currency')
  return {
    code: CREDIT_LIMIT_EXCEEDED,
    text: msg`The order would exceed the customer's credit limit of ${amountText(creditLimit, currency)} by ${amountText(excess, currency)}.`,
    details: [
      { field: 'limit', message: verbatim(String(creditLimit)) },
      { field: 'exposure', message: verbatim(String(exposure)) },
      { field: 'excess', message: verbatim(String(excess)) },
    ],
    reveals: ['customers.creditLimit', 'customers.balance'],
  }
}

/** The customer stays locked, so that two concurrent orders cannot both fit under the limit. */
export async function refuseOverCredit(
  ctx: Context,
  order: Pick<SalesOrder, 'customer' | 'currency'>,
  more: number,
): Promise<void> {
  if (more <= 0) return
  const customer = await ctx.records.lock(customers, order.customer)
  // The change is written already, so what is open holds it.
  const exposure = sumOf([(await exposures(ctx, [customer.id])).get(customer.id)!, -more])
  refuseBlocked(holdBlocker(customer) ?? creditBlocker(customer, exposure, more, order))
}

interface OrderFacts {
  readonly customer: Customer
  readonly exposure: number
  readonly inactiveItems: ReadonlySet<string>
  readonly takers: Takers
  readonly isCreditOverridden: boolean
}
type OrderGuard = Guard<typeof salesOrders>

const isActive: OrderGuard = ({ items: lines }, { customer, inactiveItems }: OrderFacts) => {
  const inactive = lines.find(({ item }) => item !== null && inactiveItems.has(item))
  if (customer.isActive && !inactive) return undefined
  const text = customer.isActive
    ? msg`Item ${toldOf(items, inactive!)('itemCode')} is inactive. Activate it first.`
    : msg`Customer ${toldOf(customers, customer)('name')} is inactive. Activate the customer first.`
  return { code: INACTIVE_REFERENCE, text, reveals: [customer.isActive ? 'items.isActive' : 'customers.isActive'] }
}

const customerMayOrder: OrderGuard = (_order, { customer }: OrderFacts) => holdBlocker(customer)

const OVERRIDE = { option: 'overrideCreditLimit', right: 'override' } as const

/** Looked at as if the order were new: one that waited on hold is part of what is open already. */
const withinCredit: OrderGuard = (order, { customer, exposure, isCreditOverridden }: OrderFacts) => {
  const claim = creditClaimOf('submitted', order.total, order.issuedTotal)
  const blocker = creditBlocker(customer, sumOf([exposure, -order.uninvoicedAmount]), claim, order)
  return blocker && !isCreditOverridden ? { ...blocker, override: OVERRIDE } : undefined
}

const notInvoiced: OrderGuard = (order, { takers }: OrderFacts) =>
  takenBlocker(salesOrders, 'invoiceStatus')(order, takers)
const notDelivered: OrderGuard = (order, { takers }: OrderFacts) =>
  takenBlocker(salesOrders, 'deliveryStatus')(order, takers)

/** The life of an order: what may follow what, under which conditions, and what happens then. */
export const orderLifecycle: Lifecycle<typeof salesOrders> = {
  moves: [
    {
      from: ['draft'],
      to: 'submitted',
      right: 'submit',
      isMain: true,
      guards: [isActive, customerMayOrder, withinCredit],
    },
    { from: ['draft'], to: 'cancelled', right: 'cancel' },
    { from: ['submitted'], to: 'draft', right: 'submit', guards: [notInvoiced, notDelivered] },
    { from: ['submitted'], to: 'on_hold', right: 'submit' },
    { from: ['on_hold'], to: 'submitted', right: 'submit', isMain: true, guards: [customerMayOrder, withinCredit] },
    {
      from: ['submitted', 'on_hold'],
      to: 'cancelled',
      right: 'cancel',
      guards: [notInvoiced, notDelivered],
    },
    { from: ['submitted', 'on_hold'], to: 'closed', right: 'submit' },
    {
      from: ['closed'],
      to: 'submitted',
      right: 'submit',
      isMain: true,
      guards: [customerMayOrder, withinCredit],
    },
  ],
  problems: [INACTIVE_REFERENCE, CUSTOMER_ON_HOLD, CREDIT_LIMIT_EXCEEDED],
  options: { overrideCreditLimit: flag({ description: 'Passes over the credit limit; needs the right "override".' }) },
  async lock({ records }, order) {
    await records.lock(customers, order.customer) // two concurrent orders must not both fit under the limit
  },
  facts: orderFacts,
}

async function orderFacts(
  ctx: Context<Reads>,
  orders: readonly SalesOrder[],
  options: { overrideCreditLimit?: unknown },
) {
  const ids = [...new Set(orders.map(({ customer }) => customer))]
  const known = await ctx.records.getMany(customers, ids)
  const limited = ids.filter((id) => known.get(id)?.creditLimit)
  const open = await exposures(ctx, limited)
  const itemIds = new Set(
    orders
      .filter(({ status }) => status === 'draft')
      .flatMap(({ items: lines }) => lines.flatMap(({ item }) => item ?? [])),
  )
  const inactive = await ctx.records.heads(items, 'id', [...itemIds], { isActive: false })
  const inactiveItems = new Set(inactive.map(({ id }) => id))
  const takers = await allTakersOf(ctx, salesOrders, orders as unknown as AnyDocument[])
  return orders.map(
    (order, index): OrderFacts => ({
      customer: known.get(order.customer)!,
      exposure: open.get(order.customer) ?? 0, // where there is no limit, it does not matter
      inactiveItems,
      takers: takers[index]!,
      isCreditOverridden: mayOverride(ctx, options.overrideCreditLimit === true),
    }),
  )
}

function mayOverride({ actor, permission }: Context<Reads>, isAsked: boolean): boolean {
  if (isAsked && !permission.can.includes('override')) {
    throw new Problem('FORBIDDEN', { text: msg`The role "${actor.role}" may not exceed a credit limit.` })
  }
  return isAsked
}
