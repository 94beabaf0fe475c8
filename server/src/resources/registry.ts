import type { Action, Entry, Rules } from '../core/action.ts'
import { stockActions } from '../core/stock-actions.ts'
import type { Resource } from '../model/resource.ts'
import { customerRules } from './customers/customers.rules.ts'
import { itemRules } from './items/items.rules.ts'

interface Behaviour {
  // biome-ignore lint/suspicious/noExplicitAny: rules of different resources stand side by side here.
  readonly rules?: Rules<any>
  readonly actions?: readonly Action[]
}

/** What holds of a resource beyond its declaration. A plain resource needs no line here. */
const behaviours: { readonly [resource: string]: Behaviour } = {
  items: { rules: itemRules },
  customers: { rules: customerRules },
}

export const registryOf = (catalog: readonly Resource[]): Entry[] =>
  catalog.map((resource) => {
    const { rules, actions = [] } = behaviours[resource.name] ?? {}
    return { resource, ...(rules && { rules }), actions: [...stockActions(resource, rules), ...actions] }
  })
