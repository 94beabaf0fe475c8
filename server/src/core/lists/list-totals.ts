import type { Include } from '../../model/permitted.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import { covers } from '../access.ts'
import type { Context } from '../action.ts'
import type { Entry } from '../rules.ts'
import { interpreted } from '../stock-actions.ts'
import type { Reads } from '../store.ts'
import { equals, type ListQuery } from './list-query.ts'

/** Counting or adding up more records than this would take too long for a list; then the figures are left out. */
const RECORDS_MAX = 100_000

const STATUS = 'status'
const CURRENCY = 'currency'

export interface ListTotals {
  /** By field and value: how many records there are, whatever value the list itself asks for. */
  readonly counts?: { readonly [field: string]: { readonly [value: string]: number } }
  /** By field and currency. */
  readonly sums?: { readonly [field: string]: { readonly [currency: string]: number } }
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

async function sumsOf(entry: Entry, ctx: Context<Reads>, list: ListQuery): Promise<ListTotals> {
  const { resource, rules = {} } = entry
  const { hidden } = ctx.permission
  const sums = summedOf(resource).filter((name) => !covers(hidden, name))
  const { conditions, words, figures } = await interpreted(ctx, rules, list)
  if (sums.length === 0 || covers(hidden, CURRENCY) || figures) return {}
  if ((await totalOf(entry, ctx, list)) > RECORDS_MAX) return {}
  const found = await ctx.records.aggregate(resource, { conditions, words, sums, by: CURRENCY })
  const byCurrency = (index: number) => Object.fromEntries(found.map((one) => [one.value, one.sums[index]!]))
  return { sums: Object.fromEntries(sums.map((name, index) => [name, byCurrency(index)])) }
}
