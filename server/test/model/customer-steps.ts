import fc from 'fast-check'
import { ofCents, totalOf } from './amounts.ts'
import { type Attempt, deletionOf } from './attempt.ts'
import { customerDeletionVerdict } from './billing-rules.ts'
import type { Business, Customer } from './business.ts'
import { choice, choose, step } from './step.ts'
import { exposure, isNamed, orderAmounts } from './sums.ts'
import { customerView } from './views.ts'

const limitOf = (cents: bigint | null) => (cents === null ? null : ofCents(cents))

export function createCustomer(business: Business, { limit }: { limit: bigint | null }): Attempt {
  const { customers } = business
  const label = `customer ${customers.length + 1}`
  let customer: Customer
  return {
    words: `${label} with a credit limit of ${limitOf(limit) ?? 'any height'}`,
    method: 'POST',
    path: '/customers',
    body: { name: label, creditLimit: limitOf(limit) },
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
    const body = { creditHold: isOnHold, isActive }
    return customer && changeOf(business, customer, words, body, { isOnHold, isActive })
  },
)

/** The limit is often set so that the newest draft just fits, or just does not. */
export const changeLimit = step(
  fc.record({ customer: choice, wanted: fc.oneof(limit, fc.constantFrom('enough', 'a cent too little')) }),
  (business, { customer: which, wanted }) => {
    const customer = choose(business.customers, which)
    if (!customer) return undefined
    const needed = neededBy(business, customer)
    const creditLimit =
      typeof wanted !== 'string' ? wanted : wanted === 'enough' || needed === 0n ? needed : needed - 1n
    const words = `credit limit ${limitOf(creditLimit) ?? 'none'}`
    return changeOf(business, customer, words, { creditLimit: limitOf(creditLimit) }, { creditLimit })
  },
)

function neededBy(business: Business, customer: Customer): bigint {
  const draft = business.orders.findLast((order) => order.customer === customer && order.status === 'draft')
  return exposure(business, customer) + (draft ? totalOf(orderAmounts(business, draft)) : 0n)
}

const changeOf = (
  business: Business,
  customer: Customer,
  words: string,
  body: object,
  changes: Partial<Customer>,
): Attempt => ({
  words: `${customer.label}: ${words}`,
  method: 'PUT',
  path: `/customers/${customer.id}`,
  body,
  verdict: customer.isGone ? 'NOT_FOUND' : undefined,
  accept: () => Object.assign(customer, changes),
  shows: () => customerView(business, customer),
})

/** Mostly one that no order refers to any more: only the invoices can prevent the deletion. */
export const deleteCustomer = step(choice, (business, which) => {
  const customer = choose(business.customers, which, (one) => !isNamed(business, (order) => order.customer === one))
  return customer && deletionOf(customer, 'customers', customerDeletionVerdict(business, customer))
})
