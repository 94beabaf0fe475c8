import type { Include } from '../../model/permitted.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import { statusesIn } from '../../model/stage.ts'
import { covers } from '../access.ts'
import type { Context } from '../action.ts'
import type { Entry } from '../rules.ts'
import { interpreted } from '../stock-actions.ts'
import type { Reads } from '../store.ts'
import { type Condition, equals, type ListQuery } from './list-query.ts'

/** Counting or adding up more records than this would take too long for a list; then the figures are left out. */
const RECORDS_MAX = 100_000

const STATUS = 'status'
const CURRENCY = 'currency'

export interface ListTotals {
  /** By field and value: how many records there are, whatever value the list itself asks for. */
  readonly counts?: { readonly [field: string]: { readonly [value: string]: number } }
  /** By field and currency. */
  readonly sums?: { readonly [field: string]: { readonly [currency: string]: number } }
  /** How many records the sums include, and by status how many of those found they leave out. */
  readonly summed?: { readonly count: number; readonly leftOut: { readonly [status: string]: number } }
}

/** What a client has asked for beside the records of a list, as far as it may know the fields. */
export async function totalsOf(
  entry: Entry,
  ctx: Context<Reads>,
  list: ListQuery,
  include: readonly Include[],
): Promise<ListTotals> {
  return {
    ...(include.includes('counts') && (await countsOf(entry, ctx, list))),
    ...(include.includes('sums') && (await sumsOf(entry, ctx, list))),
  }
}

async function totalOf({ resource, rules = {} }: Entry, ctx: Context<Reads>, list: ListQuery): Promise<number> {
  const { after: _, ...first } = await interpreted(ctx, rules, list)
  const { total } = await ctx.records.list(resource, { ...first, page: 1, perPage: 1, withTotal: true })
  return total!
}

async function countsOf(entry: Entry, ctx: Context<Reads>, list: ListQuery): Promise<ListTotals> {
  const { choices = [], alsoFilter = [] } = fieldsOf(entry.resource)[STATUS]?.options ?? {}
  if (choices.length === 0 || covers(ctx.permission.hidden, STATUS)) return {}
  const others = list.conditions.filter(({ path }) => path !== STATUS)
  const isNarrowed = others.length > 0 || list.words.length > 0
  if (isNarrowed && (await totalOf(entry, ctx, { ...list, conditions: others })) > RECORDS_MAX) return {}
  const counts = await Promise.all(
    [...choices, ...alsoFilter].map(async (value) => {
      const conditions = [...others, equals(STATUS, value)]
      return [value, await totalOf(entry, ctx, { ...list, conditions })] as const
    }),
  )
  return { counts: { [STATUS]: Object.fromEntries(counts) } }
}

const summedOf = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([name, { options }]) => (options.summed ? [name] : []))

/** Statuses of records that are void, or do not count yet: a sum that includes them would be wrong. */
const unsummedOf = ({ resource: { fields, unsummed = [] } }: Entry): readonly string[] =>
  statusesIn(fields.status?.options.stages, ...unsummed, 'stopped')

/** A list that asks for such records alone, as that of all drafts does, has their sum. */
function leftOutOf(entry: Entry, { conditions }: ListQuery): readonly string[] {
  const unsummed = unsummedOf(entry)
  const asksForThem = ({ path, operator, values }: Condition) =>
    path === STATUS && (operator === 'eq' || operator === 'in') && values.every((one) => unsummed.includes(String(one)))
  return conditions.some(asksForThem) ? [] : unsummed
}

async function sumsOf(entry: Entry, ctx: Context<Reads>, list: ListQuery): Promise<ListTotals> {
  const { resource, rules = {} } = entry
  const { hidden } = ctx.permission
  const sums = summedOf(resource).filter((name) => !covers(hidden, name))
  // The difference between the sum and the records found would tell which of them are cancelled.
  const hidesStatus = unsummedOf(entry).length > 0 && covers(hidden, STATUS)
  if (sums.length === 0 || covers(hidden, CURRENCY) || hidesStatus) return {}
  const { conditions, words, figures } = await interpreted(ctx, rules, list)
  if (figures || (await totalOf(entry, ctx, list)) > RECORDS_MAX) return {}
  const leftOut = leftOutOf(entry, list)
  const within = (statuses: readonly string[]): Condition[] => [
    ...conditions,
    ...(leftOut.length > 0 ? [{ path: STATUS, operator: 'in', values: statuses } as const] : []),
  ]
  const choices = fieldsOf(resource)[STATUS]?.options.choices ?? []
  const counting = within(choices.filter((status) => !leftOut.includes(status)))
  const found = await ctx.records.aggregate(resource, { conditions: counting, words, sums, by: CURRENCY })
  const others =
    leftOut.length > 0
      ? await ctx.records.aggregate(resource, { conditions: within(leftOut), words, sums: [], by: STATUS })
      : []
  const byCurrency = (index: number) => Object.fromEntries(found.map((one) => [one.value, one.sums[index]!]))
  return {
    sums: Object.fromEntries(sums.map((name, index) => [name, byCurrency(index)])),
    summed: {
      count: found.reduce((sum, { count }) => sum + count, 0),
      leftOut: Object.fromEntries(others.map(({ value, count }) => [value, count])),
    },
  }
}
