// What the mutation tests change, and the tests that must notice it: those that state what the source file promises.
// Tests elsewhere may notice it too, but a promise is best tested where readers look for it, and the run is shorter.

export interface Area {
  readonly name: string
  /** Below server/src, each with its test files, as paths from server/test. The unit tests beside a source belong to it. */
  readonly sources: Readonly<Record<string, readonly string[]>>
}

const trade = (...names: string[]): string[] => names.map((name) => `order-to-cash/${name}`)
const access = (...names: string[]): string[] => names.map((name) => `access/${name}`)
const REFUSALS = 'rights/refusals'
/** The rights that shipped roles have on a resource. */
const SHIPPED = 'access/matrix'
const PERMITTED = 'permitted/documents'

const money: Area = {
  name: 'money',
  sources: {
    'model/money.ts': trade('from-order-parts', 'currencies', 'order-totals', 'gross-prices'),
    'model/kinds/scalars/decimal.ts': ['../src/model/kinds/kinds', 'records/numbers', 'imports/rows', 'spec/items'],
    'resources/documents/priced-lines.ts': [
      ...trade('orders', 'order-editing', 'order-totals', 'invoice-edits'),
      REFUSALS,
    ],
    'resources/documents/references/pick-lines.ts': trade('from-order-parts', 'deliveries'),
    'resources/documents/references/shares.ts': trade(
      'from-order',
      'from-order-parts',
      'invoice-correction',
      'gross-prices',
    ),
    'resources/documents/references/from-source.ts': trade(
      'from-order',
      'from-order-parts',
      'invoice-edits',
      'deliveries',
    ),
    'resources/documents/references/note-sources.ts': trade(
      'from-order',
      'from-order-parts',
      'invoice-lifecycle',
      'deliveries',
    ),
    'resources/documents/references/create-from.ts': [
      ...trade('from-order', 'from-order-parts', 'from-order-refusals'),
      REFUSALS,
      PERMITTED,
      'openapi',
    ],
    'resources/documents/references/refusals.ts': [
      ...trade('from-order-refusals', 'from-order-parts', 'deliveries', 'invoice-correction'),
      REFUSALS,
      'permitted/access',
      PERMITTED,
    ],

    'resources/documents/references/progress.ts': [
      ...trade('order-progress', 'from-order-parts', 'deliveries', 'order-lifecycle', 'transitions'),
      REFUSALS,
    ],
    'resources/documents/open-items/settlement.ts': trade('payments', 'overdue', 'invoice-lifecycle'),
    'resources/documents/open-items/allocate.ts': [...trade('payments', 'allocations', 'currencies'), REFUSALS],
    'resources/documents/open-items/overdue-filter.ts': trade('overdue'),
    'resources/documents/open-items/open-item-rules.ts': trade('overdue'),
    'resources/invoices/invoices.operations.ts': [...trade('payments', 'currencies'), REFUSALS, PERMITTED],
    'resources/payments/payments.rules.ts': [...trade('payments'), SHIPPED, PERMITTED],
  },
}

const stock: Area = {
  name: 'stock',
  sources: {
    'resources/items/items.operations.ts': [
      ...trade('stock', 'order-lifecycle', 'order-editing'),
      REFUSALS,
      ...access('hidden-everywhere'),
    ],
    'resources/items/items.rules.ts': [...trade('stock'), SHIPPED, 'records/default-values', 'spec/items'],
    'resources/stock-movements/stock-movements.rules.ts': [...trade('stock', 'deliveries'), SHIPPED, PERMITTED],
    'resources/documents/document-stock.ts': [
      ...trade('stock', 'deliveries', 'order-lifecycle', 'order-editing'),
      'toy-document-stock',
    ],
    'resources/deliveries/deliveries.rules.ts': [
      ...trade('deliveries', 'delivery-changes', 'document-pdf'),
      SHIPPED,
      REFUSALS,
      PERMITTED,
    ],
  },
}

const numbering: Area = {
  name: 'numbering',
  sources: {
    'resources/documents/numbering.ts': trade('numbering', 'settings'),
    'resources/documents/derive-document.ts': [
      ...trade('numbering', 'invoice-numbers', 'orders', 'order-editing', 'from-order-parts'),
      REFUSALS,
      'toy-document',
      'openapi-documents',
    ],
    'db/counts/series.ts': [
      ...trade('numbering', 'invoice-numbers'),
      'writes/invoice-dates',
      'access/roles',
      'search/matching',
    ],
  },
}

const lifecycles: Area = {
  name: 'lifecycles',
  sources: {
    'core/lifecycle.ts': trade('order-lifecycle', 'transitions'),
    'core/moves.ts': [
      ...trade('order-lifecycle', 'transitions', 'credit', 'invoice-lifecycle'),
      PERMITTED,
      'toy-document',
    ],
    'resources/sales-orders/sales-orders.rules.ts': [
      ...trade('order-lifecycle', 'order-editing', 'order-deletion', 'from-order-parts', 'credit'),
      SHIPPED,
      REFUSALS,
      'rights/reveals',
      PERMITTED,
    ],
    'resources/invoices/invoice-moves.ts': [
      ...trade('invoice-lifecycle', 'from-order', 'from-order-refusals', 'overdue'),
      'writes/invoice-dates',
      REFUSALS,
    ],
    'resources/invoices/invoices.rules.ts': [
      ...trade('invoice-edits', 'overdue', 'payments', 'invoice-lists'),
      'writes/invoice-dates',
      SHIPPED,
      'rights/reveals',
    ],
    'resources/invoices/delete-invoice.ts': [...trade('invoice-deletion'), REFUSALS],
  },
}

const credit: Area = {
  name: 'credit',
  sources: {
    'resources/sales-orders/order-moves.ts': [
      '../src/resources/sales-orders/credit',
      ...trade('credit', 'order-lifecycle', 'transitions', 'stock'),
      REFUSALS,
      'rights/reveals',
    ],
    'resources/documents/open-items/balances.ts': [...trade('credit', 'overdue'), 'lists/figures', 'toy-open-item'],
    'resources/customers/customers.rules.ts': [
      ...trade('credit', 'overdue', 'settings'),
      'records/default-values',
      SHIPPED,
      'lists/figures',
    ],
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
    'core/reply/revealed.ts': ['rights/reveals', 'rights/field-rights', ...access('hidden-everywhere')],
    'core/input/guarded-lines.ts': [...access('line-fields', 'guarded-fields'), ...trade('order-editing')],
    'core/reply/permitted.ts': ['permitted/access', 'permitted/administration', PERMITTED],
    'core/reply/redaction.ts': [REFUSALS, 'rights/reveals'],
    'auth/rights.ts': access('custom-roles', 'users', 'key-rights'),
    'auth/roles/role-rules.ts': [
      ...access('matrix', 'custom-roles', 'roles', 'two-factor'),
      'permitted/administration',
    ],
    'auth/shipped-roles.ts': access('matrix', 'roles'),
    'auth/users/user-guards.ts': [
      ...access('users', 'shut-out', 'custom-roles', 'session-only'),
      'permitted/administration',
    ],
  },
}

export const AREAS: readonly Area[] = [money, stock, numbering, lifecycles, credit, rights]
