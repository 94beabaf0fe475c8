import { type Action, type Context, readAction } from '../../core/action.ts'
import type { Aggregate } from '../../core/lists/aggregate.ts'
import { type Condition, equals } from '../../core/lists/list-query.ts'
import { queryOf } from '../../core/lists/query-of.ts'
import type { Reads } from '../../core/store.ts'
import { date, group, integer, map, money, text } from '../../model/fields.ts'
import { difference } from '../../model/money.ts'
import type { Resource } from '../../model/resource.ts'
import { OWED, overdueOn } from '../documents/open-items/balances.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { items } from '../items/items.resource.ts'
import { payments } from '../payments/payments.resource.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { businessSettings, today } from '../settings/settings.operations.ts'
import { amountOf, collectedIn, invoicedIn, issuedIn, owed, within } from './figures.ts'
import { type Period, periodIn, periodParameters, previousOf } from './periods.ts'
import { sees } from './sight.ts'

const count = integer({ required: true, example: 12 })
const amount = money({ required: true, example: 4711.5 })
const query = text({
  required: true,
  example: 'isActive=true',
  description: 'The query of the list of these records.',
})
const counted = (description: string) => group({ count, amount, query }, { maybe: true, description })

const revenue = (description: string) =>
  group(
    {
      from: date({ required: true, example: '2026-11-01' }),
      to: date({ required: true, example: '2026-11-30' }),
      count,
      net: money({ required: true, example: 3959.24, description: 'Without tax: the revenue.' }),
      tax: money({ required: true, example: 752.26 }),
      amount: money({ required: true, example: 4711.5, description: 'With tax.' }),
      query,
    },
    { maybe: true, description },
  )

/** How the business stands, in a handful of figures. */
export const summaryReport = (catalog: readonly Resource[]): Action =>
  readAction({
    name: 'get-summary-report',
    method: 'GET',
    path: '/summary',
    summary: 'Get the figures of the business',
    description: 'Figures of what you may not read are left out.',
    access: 'signed-in',
    scope: 'read',
    status: 200,
    query: periodParameters,
    output: group({
      from: date({ required: true, example: '2026-11-01' }),
      to: date({ required: true, example: '2026-11-30' }),
      currency: text({ required: true, example: 'EUR' }),
      revenue: revenue('Invoices that were issued for this time; drafts and cancelled ones do not count.'),
      previousRevenue: revenue('The same for as many days just before.'),
      collected: counted('Payments of this time.'),
      unpaid: counted('What customers owe today.'),
      overdue: counted('The part of it that is past its due date.'),
      openOrders: counted('Orders that are submitted or on hold, and not yet invoiced as a whole.'),
      ordersByStatus: map(count, { required: true, maybe: true, example: { draft: 2, submitted: 12 } }),
      documentsByStatus: map(map(count), {
        required: true,
        maybe: true,
        example: { quotations: { draft: 2, submitted: 12 } },
        description: 'The same for each type of document without figures of its own.',
      }),
      lowStock: group(
        { count, query },
        { maybe: true, description: 'Items of which less is available than the reorder level.' },
      ),
    }),
    async run(ctx, { input }) {
      const period = await periodIn(ctx, input as Partial<Period>)
      const { currency } = await businessSettings(ctx)
      const figures = [...(await invoiceFigures(ctx, period)), ...(await orderFigures(ctx, catalog))]
      if (sees(ctx, payments, 'amount'))
        figures.push(['collected', await listed(collectedIn(ctx, period), within('paymentDate', period))])
      if (sees(ctx, items, 'isLowStock')) figures.push(['lowStock', await lowStock(ctx)])
      return { data: { ...period, currency, ...Object.fromEntries(figures) } }
    },
  })

type Figures = [name: string, figure: unknown][]

async function invoiceFigures(ctx: Context<Reads>, period: Period): Promise<Figures> {
  const figures: Figures = []
  if (sees(ctx, invoices, 'total', 'taxTotal', 'invoiceDate', 'status')) {
    figures.push(['revenue', await revenueIn(ctx, period)])
    figures.push(['previousRevenue', await revenueIn(ctx, previousOf(period))])
  }
  if (sees(ctx, invoices, 'outstanding')) figures.push(['unpaid', await listed(owed(ctx), [OWED])])
  if (sees(ctx, invoices, 'outstanding', 'dueDate', 'isOverdue'))
    figures.push(['overdue', await listed(owed(ctx, [overdueOn(await today(ctx))]), [equals('isOverdue', true)])])
  return figures
}

async function revenueIn(ctx: Context<Reads>, period: Period) {
  const [all] = await invoicedIn(ctx, period)
  const [total, tax] = all!.sums as [number, number]
  const net = difference(total, tax)
  return { ...period, count: all!.count, net, tax, amount: total, query: queryOf(issuedIn(period)) }
}

/** A figure, with the list of what it counts. */
const listed = async (asked: Promise<readonly Aggregate[]>, conditions: readonly Condition[]) => ({
  ...(await amountOf(asked)),
  query: queryOf(conditions),
})

const OPEN: readonly Condition[] = [
  { path: 'status', operator: 'in', values: ['submitted', 'on_hold'] },
  { path: 'invoiceStatus', operator: 'ne', values: ['invoiced'] },
]

async function orderFigures(ctx: Context<Reads>, catalog: readonly Resource[]): Promise<Figures> {
  const { records } = ctx
  const figures: Figures = []
  if (sees(ctx, salesOrders, 'status')) figures.push(['ordersByStatus', await byStatus(ctx, salesOrders)])
  const others = await otherDocuments(ctx, catalog)
  if (others.length > 0) figures.push(['documentsByStatus', Object.fromEntries(others)])
  if (sees(ctx, salesOrders, 'status', 'invoiceStatus', 'total')) {
    const open = records.aggregate(salesOrders, { conditions: OPEN, sums: ['total'] })
    figures.push(['openOrders', await listed(open, OPEN)])
  }
  return figures
}

async function byStatus({ records }: Context<Reads>, resource: Resource): Promise<Record<string, number>> {
  const counted = await records.aggregate(resource, { conditions: [], sums: [], by: 'status' })
  const counts = new Map(counted.map(({ value, count }) => [value, count]))
  return Object.fromEntries(resource.fields.status!.options.choices!.map((status) => [status, counts.get(status) ?? 0]))
}

/** Those without figures of their own: what is open of an open item is a figure. */
async function otherDocuments(ctx: Context<Reads>, catalog: readonly Resource[]): Promise<Figures> {
  const isOther = ({ name, document }: Resource) =>
    document?.statuses !== undefined && !document.openItem && name !== salesOrders.name
  const others = catalog.filter((resource) => isOther(resource) && sees(ctx, resource, 'status'))
  return Promise.all(
    others.map(async (resource) => [resource.name, await byStatus(ctx, resource)] as const),
  ) as Promise<Figures>
}

async function lowStock({ records }: Context<Reads>) {
  const conditions = [equals('isLowStock', true)]
  const [low] = await records.aggregate(items, { conditions, sums: [] })
  return { count: low!.count, query: queryOf(conditions) }
}
