import type { Resource } from '../../model/resource.ts'
import type { Context } from '../action.ts'
import type { Rules } from '../rules.ts'
import type { Reads } from '../store.ts'
import type { ListQuery } from './list-query.ts'

/** A list query in terms of kept fields only: the resource says what a filter by a computed one means. */
export async function interpreted<R extends Resource>(
  ctx: Context<Reads>,
  rules: Rules<R>,
  list: ListQuery,
): Promise<ListQuery> {
  if (!rules.interpret) return list
  const conditions = await Promise.all(
    list.conditions.map(async (condition) => (await rules.interpret!(ctx, condition)) ?? [condition]),
  )
  return { ...list, conditions: conditions.flat() }
}
