// What the mutation tests change, and the tests that must notice it: those that state what the source file promises.
// Tests elsewhere may notice it too, but a promise is best tested where readers look for it, and the run is shorter.

export interface Area {
  readonly name: string
  /** Below server/src, each with its test files, as paths from server/test. The unit tests beside a source belong to it. */
  readonly sources: Readonly<Record<string, readonly string[]>>
}

const trade = (...names: string[]): string[] => names.map((name) => `order-to-cash/${name}`)
const access = (...names: string[]): string[] => names.map((name) => `access/${name}`)

const money: Area = {
  name: 'money',
  sources: {
    'model/money.ts': trade('from-order-parts', 'currencies', 'order-totals'),
    'model/kinds/scalars/decimal.ts': [
      '../src/model/decimal',
      '../src/model/kinds/kinds',
      'records/numbers',
      'imports/rows',
      'spec/items',
    ],
    'resources/documents/priced-lines.ts': trade('orders', 'order-editing', 'order-totals', 'invoice-edits'),
    'resources/documents/pick-lines.ts': trade('from-order-parts', 'deliveries'),
    'resources/invoices/create-from-order.ts': [
      ...trade('from-order', 'from-order-parts', 'from-order-refusals'),
      'rights/reveals',
      'permitted/documents',
      'openapi',
    ],
    'resources/invoices/invoice-state.ts': trade('payments', 'overdue', 'invoice-lifecycle'),
    'resources/invoices/invoices.operations.ts': [...trade('payments', 'currencies'), 'permitted/documents'],
    'resources/payments/payments.rules.ts': [...trade('payments'), 'permitted/documents'],
  },
}

const stock: Area = {
  name: 'stock',
  sources: {
    'resources/items/items.operations.ts': [...trade('stock', 'deliveries', 'order-editing'), 'rights/reveals'],
    'resources/items/items.rules.ts': [...trade('stock'), 'spec/items'],
    'resources/stock-movements/stock-movements.rules.ts': [...trade('stock', 'deliveries'), 'permitted/documents'],
    'resources/deliveries/deliveries.rules.ts': [
      ...trade('deliveries', 'delivery-changes'),
      'rights/reveals',
      'permitted/documents',
    ],
    'resources/sales-orders/order-progress.ts': trade('stock', 'deliveries', 'order-editing', 'from-order-parts'),
    'resources/sales-orders/sales-orders.operations.ts': trade(
      'deliveries',
      'from-order',
      'from-order-parts',
      'credit',
    ),
  },
}

const numbering: Area = {
  name: 'numbering',
  sources: {
    'resources/documents/numbering.ts': trade('numbering', 'settings'),
    'resources/documents/document-rules.ts': [
      ...trade('numbering', 'invoice-numbers', 'orders', 'order-editing', 'order-deletion'),
      'toy-document',
    ],
    'db/counts/series.ts': [...trade('numbering', 'invoice-numbers'), 'writes/invoice-dates', 'access/roles'],
  },
}

const lifecycles: Area = {
  name: 'lifecycles',
  sources: {
    'core/lifecycle.ts': trade('order-lifecycle', 'transitions'),
    'core/moves.ts': [...trade('order-lifecycle', 'transitions', 'credit', 'invoice-lifecycle'), 'toy-document'],
    'resources/sales-orders/sales-orders.rules.ts': [
      ...trade('order-lifecycle', 'order-editing', 'order-deletion', 'from-order-parts', 'credit'),
      'rights/reveals',
      'permitted/documents',
    ],
    'resources/invoices/invoice-moves.ts': [
      ...trade('invoice-lifecycle', 'from-order', 'from-order-refusals', 'overdue'),
      'rights/reveals',
    ],
    'resources/invoices/invoices.rules.ts': [
      ...trade('invoice-edits', 'overdue', 'payments', 'invoice-lists'),
      'writes/invoice-dates',
      'rights/reveals',
    ],
    'resources/invoices/delete-invoice.ts': trade('invoice-deletion'),
  },
}

const credit: Area = {
  name: 'credit',
  sources: {
    'resources/sales-orders/order-moves.ts': [
      '../src/resources/sales-orders/credit',
      ...trade('credit', 'order-lifecycle', 'transitions', 'stock'),
      'rights/reveals',
    ],
    'resources/customers/customers.rules.ts': [...trade('credit', 'overdue', 'settings'), 'lists/figures'],
  },
}

const rights: Area = {
  name: 'access',
  sources: {
    'core/access.ts': [
      ...access('matrix', 'roles', 'scopes', 'own-records', 'fields', 'session-only', 'key-rights', 'reauthentication'),
      'oauth/rights',
      'rights/reveals',
    ],
    'core/revealed.ts': ['rights/reveals', 'rights/field-rights', ...access('hidden-everywhere')],
    'core/input/guarded-lines.ts': access('line-fields', 'guarded-fields'),
    'core/reply/permitted.ts': ['permitted/access', 'permitted/administration', 'permitted/documents'],
    'core/reply/redaction.ts': ['rights/reveals', ...access('hidden-everywhere')],
    'auth/rights.ts': access('custom-roles', 'users', 'key-rights'),
    'auth/roles/role-rules.ts': [...access('custom-roles', 'roles', 'two-factor'), 'permitted/administration'],
    'auth/shipped-roles.ts': access('matrix', 'roles'),
    'auth/users/user-guards.ts': [...access('users', 'shut-out', 'custom-roles'), 'permitted/administration'],
  },
}

export const AREAS: readonly Area[] = [money, stock, numbering, lifecycles, credit, rights]
