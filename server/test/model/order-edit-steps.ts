import fc from 'fast-check'
import { ofParts } from './amounts.ts'
import type { Business, Order } from './business.ts'
import { bodyOf, draftLines, named, newLine, wordsOf } from './order-lines.ts'
import { leastQuantity, quantityVerdict, rewritingVerdict } from './order-rules.ts'
import { choice, choose, step, wrapped } from './step.ts'
import { quantity } from './values.ts'
import { orderView } from './views.ts'

/** Some lines stay, some come, and perhaps the customer changes. */
export const rewriteOrder = step(
  fc.record({
    order: choice,
    kept: fc.nat({ max: 2 }),
    /** Says only the discount of lines that stay; what was agreed stays too. */
    isTerse: fc.boolean(),
    lines: fc.array(newLine, { minLength: 1, maxLength: 2 }),
    customer: fc.option(choice, { nil: undefined }),
  }),
  (business, { order: which, kept: count, isTerse, lines: wanted, customer: whom }) => {
    const order = choose(business.orders, which, ({ status }) => status === 'draft')
    const fresh = draftLines(business, wanted)
    if (!order || !fresh) return undefined
    const customer = (whom && choose(business.customers, whom, ({ isActive }) => isActive)) ?? order.customer
    const kept = order.lines.slice(0, count)
    const keptBodies = kept.map((line) => ({
      id: line.id,
      ...bodyOf(line, isTerse ? { discount: line.discount } : line),
    }))
    const lines = [...kept, ...fresh.map(({ line }) => line)]
    return {
      ...editOf(business, order, {
        ...(customer !== order.customer && { customer: customer.id }),
        items: [...keptBodies, ...fresh.map(({ body }) => body)],
      }),
      words: `${order.label} now of ${customer.label}: ${wordsOf(lines)}`,
      verdict: rewritingVerdict(order, { customer, lines }),
      accept: (data) => Object.assign(order, { customer, lines: named(lines, data) }),
    }
  },
)

const editOf = (business: Business, order: Order, body: object) => ({
  method: 'PUT' as const,
  path: `/sales-orders/${order.id}`,
  body,
  shows: () => orderView(business, order),
})

const CHANGES = ['more', 'more', 'least', 'below least', 'same'] as const

export const changeQuantity = step(
  fc.record({ order: choice, line: fc.nat({ max: 3 }), change: fc.constantFrom(...CHANGES), by: quantity }),
  (business, { order: which, line: index, change, by }) => {
    const order = choose(business.orders, which, ({ status }) => status === 'submitted')
    if (!order) return undefined
    const begun = order.lines.filter((line) => change !== 'more' && leastQuantity(business, line) > 0n)
    const old = wrapped(begun.length > 0 ? begun : order.lines, index)
    const least = leastQuantity(business, old)
    const count = { more: old.quantity + by, least, 'below least': least - 1n, same: old.quantity }[change]
    const lines = order.lines.map((line) => (line === old ? { ...line, quantity: count } : line))
    return {
      ...editOf(business, order, { items: lines.map((line) => ({ id: line.id, ...bodyOf(line, line) })) }),
      words: `${order.label}: ${ofParts(old.quantity)} × ${old.item.label} become ${ofParts(count)}`,
      verdict: quantityVerdict(business, order, lines),
      accept: () => Object.assign(order, { lines }),
    }
  },
)

const NOTE = { notes: 'Call before you come.' }

/** Whatever the state. */
export const noteOrder = step(choice, (business, which) => {
  const order = choose(business.orders, which)
  return (
    order && {
      ...editOf(business, order, NOTE),
      words: `${order.label} gets a note`,
      verdict: order.isGone ? 'NOT_FOUND' : undefined,
      accept: () => undefined,
      shows: () => ({ ...orderView(business, order), ...NOTE }),
    }
  )
})
