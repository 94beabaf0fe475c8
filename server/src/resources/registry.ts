import type { Action } from '../core/action.ts'
import type { Entry, Operation, Rules } from '../core/rules.ts'
import { stockActions } from '../core/stock-actions.ts'
import type { Resource } from '../model/resource.ts'
import { customerRules } from './customers/customers.rules.ts'
import { itemRules } from './items/items.rules.ts'

interface Behaviour {
  // biome-ignore lint/suspicious/noExplicitAny: rules of different resources stand side by side here.
  readonly rules?: Rules<any>
  /** Further actions; one that is named like a stock action takes its place. */
  readonly actions?: readonly Action[]
  readonly operations?: readonly Operation[]
  /** Stock actions that the resource does not have. */
  readonly without?: readonly string[]
}

/** What holds of a resource beyond its declaration. A plain resource needs no line here. */
const behaviours: { readonly [resource: string]: Behaviour } = {
  items: { rules: itemRules },
  customers: { rules: customerRules },
}

export const registryOf = (catalog: readonly Resource[]): Entry[] =>
  catalog.map((resource) => {
    const { rules, actions = [], operations = [], without = [] } = behaviours[resource.name] ?? {}
    const own = new Set(actions.map(({ name }) => name))
    const stock = stockActions(resource, rules).filter(({ name }) => !own.has(name) && !without.includes(name))
    return { resource, ...(rules && { rules }), actions: [...stock, ...actions], operations }
  })
