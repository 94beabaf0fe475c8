import type { Resource } from '../model/resource.ts'
import type { Guarded } from './access.ts'
import type { Action } from './action.ts'
import { byKeyActions } from './by-key/by-key-actions.ts'
import { exportAction } from './export/export-action.ts'
import { bulkAction } from './many/bulk-action.ts'
import type { Entry, Rules, ShippedRights } from './rules.ts'
import { type Stock, stockActions } from './stock-actions.ts'

/** The rules and actions of a resource beyond its declaration. */
export interface Behaviour {
  // biome-ignore lint/suspicious/noExplicitAny: rules of different resources stand side by side.
  readonly rules?: Rules<any>
  /** Further actions; one that is named like a stock action takes its place. */
  readonly actions?: readonly Action[]
  /** Descriptions of its stock actions. */
  readonly stock?: Stock
  readonly shippedRights?: ShippedRights
  readonly alwaysReads?: Entry['alwaysReads']
  /** Stock actions that the resource does not have. */
  readonly without?: readonly string[]
}

export function entryOf(resource: Resource, behaviour: Behaviour = {}): Entry {
  const { rules, actions = [], stock = {}, shippedRights = {}, alwaysReads = [], without = [] } = behaviour
  const own = new Set(actions.map(({ name }) => name))
  const usual = stockActions(resource, rules, stock).filter(({ name }) => !own.has(name) && !without.includes(name))
  const single = [...usual, ...actions]
  const all = [...single, ...byKeyActions({ resource, ...(rules && { rules }), actions: single })]
  return {
    resource,
    ...(rules && { rules }),
    actions: [...all, ...onMany(resource, rules, all)],
    shippedRights,
    alwaysReads,
  }
}

/** Actions on many records at once: for every resource with a list. */
function onMany(resource: Resource, rules: Behaviour['rules'], actions: readonly Action[]): Action[] {
  const list = actions.find(({ name }) => name === 'list')
  if (!list) return []
  const bulk = bulkAction(resource, actions, list)
  return [exportAction(resource, rules, list), ...(bulk ? [bulk] : [])]
}

/** The rights that allow an action: the right to move a record depends on the target status. */
export const rightsOf = ({ rules }: Entry, { access, orAccess, name }: Action): Guarded['access'][] => {
  if (name === 'status' && rules?.lifecycle) return [...new Set(rules.lifecycle.moves.map(({ right }) => right))]
  return orAccess ? [access, orAccess] : [access]
}
