import { refuseHidden } from '../../../core/access.ts'
import type { Rules } from '../../../core/rules.ts'
import type { AnyRecord, Resource, Row } from '../../../model/resource.ts'
import { today } from '../../settings/settings.operations.ts'
import { overdueConditions } from './overdue-filter.ts'
import { daysLate } from './settlement.ts'

/** The rules of a type of open item, with what depends on the day of the request: whether it is overdue. */
export function withOverdue<R extends Resource>(rules: Rules<R>): Rules<R> {
  return {
    ...rules,
    async compute(ctx, shown) {
      const day = await today(ctx)
      const own = await rules.compute?.(ctx, shown)
      return shown.map((item, index) => {
        const daysOverdue = daysLate((item as AnyRecord).overdueFrom as string, day)
        return { ...own?.[index], daysOverdue, isOverdue: daysOverdue > 0 } as AnyRecord as Partial<Row<R>>
      })
    },
    /** A filter by the status "overdue" tells as much as the field `isOverdue`. */
    async interpret(ctx, condition) {
      const conditions = overdueConditions(await today(ctx), condition)
      if (conditions) refuseHidden(ctx.permission, ['isOverdue'])
      return conditions ?? rules.interpret?.(ctx, condition)
    },
    figures: { ...rules.figures, daysOverdue: async (ctx) => ({ daysSince: 'overdueFrom', day: await today(ctx) }) },
  }
}
