import { RowBudgetExceeded, type Select, type Values } from '../engine.ts'
import type { Table } from '../table.ts'
import { ordered, partsOn, rangesAfter } from './access-path.ts'
import { composedOf, type Part } from './conditions.ts'
import { type AccessPath, INDEX_SCAN, type Listing, pathLedBy, rowsFrom } from './listing.ts'
import { FEW, type Sizes } from './sizes.ts'
import { nameOf } from './total.ts'
import type { TotalCache } from './total-cache.ts'

/** Which rows of a list are wanted. */
export interface RowWindow {
  readonly offset: number
  readonly limit: number
  /** At most this many rows of the index range are examined: then fewer may be found than there are. */
  readonly within?: number
}

export async function rowsOn(listing: Listing, path: AccessPath, wanted: RowWindow): Promise<readonly Values[]> {
  const [first, second] = rangesAfter(listing, path)
  const rows = await rowsIn(listing, path, first!, wanted)
  if (rows.length === wanted.limit || wanted.within !== undefined || !second) return rows
  return [...rows, ...(await rowsIn(listing, path, second, { offset: 0, limit: wanted.limit - rows.length }))]
}

/** The ids are found in the index alone; only the rows of the page are read. */
function rowsIn(
  listing: Listing,
  path: AccessPath,
  range: readonly Part[],
  window: RowWindow,
): Promise<readonly Values[]> {
  const { engine, connection, table, query } = listing
  const { offset, limit, within } = window
  const { leading, others } = partsOn(listing, path)
  const lead = path.lead ? ` by ${path.lead[0].path}` : ''
  const extent = `${offset > 0 ? 'from a row ' : ''}${within === undefined ? '' : 'within some '}`
  const head = `${listing.source?.shape ?? ''}${path.kind}${lead} ${extent}of ${table.name} by ${query.sort} ${query.order}`
  const more = [limit, ...(offset > 0 ? [offset] : []), ...(within === undefined ? [] : [within])]
  const groups = within === undefined ? [[...leading, ...range, ...others]] : [[...leading, ...range], others]
  const { builder } = engine
  const statement = composedOf(engine, head, groups, more, ([first, second], holes) => {
    const [most, from] = holes
    const whole: Select = rowsFrom(listing).where(first!)
    const looked = () => ordered(whole.selectAll(), listing, path).limit(holes.at(-1)!)
    const matching: Select = second ? builder.selectFrom(looked().as('looked')).where(second) : whole
    if (offset === 0) return ordered(matching.select(names(table)), listing, path).limit(most!)
    const ids = ordered(matching.select('id'), listing, path).limit(most!).offset(from!)
    return ordered(rowsFrom(listing).select(names(table)).where('id', 'in', ids), listing, path)
  })
  return connection.query(statement)
}

const names = (table: Table) => table.columns.map(({ name }) => name)

/** On the main thread at most this many index entries are skipped. */
const PASSED_OVER_MAX = 20_000
/** In the process for slow reads, this many rows are examined before another access path is tried. */
const LOOKED_AT_MAX = 10_000

/** A page of a list that is one index range. If the total is unknown, one more row shows whether there is a next page. */
export async function indexPage(listing: Listing, path: AccessPath, total?: number): Promise<readonly Values[]> {
  return fromNearerEnd(listing, total, (seen, wanted) => {
    if (listing.connection.rowBudget !== undefined && wanted.offset > PASSED_OVER_MAX) throw new RowBudgetExceeded()
    return rowsOn(seen, path, wanted)
  })
}

/** A page of a list whose filters no index covers completely: rows outside the list are examined too. */
export async function filteredPage(
  listing: Listing,
  sizes: Sizes,
  total?: number,
  known?: TotalCache,
): Promise<readonly Values[]> {
  const { path, reach } = pathFor(listing, sizes)
  return fromNearerEnd(listing, total, async (seen, wanted) => {
    if (reach <= FEW) return rowsOn(seen, path, wanted)
    const found = await scanForPage(seen, { path, reach }, wanted, total, known)
    if (found) return found
    if (listing.connection.rowBudget !== undefined) throw new RowBudgetExceeded()
    return rowsOn(seen, safestPath(path, sizes), wanted)
  })
}

/** A page of a list by computed figures: no index knows them, so all rows are examined. */
export const computedPage = (listing: Listing, total?: number): Promise<readonly Values[]> =>
  fromNearerEnd(listing, total, (seen, wanted) => rowsOn(seen, INDEX_SCAN, wanted))

interface PathChoice {
  readonly path: AccessPath
  /** At most this many rows have to be examined. */
  readonly reach: number
}

/** If many rows match, a scan finds a page of them soon; unless all matches are at the far end of the index. */
async function scanForPage(
  listing: Listing,
  { path, reach }: PathChoice,
  wanted: RowWindow,
  total?: number,
  known?: TotalCache,
): Promise<readonly Values[] | undefined> {
  const { engine, connection, query } = listing
  const within = connection.rowBudget ?? LOOKED_AT_MAX
  const { offset, limit } = wanted
  const list = `${nameOf(listing)} by ${query.sort} ${query.order}`
  if (total !== undefined && ((offset + limit) * reach) / total > within) return undefined
  // A database with statistics chooses the plan itself and cannot be limited to a scan.
  if (!engine.noIndex) return total === undefined ? undefined : rowsOn(listing, path, wanted)
  if (known?.isSlowScan(list)) return undefined
  const rows = await rowsOn(listing, path, { ...wanted, within })
  if (rows.length === Math.min(limit, (total ?? Number.POSITIVE_INFINITY) - offset)) return rows
  known?.markSlowScan(list)
  return undefined
}

/** The access path on which the fewest rows have to be examined. */
function pathFor({ table, query }: Listing, { all, leads }: Sizes): PathChoice {
  const [fewest] = leads
  if (fewest && fewest.size <= FEW) {
    const path = pathLedBy(table, query, fewest.lead) ?? { kind: 'sort', lead: fewest.lead }
    return { path, reach: fewest.size }
  }
  for (const { lead, size } of leads) {
    const path = pathLedBy(table, query, lead)
    if (path) return { path, reach: size }
  }
  return { path: INDEX_SCAN, reach: all }
}

/** A scan may read the whole table; sorting reads only the rows of the most selective filter. */
function safestPath(path: AccessPath, { leads: [fewest] }: Sizes): AccessPath {
  return path.lead || !fewest ? path : { kind: 'sort', lead: fewest.lead }
}

/** Reads a page by number from the nearer end of the list; after a cursor there is only one direction. */
async function fromNearerEnd(
  listing: Listing,
  total: number | undefined,
  read: (listing: Listing, wanted: RowWindow) => Promise<readonly Values[]>,
): Promise<readonly Values[]> {
  const { page = 1, perPage, order, after } = listing.query
  const offset = (page - 1) * perPage
  if (total === undefined || after) return read(listing, { offset, limit: perPage + 1 })
  if (offset <= total / 2) return read(listing, { offset, limit: perPage })
  const count = Math.min(perPage, total - offset)
  const turned: Listing = { ...listing, query: { ...listing.query, order: order === 'asc' ? 'desc' : 'asc' } }
  const rows = await read(turned, { offset: total - offset - count, limit: count })
  return rows.toReversed()
}
