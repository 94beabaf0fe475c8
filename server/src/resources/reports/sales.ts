import { type Action, type Context, readAction } from '../../core/action.ts'
import type { Aggregate } from '../../core/lists/aggregate.ts'
import { queryOf } from '../../core/lists/query-of.ts'
import type { Reads } from '../../core/store.ts'
import { choice, date, group, list, money, text } from '../../model/fields.ts'
import { difference, sumOf } from '../../model/money.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { payments } from '../payments/payments.resource.ts'
import { businessSettings } from '../settings/settings.operations.ts'
import { collectedIn, invoicedIn, issuedIn } from './figures.ts'
import { INTERVALS, type Interval, type Period, partsOf, periodIn, periodParameters } from './periods.ts'
import { sees } from './sight.ts'

const day = (example: string) => date({ required: true, example })
const figures = {
  invoiced: money({ required: true, maybe: true, example: 1190, description: 'With tax.' }),
  net: money({ required: true, maybe: true, example: 1000, description: 'Without tax.' }),
  collected: money({ required: true, maybe: true, example: 640.5 }),
}

/** What was invoiced and what was paid, period by period. */
export const salesReport: Action = readAction({
  name: 'get-sales-report',
  method: 'GET',
  path: '/sales',
  summary: 'Get what was invoiced and collected, period by period',
  description: 'Periods in which nothing happened are there too. Figures of what you may not read are left out.',
  access: 'signed-in',
  scope: 'read',
  status: 200,
  query: {
    ...periodParameters,
    interval: choice(INTERVALS, { default: 'day', description: 'A week begins on Monday.' }),
  },
  output: group({
    from: day('2026-11-01'),
    to: day('2026-11-30'),
    interval: choice(INTERVALS, { required: true }),
    currency: text({ required: true, example: 'EUR' }),
    periods: list(
      group({
        from: day('2026-11-01'),
        to: day('2026-11-01'),
        ...figures,
        query: text({ required: true, maybe: true, description: 'The query of the list of these invoices.' }),
      }),
    ),
    totals: group(figures),
  }),
  async run(ctx, { input }) {
    const { interval } = input as { interval: Interval }
    const period = await periodIn(ctx, input as Partial<Period>)
    const parts = partsOf(period, interval)
    const { currency } = await businessSettings(ctx)
    const columns = Object.entries(await columnsOf(ctx, period)).map(
      ([name, days]) => [name, days, spread(days, parts)] as const,
    )
    const periods = parts.map((part, index) => ({
      ...part,
      ...Object.fromEntries(columns.map(([name, , amounts]) => [name, sumOf(amounts[index]!)])),
      ...(seesInvoiced(ctx) && { query: queryOf(issuedIn(part)) }),
    }))
    const totals = Object.fromEntries(columns.map(([name, days]) => [name, sumOf(days.map(amountOf))]))
    return { data: { ...period, interval, currency, periods, totals } }
  },
})

/** By name: the sums of each day. */
type Columns = { readonly [name: string]: readonly Aggregate[] }

const seesInvoiced = (ctx: Context<Reads>) => sees(ctx, invoices, 'total', 'taxTotal', 'invoiceDate', 'status')

/** Days are added up by the database; there are never many of them, whatever happened on each. */
async function columnsOf(ctx: Context<Reads>, period: Period): Promise<Columns> {
  const columns: { [name: string]: readonly Aggregate[] } = {}
  if (seesInvoiced(ctx)) {
    const days = await invoicedIn(ctx, period, 'invoiceDate')
    columns.invoiced = days
    columns.net = days.map((one) => ({ ...one, sums: [difference(one.sums[0]!, one.sums[1]!)] }))
  }
  if (sees(ctx, payments, 'amount', 'paymentDate')) columns.collected = await collectedIn(ctx, period, 'paymentDate')
  return columns
}

const amountOf = ({ sums }: Aggregate) => sums[0]!

/** The amounts of the days that lie in each part; days and parts both come in order. */
function spread(days: readonly Aggregate[], parts: readonly Period[]): number[][] {
  const amounts: number[][] = parts.map(() => [])
  let index = 0
  for (const day of days) {
    while (parts[index]!.to < (day.value as string)) index++
    amounts[index]!.push(amountOf(day))
  }
  return amounts
}
