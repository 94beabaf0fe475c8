import { hash } from 'node:crypto'
import { type Query, RowBudgetExceeded } from '../engine.ts'
import { partsOn } from './access-path.ts'
import { composed, partsOf } from './conditions.ts'
import { type Listing, rowsFrom } from './listing.ts'
import type { Sizes } from './sizes.ts'
import type { TotalCache } from './total-cache.ts'

/** Longer names are hashed: many are cached, and a filter may name hundreds of values. */
const NAME_MAX = 200

/** The exact number of records in a list without a stored total: cached, or counted now. */
export async function totalOf(listing: Listing, sizes: Sizes, known: TotalCache | undefined): Promise<number> {
  const { connection } = listing
  const [fewest] = sizes.leads
  if (fewest?.size === 0) return 0
  const list = nameOf(listing)
  const total = known?.at(list, sizes.version)
  if (total !== undefined) return total
  const reach = fewest?.size ?? sizes.all
  if (connection.rowBudget !== undefined && reach > connection.rowBudget) throw new RowBudgetExceeded()
  const count = async () => Number((await connection.query(counting(listing, sizes)))[0]![0])
  return known ? known.count(list, sizes.version, count) : count()
}

/** The cache key of a list, the same for the same filters in any order. */
export function nameOf({ engine, table, query, scope }: Listing): string {
  const parts = [...scope.parts, ...partsOf(engine, table, query)]
  const asked = parts.map(({ shape, values }) => `${shape} ${JSON.stringify(values)}`)
  const name = `${table.name}: ${asked.sort().join('; ')}`
  return name.length > NAME_MAX ? hash('sha256', name) : name
}

/** Uses the index of the most selective filter; if none is known, the database decides. */
function counting(listing: Listing, { leads: [fewest] }: Sizes): Query {
  const { engine, table, query, scope } = listing
  const lead = fewest?.lead
  const { leading, others } = lead
    ? partsOn(listing, { kind: 'sort', lead })
    : { leading: scope.parts, others: partsOf(engine, table, query) }
  const head = `${listing.source?.shape ?? ''}count ${table.name} by ${lead?.[0].path ?? 'any'}`
  return composed(engine, head, [...leading, ...others], [], (where) =>
    rowsFrom(listing)
      .select(({ fn }) => fn.countAll().as('total'))
      .where(where),
  )
}
