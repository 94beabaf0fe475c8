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
  {
    file: 'resources/deliveries/deliveries.rules.ts',
    code: "const reason = sign < 0 ? 'delivery' : 'delivery_cancelled'",
    change: '< → <=',
    reason: 'The sign is 1 or -1, never 0.',
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
    reason: 'Reads the settings together with the other records, which saves a query; without it they are read later.',
  },
  {
    file: 'resources/customers/customers.rules.ts',
    code: 'return paymentTerms ? { paymentTerms } : {}',
    change: 'paymentTerms → true',
    reason: 'A customer without payment terms has null in the field either way.',
  },
]
