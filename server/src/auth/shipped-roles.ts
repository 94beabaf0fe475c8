import { type Permissions, RIGHTS } from '../model/rights.ts'

interface ShippedRole {
  readonly name: string
  readonly description: string
  readonly permissions: Permissions
}

/** The roles that every instance begins with. They follow the program: a new version may refine them. */
export const shippedRoles: readonly ShippedRole[] = [
  { name: 'admin', description: 'May do everything.', permissions: { '*': { can: RIGHTS } } },
  {
    name: 'manager',
    description: 'Runs the business; sees who did what, but does not administer the service.',
    permissions: {
      '*': { can: ['read', 'create', 'update', 'delete', 'submit', 'cancel', 'override', 'export'] },
      users: { can: ['read'] },
      'audit-log': { can: ['read'] },
    },
  },
  {
    name: 'sales',
    description: 'Looks after customers and his own orders; does not see what things cost.',
    permissions: {
      items: { can: ['read'], hidden: ['costPrice'] },
      customers: { can: ['read', 'create', 'update', 'export'], readOnly: ['creditLimit', 'creditHold'] },
      'sales-orders': { can: ['read', 'create', 'update', 'submit', 'cancel'], own: true },
      invoices: { can: ['read'] },
      payments: { can: ['read'] },
      deliveries: { can: ['read'] },
    },
  },
  {
    name: 'accountant',
    description: 'Invoices, payments and the terms of customers.',
    permissions: {
      items: { can: ['read'] },
      customers: { can: ['read', 'update', 'export'] },
      'sales-orders': { can: ['read'] },
      invoices: { can: ['read', 'create', 'update', 'submit', 'cancel', 'export'] },
      payments: { can: ['read', 'create', 'update', 'delete', 'export'] },
      deliveries: { can: ['read'] },
      'stock-movements': { can: ['read'] },
    },
  },
  {
    name: 'warehouse',
    description: 'Stock and deliveries; sees no prices.',
    permissions: {
      items: { can: ['read', 'update'], hidden: ['costPrice', 'sellingPrice'], readOnly: ['itemCode'] },
      'sales-orders': {
        can: ['read'],
        hidden: [
          'items.rate',
          'items.discount',
          'items.discountAmount',
          'items.amount',
          'items.taxRate',
          'items.taxAmount',
          'subtotal',
          'discountTotal',
          'taxTotal',
          'total',
        ],
      },
      deliveries: { can: ['read', 'create', 'update', 'delete'] },
      'stock-movements': { can: ['read', 'create'] },
    },
  },
  {
    name: 'viewer',
    description: 'Sees the business, changes nothing.',
    permissions: {
      items: { can: ['read'] },
      customers: { can: ['read'] },
      'sales-orders': { can: ['read'] },
      invoices: { can: ['read'] },
      payments: { can: ['read'] },
      deliveries: { can: ['read'] },
      'stock-movements': { can: ['read'] },
    },
  },
]
