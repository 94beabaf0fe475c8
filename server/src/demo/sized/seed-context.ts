import { type ListQuery, plainList } from '../../core/lists/list-query.ts'
import type { Reads } from '../../core/store.ts'
import { currencyDecimals } from '../../model/money.ts'
import { customers } from '../../resources/customers/customers.resource.ts'
import { items } from '../../resources/items/items.resource.ts'
import { SETTINGS_ID, settings } from '../../resources/settings/settings.resource.ts'
import type { SeedContext } from './orders.ts'
import { SeededRandom } from './seeded-random.ts'

const SEED = 4
const GOODS = 1000
const BUYERS = 250
const PLACES = 1_000_000

/** There is no active item or no active customer. */
export class NothingToOrder extends Error {}

/** The items and customers that a batch of orders is made from: a different range of each for every batch number. */
export async function seedContextFor(reads: Reads, number: number): Promise<SeedContext> {
  const random = new SeededRandom(SEED, number)
  const goods = await rangeOf(reads, items, GOODS, random)
  const buyers = await rangeOf(reads, customers, BUYERS, random)
  const missing = goods.length === 0 ? 'item' : buyers.length === 0 ? 'customer' : undefined
  if (missing) throw new NothingToOrder(`Orders need at least one active ${missing}. Add some with --${missing}s.`)
  const business = await reads.get(settings, SETTINGS_ID)
  return {
    goods,
    goodsById: new Map(goods.map((item) => [item.id, item])),
    buyers,
    settings: business,
    decimals: currencyDecimals(business.currency),
  }
}

/** Active records that follow each other, from some point in time on; and the oldest ones if these are too few. */
async function rangeOf<R extends typeof items | typeof customers>(
  reads: Reads,
  resource: R,
  count: number,
  random: SeededRandom,
) {
  const list = async (query: Partial<ListQuery>) => (await reads.list(resource, { ...ACTIVE, ...query })).records
  const [oldest] = await list({ perPage: 1 })
  const [newest] = await list({ perPage: 1, order: 'desc' })
  if (!oldest || !newest) return []
  const [from, to] = [Date.parse(oldest.createdAt), Date.parse(newest.createdAt)]
  const start = new Date(from + Math.floor(((to - from) * random.below(PLACES)) / PLACES)).toISOString()
  const later = { path: 'createdAt', operator: 'gte', values: [start] } as const
  const ahead = await list({ perPage: count, conditions: [...ACTIVE.conditions, later] })
  if (ahead.length === count) return ahead
  const all = [...ahead, ...(await list({ perPage: count }))]
  return [...new Map(all.map((record) => [record.id, record])).values()].slice(0, count)
}

const ACTIVE = plainList([{ path: 'isActive', operator: 'eq', values: [true] }], { perPage: 1, order: 'asc' })
