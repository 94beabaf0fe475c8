import { defineRules } from '../../core/rules.ts'
import { activityOf } from '../activity.ts'
import { type Customer, customers } from './customers.resource.ts'

export const customerRules = defineRules(customers, {
  derive: ({ isActive }) => ({ status: activityOf(isActive) }),
  compute: async (_ctx, records) => records.map((customer) => ({ balance: balanceOf(customer) })),
})

/** Nothing can be owed yet: there are no orders and invoices in this version. */
const balanceOf = ({ creditLimit }: Customer): Customer['balance'] => ({
  outstanding: 0,
  overdue: 0,
  uninvoicedOrders: 0,
  availableCredit: creditLimit || null,
})
