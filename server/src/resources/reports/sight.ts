import { covers, mayRead, permissionFor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Condition } from '../../core/lists/list-query.ts'
import type { Reads } from '../../core/store.ts'
import type { Resource } from '../../model/resource.ts'

/** Whether the actor may read a resource and these of its fields: a sum would reveal hidden values. */
export function sees({ actor }: Context<Reads>, resource: Resource, ...fields: readonly string[]): boolean {
  const { hidden } = permissionFor(actor, resource)
  return mayRead(actor, resource) && !fields.some((field) => covers(hidden, field))
}

/** The condition for an actor limited to own records. Sums apply it by themselves; a list must be given it. */
export const ownOnly = ({ actor }: Context<Reads>, resource: Resource): Condition[] =>
  permissionFor(actor, resource).own ? [{ path: 'createdBy', operator: 'eq', values: [actor.userId] }] : []
