import type { Entry } from '../core/rules.ts'
import { type Permissions, RIGHTS } from '../model/rights.ts'

interface ShippedRole {
  readonly name: string
  readonly description: string
  readonly permissions: Permissions
}

/** The roles that every instance begins with. `permissions` is what they may do with every resource. */
const roles: readonly ShippedRole[] = [
  { name: 'admin', description: 'May do everything.', permissions: { '*': { can: RIGHTS } } },
  {
    name: 'manager',
    description: 'Runs the business; sees who did what, but does not administer the service.',
    permissions: { '*': { can: ['read', 'create', 'update', 'delete', 'submit', 'cancel', 'override', 'export'] } },
  },
  {
    name: 'sales',
    description: 'Looks after customers and their own orders; does not see what things cost.',
    permissions: {},
  },
  { name: 'accountant', description: 'Invoices, payments and the terms of customers.', permissions: {} },
  { name: 'warehouse', description: 'Stock and deliveries; sees no prices.', permissions: {} },
  { name: 'viewer', description: 'Sees the business, changes nothing.', permissions: {} },
]

/** Each resource declares what the shipped roles may do with it. A new version may refine that. */
export const shippedRolesOf = (entries: readonly Entry[]): ShippedRole[] =>
  roles.map((role) => {
    const declared = entries.flatMap(({ resource, shippedRights }) => {
      const permission = shippedRights?.[role.name]
      return permission ? [[resource.name, permission] as const] : []
    })
    return { ...role, permissions: { ...role.permissions, ...Object.fromEntries(declared) } }
  })
