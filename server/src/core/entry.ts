import type { Resource } from '../model/resource.ts'
import type { Action } from './action.ts'
import type { Entry, Operation, Rules } from './rules.ts'
import { stockActions } from './stock-actions.ts'

/** What holds of a resource beyond its declaration. */
export interface Behaviour {
  // biome-ignore lint/suspicious/noExplicitAny: rules of different resources stand side by side.
  readonly rules?: Rules<any>
  /** Further actions; one that is named like a stock action takes its place. */
  readonly actions?: readonly Action[]
  readonly operations?: readonly Operation[]
  /** Stock actions that the resource does not have. */
  readonly without?: readonly string[]
}

export function entryOf(resource: Resource, behaviour: Behaviour = {}): Entry {
  const { rules, actions = [], operations = [], without = [] } = behaviour
  const own = new Set(actions.map(({ name }) => name))
  const stock = stockActions(resource, rules).filter(({ name }) => !own.has(name) && !without.includes(name))
  return { resource, ...(rules && { rules }), actions: [...stock, ...actions], operations }
}
