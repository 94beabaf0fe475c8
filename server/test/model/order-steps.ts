import fc from 'fast-check'
import { ofCents, totalOf } from './amounts.ts'
import { type Attempt, deletionOf } from './attempt.ts'
import type { Business, Customer, Order, OrderStatus } from './business.ts'
import { type DraftLine, draftLines, named, newLine, wordsOf } from './order-lines.ts'
import { creationVerdict, moveVerdict, orderDeletionVerdict, orderMoves } from './order-rules.ts'
import { choice, choose, seldom, step } from './step.ts'
import { orderAmounts } from './sums.ts'
import { DATES, type DateText, date, dayBefore } from './values.ts'
import { orderView } from './views.ts'

const EXPECTATIONS = ['none', 'none', 'none', 'right', 'a cent more'] as const

interface NewOrder {
  readonly customer: Customer
  readonly lines: readonly DraftLine[]
  readonly date: DateText
  /** To be delivered before it was ordered. */
  readonly isUntimely: boolean
  readonly expected: (typeof EXPECTATIONS)[number]
}

export const placeOrder = step(
  fc.record({
    customer: choice,
    lines: fc.array(newLine, { minLength: 1, maxLength: 4 }),
    date,
    isUntimely: seldom,
    expected: fc.constantFrom(...EXPECTATIONS),
  }),
  (business, { customer: which, lines: wanted, ...rest }) => {
    const customer = choose(business.customers, which, ({ isActive }) => isActive)
    const lines = draftLines(business, wanted)
    return customer && lines && orderOf(business, { customer, lines, ...rest })
  },
)

function orderOf(
  business: Business,
  { customer, date: orderDate, isUntimely, expected, ...drafts }: NewOrder,
): Attempt {
  const lines = drafts.lines.map(({ line }) => line)
  const total = totalOf(orderAmounts(business, { lines }))
  const label = `order ${business.orders.length + 1}`
  let order: Order
  return {
    words: `${label} of ${customer.label}: ${wordsOf(lines)}`,
    method: 'POST',
    path: '/sales-orders',
    body: {
      customer: customer.id,
      orderDate,
      items: drafts.lines.map(({ body }) => body),
      ...(isUntimely && { deliveryDate: dayBefore(DATES[0]) }),
      ...(expected !== 'none' && { expectedTotal: ofCents(expected === 'right' ? total : total + 1n) }),
    },
    verdict: creationVerdict({ customer, lines }, expected !== 'a cent more', !isUntimely),
    accept(data) {
      const number = business.takeNumber('SO', orderDate)
      order = { label, id: data.id, number, customer, status: 'draft', lines: named(lines, data), isGone: false }
      business.orders.push(order)
    },
    shows: () => orderView(business, order),
  }
}

const TARGETS: readonly OrderStatus[] = ['submitted', 'submitted', 'draft', 'on_hold', 'closed', 'cancelled']

export const moveOrder = step(
  fc.record({ order: choice, to: fc.constantFrom(...TARGETS), isCreditOverridden: seldom }),
  (business, { order: which, to, isCreditOverridden }) => {
    const order = choose(business.orders, which, ({ status }) => to in orderMoves[status])
    return (
      order && {
        words: `${order.label} becomes ${to}${isCreditOverridden ? ' whatever the credit' : ''}`,
        method: 'PUT',
        path: `/sales-orders/${order.id}/status`,
        body: { status: to, ...(isCreditOverridden && { overrideCreditLimit: true }) },
        verdict: moveVerdict(business, order, to, isCreditOverridden),
        accept: () => Object.assign(order, { status: to }),
        shows: () => orderView(business, order),
      }
    )
  },
)

export const deleteOrder = step(choice, (business, which) => {
  const order = choose(business.orders, which, ({ status }) => status === 'draft' || status === 'cancelled')
  return order && deletionOf(order, 'sales-orders', orderDeletionVerdict(business, order))
})
