import type { Context } from '../../core/action.ts'
import type { Guard, Lifecycle } from '../../core/lifecycle.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { flag } from '../../model/fields.ts'
import { sumOf } from '../../model/money.ts'
import { type Customer, customers } from '../customers/customers.resource.ts'
import { type Invoice, invoices } from '../invoices/invoices.resource.ts'
import { type Item, items } from '../items/items.resource.ts'
import { creditBlocker, exposures } from './credit.ts'
import { creditClaimOf } from './order-progress.ts'
import { release, reserve } from './reservation.ts'
import type { SalesOrder, salesOrders } from './sales-orders.resource.ts'

interface OrderFacts {
  readonly customer: Customer
  readonly exposure: number
  readonly items: ReadonlyMap<string, Item>
  readonly liveInvoices: readonly Invoice[]
  readonly isCreditOverridden: boolean
}
type OrderGuard = Guard<typeof salesOrders>

const isActive: OrderGuard = ({ items: lines }, { customer, items: known }: OrderFacts) => {
  const inactive = lines.find(({ item }) => !known.get(item)?.isActive)
  if (customer.isActive && !inactive) return undefined
  const what = customer.isActive ? `Item ${inactive!.itemCode}` : `Customer ${customer.name}`
  return { code: 'INACTIVE_REFERENCE', message: `${what} is inactive. Activate it first.` }
}

const customerMayOrder: OrderGuard = (_order, { customer }: OrderFacts) =>
  customer.creditHold
    ? { code: 'CUSTOMER_ON_HOLD', message: `${customer.name} is on credit hold. Lift the hold first.` }
    : undefined

const withinCredit: OrderGuard = (order, { customer, exposure, isCreditOverridden }: OrderFacts) => {
  const claim = creditClaimOf('submitted', order.total, order.issuedTotal)
  return isCreditOverridden ? undefined : creditBlocker(customer, exposure, sumOf([claim, -order.uninvoicedAmount]))
}

const noLiveInvoice: OrderGuard = (_order, { liveInvoices }: OrderFacts) => {
  if (liveInvoices.length === 0) return undefined
  const names = liveInvoices.map(({ invoiceNumber, id }) => invoiceNumber ?? id).join(', ')
  return { code: 'INVALID_STATUS_TRANSITION', message: `It has been invoiced: ${names}. Void the invoice first.` }
}

const noDelivery: OrderGuard = ({ items: lines }) =>
  lines.some(({ deliveredQuantity }) => deliveredQuantity > 0)
    ? { code: 'INVALID_STATUS_TRANSITION', message: 'Some of it has been delivered. Close the order instead.' }
    : undefined

const reserveLines = async (ctx: Context, order: SalesOrder) => {
  await reserve(ctx, order.items)
  return {}
}
const releaseLines = async (ctx: Context, order: SalesOrder) => {
  await release(ctx, order.items)
  return {}
}

/** The life of an order: what may follow what, under which conditions, and what happens then. */
export const orderLifecycle: Lifecycle<typeof salesOrders> = {
  moves: [
    {
      from: ['draft'],
      to: 'submitted',
      right: 'submit',
      guards: [isActive, customerMayOrder, withinCredit],
      effect: reserveLines,
    },
    { from: ['draft'], to: 'cancelled', right: 'cancel' },
    { from: ['submitted'], to: 'draft', right: 'submit', guards: [noLiveInvoice, noDelivery], effect: releaseLines },
    { from: ['submitted'], to: 'on_hold', right: 'submit' },
    { from: ['on_hold'], to: 'submitted', right: 'submit', guards: [customerMayOrder, withinCredit] },
    {
      from: ['submitted', 'on_hold'],
      to: 'cancelled',
      right: 'cancel',
      guards: [noLiveInvoice, noDelivery],
      effect: releaseLines,
    },
    { from: ['submitted', 'on_hold'], to: 'closed', right: 'submit', effect: releaseLines },
    {
      from: ['closed'],
      to: 'submitted',
      right: 'submit',
      guards: [customerMayOrder, withinCredit],
      effect: reserveLines,
    },
  ],
  options: { overrideCreditLimit: flag({ description: 'Passes over the credit limit; needs the right "override".' }) },
  async lock({ records }, order) {
    await records.lock(customers, order.customer) // two orders at once must not both fit under his limit
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
  const open = await exposures(ctx, ids)
  const itemIds = new Set(
    orders.filter(({ status }) => status === 'draft').flatMap(({ items: lines }) => lines.map(({ item }) => item)),
  )
  const stock = await ctx.records.getMany(items, [...itemIds])
  const billed = Map.groupBy(
    await ctx.records.related(
      invoices,
      'salesOrder',
      orders.map(({ id }) => id),
    ),
    ({ salesOrder }) => salesOrder,
  )
  return orders.map(
    (order): OrderFacts => ({
      customer: known.get(order.customer)!,
      exposure: open.get(order.customer)!,
      items: stock,
      liveInvoices: (billed.get(order.id) ?? []).filter(({ status }) => status !== 'cancelled'),
      isCreditOverridden: mayOverride(ctx, options.overrideCreditLimit === true),
    }),
  )
}

function mayOverride({ actor, permission }: Context<Reads>, isAsked: boolean): boolean {
  if (isAsked && !permission.can.includes('override')) {
    throw new Problem('FORBIDDEN', { message: `The role "${actor.role}" may not pass over a credit limit.` })
  }
  return isAsked
}
