/** A mutant that no test can kill, or need not, with the reason. */
export interface Reviewed {
  /** Below server/src. */
  readonly file: string
  /** A part of the line of code. */
  readonly code: string
  /** The change as the report names it, or the beginning of it. All changes of the line without it. */
  readonly change?: string
  readonly reason: string
}

const POSTGRES = 'Runs on PostgreSQL only, and mutants are tested on SQLite; races/numbers tests it on both databases.'
const LOCK =
  'SQLite has one writer, so that a lock changes nothing there; races/credit and races/payments test it on both databases.'

const TOGETHER =
  'Reads the settings together with the other records, which saves a query; without it they are read later.'
const SHORT_CUT = 'Saves work where nothing is to be done; the result is the same without it.'

export const REVIEWED: readonly Reviewed[] = [
  {
    file: 'model/money.ts',
    code: 'const half = numerator < 0n ? -divisor : divisor',
    change: '< → <=',
    reason: 'Differs for 0 only, and half a unit more or less than 0 is rounded to 0.',
  },
  {
    file: 'resources/stock-movements/stock-movements.rules.ts',
    code: 'if (before) return {}',
    reason: 'Undefined is spread like an empty object; a movement never changes in a field that is derived.',
  },
  { file: 'db/counts/series.ts', code: 'keys: [series], parameters: [[series]]', reason: POSTGRES },
  { file: 'db/counts/series.ts', code: 'return added ? lastIn(added)', reason: POSTGRES },
  { file: 'core/moves.ts', code: 'await lifecycle.lock?.(ctx, record)', change: 'await', reason: LOCK },
  {
    file: 'resources/invoices/invoices.operations.ts',
    code: 'await ctx.records.lock(customers, invoice.customer)',
    change: 'await',
    reason: LOCK,
  },
  {
    file: 'resources/sales-orders/order-moves.ts',
    code: 'await records.lock(customers, order.customer)',
    change: 'await',
    reason: LOCK,
  },
  {
    file: 'resources/sales-orders/sales-orders.rules.ts',
    code: 'alwaysReads: [companySettings]',
    reason: TOGETHER,
  },
  {
    file: 'resources/customers/customers.rules.ts',
    code: 'return paymentTerms ? { paymentTerms } : {}',
    change: 'paymentTerms → true',
    reason: 'A customer without payment terms has null in the field either way.',
  },
  { file: 'resources/payments/payments.rules.ts', code: 'alwaysReads: [companySettings]', reason: TOGETHER },
  { file: 'resources/items/items.rules.ts', code: 'alwaysReads: [companySettings]', reason: TOGETHER },
  {
    file: 'resources/payments/payments.rules.ts',
    code: 'await records.lock(invoices, invoice)',
    change: 'await',
    reason: LOCK,
  },
  {
    file: 'resources/sales-orders/sales-orders.rules.ts',
    code: 'await records.lock(customers, customer)',
    change: 'await',
    reason: LOCK,
  },
  {
    file: 'resources/invoices/invoice-moves.ts',
    code: 'await records.lock(salesOrders, salesOrder)',
    change: 'salesOrder → false',
    reason: LOCK,
  },
  {
    file: 'auth/users/user-guards.ts',
    code: 'await records.lock(roles, admin.id)',
    change: 'admin → false',
    reason: 'SQLite has one writer; access/shut-out tests administrators who act at the same moment on both databases.',
  },
  {
    file: 'auth/users/user-guards.ts',
    code: "if (!(error instanceof Problem && error.code === 'NOT_FOUND')) throw error",
    reason: 'Only where a role is deleted at the same moment, and SQLite has one writer.',
  },
  {
    file: 'resources/deliveries/deliveries.rules.ts',
    code: 'items.toSorted((a, b) => (a.item! < b.item! ? -1 : 1))',
    change: 'a.item! < b.item! → true',
    reason: 'The order in which rows are locked; SQLite has one writer.',
  },
  {
    file: 'resources/documents/priced-lines.ts',
    code: 'const old = line.id ? known.get(line.id) : undefined',
    change: 'line.id → true',
    reason: 'No line is known under undefined.',
  },
  {
    file: 'resources/documents/derive-document.ts',
    code: 'if (before && before[field] === document[field]) return {}',
    change: '{} → undefined',
    reason: 'Undefined is spread like an empty object.',
  },
  {
    file: 'resources/customers/customers.rules.ts',
    code: 'owing.length > 0 ? await overdue(ctx, owing)',
    change: '> → >=',
    reason: SHORT_CUT,
  },
  {
    file: 'core/reply/revealed.ts',
    code: 'if (!isLimited) return []',
    change: '!isLimited → false',
    reason: SHORT_CUT,
  },
  {
    file: 'core/reply/revealed.ts',
    code: 'return sources.length > 0',
    change: '> → >=',
    reason: 'A path without a source hides nothing.',
  },
  {
    file: 'core/input/guarded-lines.ts',
    code: 'if (!permission.hidden && !permission.readOnly) return sent',
    change: '!permission.hidden && !permission.readOnly → false',
    reason: SHORT_CUT,
  },
  {
    file: 'core/reply/permitted.ts',
    code: 'const used = refusal || !action.isStock',
    change: 'refusal || !action.isStock → false',
    reason: SHORT_CUT,
  },
  {
    file: 'core/reply/permitted.ts',
    code: "const STOCK: readonly string[] = ['read', 'update', 'delete']",
    change: "'read'",
    reason: 'The path of reading has no part after the id, so that it counts as no further action either way.',
  },
  {
    file: 'core/reply/permitted.ts',
    code: "(action.method === 'GET' ? undefined",
    change: "action.method === 'GET' → true",
    reason: 'A role that is limited to its own records sees no others but shared views, which have no such action.',
  },
  { file: 'db/counts/series.ts', code: 'if (!lockTexts || !anyOf) return undefined', reason: POSTGRES },
  { file: 'db/counts/series.ts', code: 'return {', change: '{ sql: ifFree', reason: POSTGRES },
  {
    file: 'db/counts/series.ts',
    code: 'async take(series: string, count = 1)',
    change: '1 → 0',
    reason: 'Only the epoch of access is taken so; other processes look at it, and mutants are tested in one.',
  },
]
