import fc from 'fast-check'
import { ofCents, ofParts, type Terms, totalOf } from './amounts.ts'
import type { Business, Line, Order, OrderStatus } from './business.ts'
import {
  creationVerdict,
  leastQuantity,
  moveVerdict,
  orderDeletionVerdict,
  orderMoves,
  quantityVerdict,
  rewritingVerdict,
} from './order-rules.ts'
import { type Choice, choice, choose, seldom, step } from './step.ts'
import { orderAmounts } from './sums.ts'
import { DATES, date, percent, quantity, rate } from './values.ts'
import { orderView } from './views.ts'

interface NewLine {
  readonly item: Choice
  readonly quantity: bigint
  readonly rate: bigint | undefined
  readonly discount: bigint | undefined
  readonly taxRate: bigint | undefined
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
const newLine: fc.Arbitrary<NewLine> = fc.record({
  item: choice,
  quantity,
  rate: maybe(rate),
  discount: maybe(percent),
  taxRate: maybe(percent),
})

/** What is left out comes from the item. */
function lineOf({ items }: Business, { item: which, ...terms }: NewLine): Line | undefined {
  const item = choose(items, which, ({ isActive }) => isActive)
  return (
    item && {
      id: '',
      item,
      quantity: terms.quantity,
      rate: terms.rate ?? item.price,
      discount: terms.discount ?? 0n,
      taxRate: terms.taxRate ?? item.taxRate,
    }
  )
}

const linesOf = (business: Business, lines: readonly NewLine[]) =>
  lines.map((line) => lineOf(business, line)).filter((line) => line !== undefined)

/** Which terms the body names. */
type Said = { readonly [name in keyof Terms]?: bigint | undefined }

const bodyOf = ({ item, quantity: count }: Line, { rate: price, discount, taxRate }: Said) => ({
  item: item.id,
  quantity: ofParts(count),
  ...(price !== undefined && { rate: ofParts(price) }),
  ...(discount !== undefined && { discount: ofParts(discount) }),
  ...(taxRate !== undefined && { taxRate: ofParts(taxRate) }),
})

const wordsOf = (lines: readonly Line[]) =>
  lines
    .map(
      ({ item, quantity: count, rate: price, discount, taxRate }) =>
        `${ofParts(count)} × ${item.label} at ${ofParts(price)} − ${ofParts(discount)} % + ${ofParts(taxRate)} %`,
    )
    .join(', ')

/** The server has named the lines. */
const named = (lines: readonly Line[], { items }: { items: { id: string }[] }): Line[] =>
  lines.map((line, index) => ({ ...line, id: items[index]?.id ?? '' }))

const EXPECTATIONS = ['none', 'none', 'none', 'right', 'a cent more'] as const

export const placeOrder = step(
  fc.record({
    customer: choice,
    lines: fc.array(newLine, { minLength: 1, maxLength: 4 }),
    date,
    isLate: seldom,
    expected: fc.constantFrom(...EXPECTATIONS),
  }),
  (business, { customer: which, lines: wanted, date: orderDate, isLate, expected }) => {
    const customer = choose(business.customers, which, ({ isActive }) => isActive)
    const lines = linesOf(business, wanted)
    if (!customer || lines.length < wanted.length) return undefined
    const total = totalOf(orderAmounts({ lines }))
    const label = `order ${business.orders.length + 1}`
    let order: Order
    return {
      words: `${label} of ${customer.label}: ${wordsOf(lines)}`,
      method: 'POST',
      path: '/sales-orders',
      body: {
        customer: customer.id,
        orderDate,
        items: lines.map((line, index) => bodyOf(line, wanted[index]!)),
        ...(isLate && { deliveryDate: DATES[0].replace('05-05', '05-04') }),
        ...(expected !== 'none' && { expectedTotal: ofCents(expected === 'right' ? total : total + 1n) }),
      },
      verdict: creationVerdict({ customer, lines }, expected !== 'a cent more', !isLate),
      accept(data) {
        const number = business.takeNumber('SO', orderDate)
        order = { label, id: data.id, number, customer, status: 'draft', lines: named(lines, data), isGone: false }
        business.orders.push(order)
      },
      shows: () => orderView(business, order),
    }
  },
)

/** Some lines stay, some come, and perhaps the customer changes. */
export const rewriteOrder = step(
  fc.record({
    order: choice,
    kept: fc.nat({ max: 2 }),
    isTerse: fc.boolean(),
    lines: fc.array(newLine, { minLength: 1, maxLength: 2 }),
    customer: fc.option(choice, { nil: undefined }),
  }),
  (business, { order: which, kept: count, isTerse, lines: wanted, customer: whom }) => {
    const order = choose(business.orders, which, ({ status }) => status === 'draft')
    const fresh = linesOf(business, wanted)
    const other = whom && choose(business.customers, whom, ({ isActive }) => isActive)
    if (!order || fresh.length < wanted.length) return undefined
    const kept = order.lines.slice(0, count)
    const content = { customer: other ?? order.customer, lines: [...kept, ...fresh] }
    return {
      words: `${order.label} now of ${content.customer.label}: ${wordsOf(content.lines)}`,
      method: 'PUT',
      path: `/sales-orders/${order.id}`,
      body: {
        ...(content.customer !== order.customer && { customer: content.customer.id }),
        items: [
          ...kept.map((line) => ({ id: line.id, ...bodyOf(line, isTerse ? { discount: line.discount } : line) })),
          ...fresh.map((line, index) => bodyOf(line, wanted[index]!)),
        ],
      },
      verdict: rewritingVerdict(order, content),
      accept: (data) => Object.assign(order, { ...content, lines: named(content.lines, data) }),
      shows: () => orderView(business, order),
    }
  },
)

const CHANGES = ['more', 'more', 'least', 'below least', 'same'] as const

export const changeQuantity = step(
  fc.record({ order: choice, line: fc.nat({ max: 3 }), change: fc.constantFrom(...CHANGES), by: quantity }),
  (business, { order: which, line: index, change, by }) => {
    const order = choose(business.orders, which, ({ status }) => status === 'submitted')
    if (!order) return undefined
    const old = order.lines[index % order.lines.length]!
    const least = leastQuantity(business, old)
    const count = { more: old.quantity + by, least, 'below least': least - 1n, same: old.quantity }[change]
    const lines = order.lines.map((line) => (line === old ? { ...line, quantity: count } : line))
    return {
      words: `${order.label}: ${ofParts(old.quantity)} × ${old.item.label} become ${ofParts(count)}`,
      method: 'PUT',
      path: `/sales-orders/${order.id}`,
      body: { items: lines.map((line) => ({ id: line.id, ...bodyOf(line, line) })) },
      verdict: quantityVerdict(business, order, lines),
      accept: () => Object.assign(order, { lines }),
      shows: () => orderView(business, order),
    }
  },
)

/** Notes may change whatever the state. */
export const noteOrder = step(choice, (business, which) => {
  const order = choose(business.orders, which)
  return (
    order && {
      words: `${order.label} gets a note`,
      method: 'PUT',
      path: `/sales-orders/${order.id}`,
      body: { notes: 'Call before you come.' },
      verdict: order.isGone ? 'NOT_FOUND' : undefined,
      accept: () => undefined,
      shows: () => ({ ...orderView(business, order), notes: 'Call before you come.' }),
    }
  )
})

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
  return (
    order && {
      words: `${order.label} is deleted`,
      method: 'DELETE',
      path: `/sales-orders/${order.id}`,
      verdict: orderDeletionVerdict(business, order),
      accept: () => Object.assign(order, { isGone: true }),
    }
  )
})
