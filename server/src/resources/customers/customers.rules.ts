import type { Context } from '../../core/action.ts'
import type { Behaviour } from '../../core/entry.ts'
import type { Condition, Figure } from '../../core/lists/list-query.ts'
import { defineRules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { sumOf } from '../../model/money.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { companySettings, today, usualValues } from '../settings/settings.operations.ts'
import { activityOf } from '../shared/activity.ts'
import { type Customer, customers } from './customers.resource.ts'

export const customerRules = defineRules(customers, {
  async defaults(ctx) {
    const { paymentTerms } = await usualValues(ctx)
    return paymentTerms ? { paymentTerms } : {}
  },
  derive: ({ isActive }) => ({ status: activityOf(isActive) }),
  compute: async (ctx, shown) => (await balances(ctx, shown)).map((balance) => ({ balance })),
  figures: {
    'balance.outstanding': () => owed([{ path: 'outstanding', operator: 'gt', values: [0] }]),
    'balance.overdue': async (ctx) => owed(await overdueOn(ctx)),
    'balance.uninvoicedOrders': () => ({
      sumOf: salesOrders.name,
      field: 'uninvoicedAmount',
      by: 'customer',
      where: [],
    }),
  },
})

const owed = (where: readonly Condition[]): Figure => ({
  sumOf: invoices.name,
  field: 'outstanding',
  by: 'customer',
  where,
})

/** What they owe and have ordered: kept sums, but for what is overdue, which depends on the day. */
async function balances(ctx: Context<Reads>, shown: readonly Customer[]): Promise<Customer['balance'][]> {
  const ids = shown.map(({ id }) => id)
  const outstanding = await ctx.records.sums(invoices, 'outstanding', ids)
  const ordered = await ctx.records.sums(salesOrders, 'uninvoicedAmount', ids)
  const owing = ids.filter((id) => outstanding.get(id))
  const late = owing.length > 0 ? await overdue(ctx, owing) : new Map<string, number>()
  return shown.map(({ id, creditLimit }) => {
    const [owed, open] = [outstanding.get(id) ?? 0, ordered.get(id) ?? 0]
    return {
      outstanding: owed,
      overdue: late.get(id) ?? 0,
      uninvoicedOrders: open,
      availableCredit: creditLimit ? Math.max(0, sumOf([creditLimit, -owed, -open])) : null,
    }
  })
}

async function overdue(ctx: Context<Reads>, ids: readonly string[]): Promise<Map<string, number>> {
  return ctx.records.totals(invoices, 'outstanding', 'customer', ids, await overdueOn(ctx))
}

const overdueOn = async (ctx: Context<Reads>): Promise<Condition[]> => [
  { path: 'overdueFrom', operator: 'lte', values: [await today(ctx)] },
]

export const customerBehaviour: Behaviour = {
  rules: customerRules,
  alwaysReads: [companySettings],
  shippedRights: {
    sales: { can: ['read', 'create', 'update', 'export'], readOnly: ['creditLimit', 'creditHold'] },
    accountant: { can: ['read', 'update', 'export'] },
    viewer: { can: ['read'] },
  },
}
