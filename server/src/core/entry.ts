import type { Resource } from '../model/resource.ts'
import type { Guarded } from './access.ts'
import type { Action } from './action.ts'
import { byKeyActions } from './by-key/by-key-actions.ts'
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
  /** Stock actions, and actions of features, that the resource does not have. */
  readonly without?: readonly string[]
}

/** The actions that a feature gives a resource, which has these already. */
export type ActionsFor = (resource: Resource, rules: Behaviour['rules'], actions: readonly Action[]) => Action[]

export function entryWith(
  features: readonly ActionsFor[],
  resource: Resource,
  { rules, actions = [], stock = {}, shippedRights = {}, alwaysReads = [], without = [] }: Behaviour,
): Entry {
  const own = new Set(actions.map(({ name }) => name))
  const usual = stockActions(resource, rules, stock).filter(({ name }) => !own.has(name) && !without.includes(name))
  const single = [...usual, ...actions]
  const all = [...single, ...byKeyActions({ resource, ...(rules && { rules }), actions: single })]
  const added = features.flatMap((actionsFor) => actionsFor(resource, rules, all))
  return {
    resource,
    ...(rules && { rules }),
    actions: withDeprecations(resource, [...all, ...added.filter(({ name }) => !without.includes(name))]),
    shippedRights,
    alwaysReads,
  }
}

function withDeprecations({ name, deprecatedActions = {} }: Resource, actions: readonly Action[]): Action[] {
  const unknown = Object.keys(deprecatedActions).find((deprecated) => !actions.some((one) => one.name === deprecated))
  if (unknown) throw new Error(`${name} has no action "${unknown}" that could be deprecated.`)
  return actions.map((action) => {
    const deprecated = deprecatedActions[action.name]
    return deprecated ? { ...action, deprecated } : action
  })
}

/** The rights that allow an action: the right to move a record depends on the target status. */
export const rightsOf = ({ rules }: Entry, { access, orAccess, name }: Action): Guarded['access'][] => {
  if (name === 'status' && rules?.lifecycle) return [...new Set(rules.lifecycle.moves.map(({ right }) => right))]
  return orAccess ? [access, orAccess] : [access]
}
