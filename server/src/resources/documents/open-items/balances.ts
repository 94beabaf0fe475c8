import type { Context } from '../../../core/action.ts'
import type { Condition, Figure } from '../../../core/lists/list-query.ts'
import type { Reads } from '../../../core/store.ts'
import type { Resource } from '../../../model/resource.ts'
import { today } from '../../settings/settings.operations.ts'

/** What is open of all open items that name a party, and what of it is overdue. */
export interface Balance {
  readonly outstanding: number
  readonly overdue: number
}

/** Kept sums, but for what is overdue, which depends on the day. */
export async function balancesOf(
  ctx: Context<Reads>,
  party: Resource,
  ids: readonly string[],
): Promise<(id: string) => Balance> {
  const outstanding = await ctx.records.sums(party, 'outstanding', ids)
  const owing = [...outstanding.keys()]
  const overdue =
    owing.length > 0 ? await ctx.records.sums(party, 'outstanding', owing, [overdueOn(await today(ctx))]) : outstanding
  return (id) => ({ outstanding: outstanding.get(id) ?? 0, overdue: overdue.get(id) ?? 0 })
}

/** The same in terms of kept values, for lists of parties whose `balance` has both. */
export const balanceFigures = {
  'balance.outstanding': (): Figure => ({ sumOf: 'outstanding', where: [OWED] }),
  'balance.overdue': async (ctx: Context<Reads>): Promise<Figure> => ({
    sumOf: 'outstanding',
    where: [overdueOn(await today(ctx))],
  }),
}

/** Of a draft, and of what was called off, nothing is. */
export const OWED: Condition = { path: 'outstanding', operator: 'gt', values: [0] }

export const overdueOn = (day: string): Condition => ({ path: 'overdueFrom', operator: 'lte', values: [day] })
