import fc from 'fast-check'
import { ONE, ofCents, ofParts, totalOf } from './amounts.ts'
import { customerDeletionVerdict, itemDeletionVerdict } from './billing-rules.ts'
import type { Business, Customer, Item } from './business.ts'
import { type Attempt, choice, choose, seldom, step } from './step.ts'
import { exposure, isStocked, orderAmounts, stock } from './sums.ts'
import { percent, quantity, rate } from './values.ts'
import { customerView, itemView } from './views.ts'

interface NewItem {
  readonly type: Item['type']
  readonly price: bigint
  readonly taxRate: bigint
  /** Tries the code of the newest item once more, in other letters. */
  readonly isCopy: boolean
}

export function createItem(business: Business, { type, price, taxRate, isCopy }: NewItem): Attempt {
  const { items, name } = business
  const newest = items.findLast(({ isGone }) => !isGone)
  const isTaken = isCopy && newest !== undefined
  const code = isTaken ? newest.code : `${name}-${items.length + 1}`
  const label = `item ${items.length + 1}`
  let item: Item
  return {
    words: `${label} (${type}) at ${ofParts(price)} with ${ofParts(taxRate)} % tax`,
    method: 'POST',
    path: '/items',
    body: {
      itemCode: isTaken ? code.toLowerCase() : code,
      itemName: label,
      itemType: type,
      sellingPrice: ofParts(price),
      taxRate: ofParts(taxRate),
    },
    verdict: isTaken ? 'VALIDATION_ERROR' : undefined,
    accept({ id }) {
      item = { label, id, code, type, price, taxRate, isActive: true, received: 0n, isMoved: false, isGone: false }
      items.push(item)
    },
    shows: () => itemView(business, item),
  }
}

const type = fc.constantFrom<Item['type'][]>('Product', 'Consumable', 'Service')
export const newItem = step(fc.record({ type, price: rate, taxRate: percent, isCopy: seldom }), createItem)

export const changeItem = step(
  fc.record({ item: choice, price: rate, isActive: fc.constantFrom(true, true, false) }),
  (business, { item: which, price, isActive }) => {
    const item = choose(business.items, which)
    return (
      item && {
        words: `${item.label} at ${ofParts(price)}, ${isActive ? 'active' : 'inactive'}`,
        method: 'PUT',
        path: `/items/${item.id}`,
        body: { sellingPrice: ofParts(price), isActive },
        verdict: item.isGone ? 'NOT_FOUND' : undefined,
        accept: () => Object.assign(item, { price, isActive }),
        shows: () => itemView(business, item),
      }
    )
  },
)

/** Goods come, or go, without a delivery. */
export const moveStock = step(
  fc.record({ item: choice, amount: quantity, isIncoming: fc.constantFrom(true, true, true, false) }),
  (business, { item: which, amount, isIncoming }) => {
    const item = choose(business.items, which, isStocked)
    if (!item) return undefined
    const moved = isIncoming ? amount * 3n : -amount
    const isPossible = isStocked(item) && stock(business, item) + moved >= 0n
    return {
      words: `${ofParts(moved)} of ${item.label} ${isIncoming ? 'come' : 'go'}`,
      method: 'POST',
      path: '/stock-movements',
      body: { item: item.id, quantity: ofParts(moved), reason: isIncoming ? 'receipt' : 'write_off' },
      verdict: item.isGone ? 'VALIDATION_ERROR' : isPossible ? undefined : 'INSUFFICIENT_STOCK',
      accept: () => Object.assign(item, { received: item.received + moved, isMoved: true }),
      shows: () => ({ item: item.id, quantity: ofParts(moved), balance: ofParts(stock(business, item)) }),
    }
  },
)

export const deleteItem = step(choice, (business, which) => {
  const item = choose(business.items, which)
  return (
    item && {
      words: `${item.label} is deleted`,
      method: 'DELETE',
      path: `/items/${item.id}`,
      verdict: itemDeletionVerdict(business, item),
      accept: () => Object.assign(item, { isGone: true }),
    }
  )
})

export function createCustomer(business: Business, { limit }: { limit: bigint | null }): Attempt {
  const { customers } = business
  const label = `customer ${customers.length + 1}`
  let customer: Customer
  return {
    words: `${label} with ${limit === null ? 'no credit limit' : `a credit limit of ${ofCents(limit)}`}`,
    method: 'POST',
    path: '/customers',
    body: { name: label, creditLimit: limit === null ? null : ofCents(limit) },
    verdict: undefined,
    accept({ id }) {
      customer = { label, id, creditLimit: limit, isOnHold: false, isActive: true, isGone: false }
      customers.push(customer)
    },
    shows: () => customerView(business, customer),
  }
}

const limit = fc.constantFrom(null, 0n, 5_000n, 50_000n, 1_000_000n)
export const newCustomer = step(fc.record({ limit }), createCustomer)

export const changeCustomer = step(
  fc.record({
    customer: choice,
    isOnHold: fc.constantFrom(false, false, false, true),
    isActive: fc.constantFrom(true, true, true, false),
  }),
  (business, { customer: which, isOnHold, isActive }) => {
    const customer = choose(business.customers, which)
    const words = `${isActive ? 'active' : 'inactive'}${isOnHold ? ' and on credit hold' : ''}`
    return customer && customerChange(business, customer, words, { isOnHold, isActive })
  },
)

/** The limit is often set so that the newest draft just fits, or just does not. */
export const changeLimit = step(
  fc.record({ customer: choice, limit: fc.oneof(limit, fc.constantFrom('enough', 'a cent too little')) }),
  (business, { customer: which, limit: wanted }) => {
    const customer = choose(business.customers, which)
    if (!customer) return undefined
    const draft = business.orders.findLast((order) => order.customer === customer && order.status === 'draft')
    const needed = exposure(business, customer) + (draft ? totalOf(orderAmounts(draft)) : 0n)
    const exact = wanted === 'enough' || needed === 0n ? needed : needed - 1n
    const creditLimit = typeof wanted === 'string' ? exact : wanted
    const words = `credit limit ${creditLimit === null ? 'none' : ofCents(creditLimit)}`
    return customerChange(business, customer, words, { creditLimit })
  },
)

function customerChange(business: Business, customer: Customer, words: string, changes: Partial<Customer>): Attempt {
  const { isOnHold, isActive, creditLimit } = changes
  return {
    words: `${customer.label}: ${words}`,
    method: 'PUT',
    path: `/customers/${customer.id}`,
    body: {
      ...(isOnHold !== undefined && { creditHold: isOnHold }),
      ...(isActive !== undefined && { isActive }),
      ...(creditLimit !== undefined && { creditLimit: creditLimit === null ? null : ofCents(creditLimit) }),
    },
    verdict: customer.isGone ? 'NOT_FOUND' : undefined,
    accept: () => Object.assign(customer, changes),
    shows: () => customerView(business, customer),
  }
}

export const deleteCustomer = step(choice, (business, which) => {
  const customer = choose(business.customers, which)
  return (
    customer && {
      words: `${customer.label} is deleted`,
      method: 'DELETE',
      path: `/customers/${customer.id}`,
      verdict: customerDeletionVerdict(business, customer),
      accept: () => Object.assign(customer, { isGone: true }),
    }
  )
})

/** What every world begins with. */
export const FIRST_ITEMS: readonly NewItem[] = [
  { type: 'Service', price: 50n * ONE, taxRate: 0n, isCopy: false },
  { type: 'Product', price: 825_000n, taxRate: 19n * ONE, isCopy: false },
]
