import type { Context } from '../../core/action.ts'
import type { Behaviour } from '../../core/entry.ts'
import { defineRules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { sumOf } from '../../model/money.ts'
import { balanceFigures, balancesOf } from '../documents/open-items/balances.ts'
import { companySettings, usualValues } from '../settings/settings.operations.ts'
import { type Customer, customers } from './customers.resource.ts'

export const customerRules = defineRules(customers, {
  async defaults(ctx) {
    const { paymentTerms } = await usualValues(ctx)
    return paymentTerms ? { paymentTerms } : {}
  },
  compute: async (ctx, shown) => (await balances(ctx, shown)).map((balance) => ({ balance })),
  figures: {
    ...balanceFigures,
    'balance.credit': () => ({ sumOf: 'unallocated', where: [] }),
    'balance.uninvoicedOrders': () => ({ sumOf: 'uninvoicedAmount', where: [] }),
  },
})

/** What they owe and have ordered. */
async function balances(ctx: Context<Reads>, shown: readonly Customer[]): Promise<Customer['balance'][]> {
  const ids = shown.map(({ id }) => id)
  const balanceOf = await balancesOf(ctx, customers, ids)
  const [ordered, credits] = await Promise.all([
    ctx.records.sums(customers, 'uninvoicedAmount', ids),
    ctx.records.sums(customers, 'unallocated', ids),
  ])
  return shown.map(({ id, creditLimit }) => {
    const { outstanding, overdue } = balanceOf(id)
    const uninvoicedOrders = ordered.get(id) ?? 0
    const availableCredit = creditLimit ? Math.max(0, sumOf([creditLimit, -outstanding, -uninvoicedOrders])) : null
    return { outstanding, overdue, credit: credits.get(id) ?? 0, uninvoicedOrders, availableCredit }
  })
}

export const customerBehaviour: Behaviour = {
  rules: customerRules,
  alwaysReads: [companySettings],
  shippedRights: {
    sales: { can: ['read', 'create', 'update', 'export'], readOnly: ['creditLimit', 'creditHold'] },
    accountant: { can: ['read', 'update', 'export'] },
    viewer: { can: ['read'] },
  },
}
