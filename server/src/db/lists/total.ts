import { hash } from 'node:crypto'
import { type Query, TooLong } from '../engine.ts'
import { composed, partsOf } from './conditions.ts'
import { partsOn } from './course.ts'
import type { Listing } from './listing.ts'
import type { Sizes } from './sizes.ts'
import type { KnownLists } from './total-cache.ts'

/** Many are remembered, and a filter may name hundreds of values. */
const NAME_MAX = 200

/** The exact number of records in a list that has no kept total: known from before, or counted now. */
export async function totalOf(listing: Listing, sizes: Sizes, known: KnownLists | undefined): Promise<number> {
  const { connection } = listing
  const [fewest] = sizes.leads
  if (fewest?.size === 0) return 0
  const list = nameOf(listing)
  const total = known?.at(list, sizes.version)
  if (total !== undefined) return total
  const reach = fewest?.size ?? sizes.all
  if (connection.patience !== undefined && reach > connection.patience) throw new TooLong()
  const count = async () => Number((await connection.query(counting(listing, sizes)))[0]![0])
  return known ? known.count(list, sizes.version, count) : count()
}

/** The same for all who ask the same, in whatever order they name their filters. */
export function nameOf({ engine, table, query, scope }: Listing): string {
  const parts = [...scope.parts, ...partsOf(engine, table, query)]
  const asked = parts.map(({ shape, values }) => `${shape} ${JSON.stringify(values)}`)
  const name = `${table.name}: ${asked.sort().join('; ')}`
  return name.length > NAME_MAX ? hash('sha256', name) : name
}

/** The filter that leaves the fewest leads; where none is known to, the database decides. */
function counting(listing: Listing, { leads: [fewest] }: Sizes): Query {
  const { engine, table, query, scope } = listing
  const lead = fewest?.lead
  const { leading, others } = lead
    ? partsOn(listing, { kind: 'gather', lead })
    : { leading: scope.parts, others: partsOf(engine, table, query) }
  const head = `count ${table.name} by ${lead?.[0].path ?? 'any'}`
  return composed(engine, head, [...leading, ...others], [], (where) =>
    engine.builder
      .selectFrom(table.name)
      .select(({ fn }) => fn.countAll().as('total'))
      .where(where),
  )
}
