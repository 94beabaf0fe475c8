import { type Action, type Context, readAction } from '../../core/action.ts'
import type { Aggregate } from '../../core/lists/aggregate.ts'
import { type Condition, equals } from '../../core/lists/list-query.ts'
import { queryOf } from '../../core/lists/query-of.ts'
import type { Reads } from '../../core/store.ts'
import { choice, date, group, integer, list, money, text } from '../../model/fields.ts'
import { sumOf } from '../../model/money.ts'
import { customers } from '../customers/customers.resource.ts'
import { OWED, overdueOn } from '../documents/open-items/balances.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { businessSettings, dayIn } from '../settings/settings.operations.ts'
import { sees } from './sight.ts'

const LIMIT = 10
const LIMIT_MAX = 100

/** Days past the due date, both ends included. */
const AGES = [
  { age: 'not_due', from: Number.NEGATIVE_INFINITY, to: 0 },
  { age: '1-30', from: 1, to: 30 },
  { age: '31-60', from: 31, to: 60 },
  { age: '61-90', from: 61, to: 90 },
  { age: 'over_90', from: 91, to: Number.POSITIVE_INFINITY },
] as const

const count = integer({ required: true, example: 3 })
const amount = money({ required: true, example: 734.49 })

/** What customers owe, by age and by customer. */
export const receivablesReport: Action = readAction({
  name: 'get-receivables-report',
  method: 'GET',
  path: '/receivables',
  summary: 'Get what customers owe, by age and by customer',
  description: 'Figures of what you may not read are left out.',
  access: 'signed-in',
  scope: 'read',
  status: 200,
  query: {
    limit: integer({
      default: LIMIT,
      min: 1,
      description: `How many customers at most. More than ${LIMIT_MAX} is served as ${LIMIT_MAX}.`,
    }),
  },
  output: group({
    day: date({ required: true, example: '2026-11-20', description: 'Today, where the company is.' }),
    currency: text({ required: true, example: 'EUR' }),
    total: group({ count, amount }, { maybe: true }),
    ages: list(
      group({
        age: choice(
          AGES.map(({ age }) => age),
          { required: true, description: 'Days past the due date.' },
        ),
        count,
        amount,
        query: text({ required: true, example: 'daysOverdue[gte]=1&daysOverdue[lte]=30' }),
      }),
      { maybe: true },
    ),
    customers: list(
      group({
        customer: text({ required: true, example: 'cus_0t3q8m5xk00a7b2c9d4' }),
        customerName: text({ required: true, example: 'Nordlicht Fahrräder GmbH' }),
        count,
        amount,
        overdue: money({ required: true, example: 120 }),
      }),
      { maybe: true, description: 'Those who owe most.' },
    ),
  }),
  async run(ctx, { input }) {
    const { limit } = input as { limit: number }
    const { currency, timeZone } = await businessSettings(ctx)
    const day = dayIn(timeZone, ctx.now)
    if (!sees(ctx, invoices, 'outstanding', 'dueDate', 'isOverdue')) return { data: { day, currency } }
    const aged = await agesOn(ctx, day)
    const debtors = sees(ctx, invoices, 'customer', 'customerName') && (await debtorsOn(ctx, day, limit))
    return { data: { day, currency, ...aged, ...(debtors && { customers: debtors }) } }
  },
})

/** The database adds up by the day on which invoices become overdue; there are never many of these. */
async function agesOn(ctx: Context<Reads>, day: string) {
  const days = await ctx.records.aggregate(invoices, { conditions: [OWED], sums: ['outstanding'], by: 'overdueFrom' })
  const ages = AGES.map((one) => {
    const some = days.filter(({ value }) => isBetween(ageOn(day, value as string), one.from, one.to))
    return { age: one.age, ...sumsOf(some), query: queryOf(conditionsOf(ctx, one, day)) }
  })
  return { total: sumsOf(days), ages }
}

/** The list of the invoices of an age. A role that does not see how many days they are late is led to the due dates. */
function conditionsOf(ctx: Context<Reads>, { from, to }: (typeof AGES)[number], day: string): Condition[] {
  if (from < 1) return [OWED, equals('isOverdue', false)]
  if (sees(ctx, invoices, 'daysOverdue')) return between('daysOverdue', from, Number.isFinite(to) ? to : undefined)
  const before = (days: number) => Temporal.PlainDate.from(day).subtract({ days }).toString()
  return [OWED, ...between('dueDate', Number.isFinite(to) ? before(to) : undefined, before(from))]
}

function between(path: string, least?: number | string, most?: number | string): Condition[] {
  const lower: Condition[] = least === undefined ? [] : [{ path, operator: 'gte', values: [least] }]
  return most === undefined ? lower : [...lower, { path, operator: 'lte', values: [most] }]
}

const isBetween = (value: number, from: number, to: number) => value >= from && value <= to

/** The first day on which it is overdue is one day late. */
const ageOn = (day: string, overdueFrom: string): number =>
  Temporal.PlainDate.from(overdueFrom).until(day, { largestUnit: 'days' }).days + 1

const sumsOf = (some: readonly Aggregate[]) => ({
  count: some.reduce((sum, one) => sum + one.count, 0),
  amount: sumOf(some.map(({ sums }) => sums[0]!)),
})

async function debtorsOn({ records }: Context<Reads>, day: string, limit: number) {
  const most = Math.min(limit, LIMIT_MAX)
  const asked = { sums: ['outstanding'], by: 'customer' }
  const debtors = await records.aggregate(invoices, { ...asked, conditions: [OWED], most })
  const ids = debtors.map(({ value }) => value as string)
  const among = { path: 'customer', operator: 'in', values: ids } as const
  const late = await records.aggregate(invoices, { ...asked, conditions: [OWED, overdueOn(day), among] })
  const overdue = new Map(late.map(({ value, sums }) => [value, sums[0]!]))
  const known = await records.getMany(customers, ids)
  return debtors.map(({ value, count: owing, sums }) => ({
    customer: value,
    customerName: known.get(value as string)!.name,
    count: owing,
    amount: sums[0]!,
    overdue: overdue.get(value) ?? 0,
  }))
}
