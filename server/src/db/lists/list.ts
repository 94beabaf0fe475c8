import type { Page } from '../../core/lists/list-query.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { tallied, tallyKeyOf } from '../counts/tallies.ts'
import { RowBudgetExceeded, type Values } from '../engine.ts'
import { decodeRow } from '../table.ts'
import { isSingleRange } from './access-path.ts'
import { type AccessPath, INDEX_SCAN, type Listing, pathLedBy } from './listing.ts'
import { computedPage, filteredPage, indexPage } from './page.ts'
import { sizesOf } from './sizes.ts'
import { totalOf } from './total.ts'
import type { TotalCache } from './total-cache.ts'

/** `known` holds cached totals; inside a transaction that writes, totals of other transactions are not valid. */
export async function listRows(listing: Listing, known?: TotalCache): Promise<Page<AnyRecord>> {
  const { engine, connection, table, query, scope } = listing
  const key = scope.isWhole ? tallyKeyOf(table, query) : undefined
  if (listing.source) return computedList(listing, key)
  const path = singlePath(listing)
  if (path && !query.withTotal) return pageOf(listing, undefined, () => indexPage(listing, path))
  if (path && key !== undefined) {
    const counted = tallied(engine, connection, table, key)
    if ((query.page ?? 1) === 1) return pageBesideTotal(listing, counted, path)
    const total = await counted
    return pageOf(listing, total, () => indexPage(listing, path, total))
  }
  const sizes = await sizesOf(listing)
  // Changes of internal resources are not counted, so their totals cannot be cached.
  const counted = table.resource.internal ? undefined : known
  const total = query.withTotal ? await totalOf(listing, sizes, counted) : undefined
  return pageOf(listing, total, () =>
    path ? indexPage(listing, path, total) : filteredPage(listing, sizes, total, known),
  )
}

/** Adding up many records may keep other requests waiting. No total is cached, since it depends on other tables and the day. */
async function computedList(listing: Listing, key: string | undefined): Promise<Page<AnyRecord>> {
  const { engine, connection, table, query } = listing
  if (connection.rowBudget !== undefined) throw new RowBudgetExceeded()
  const count = async () =>
    key === undefined ? totalOf(listing, await sizesOf(listing), undefined) : tallied(engine, connection, table, key)
  const total = query.withTotal ? await count() : undefined
  return pageOf(listing, total, () => computedPage(listing, total))
}

/** Most lists are one range of one index, whatever is in the table. */
function singlePath(listing: Listing): AccessPath | undefined {
  const { table, query } = listing
  const paths = [...query.conditions.flatMap((condition) => pathLedBy(table, query, [condition]) ?? []), INDEX_SCAN]
  return paths.find((path) => isSingleRange(listing, path))
}

/** Which rows are first, or follow a cursor, does not depend on the total: a database server is asked for both at once. */
async function pageBesideTotal(listing: Listing, counted: Promise<number>, path: AccessPath): Promise<Page<AnyRecord>> {
  const [total, rows] = await Promise.all([counted, indexPage(listing, path, Number.POSITIVE_INFINITY)])
  return pageWith(listing, total, rows)
}

async function pageOf(
  listing: Listing,
  total: number | undefined,
  read: () => Promise<readonly Values[]>,
): Promise<Page<AnyRecord>> {
  const { page = 1, perPage } = listing.query
  if (total !== undefined && (page - 1) * perPage >= total) return { records: [], hasMore: false, total }
  return pageWith(listing, total, await read())
}

function pageWith({ table, query }: Listing, total: number | undefined, rows: readonly Values[]): Page<AnyRecord> {
  const { page = 1, perPage } = query
  const records = rows.slice(0, perPage).map((row) => decodeRow(table.columns, row))
  const hasMore = total === undefined || query.after ? rows.length > perPage : page * perPage < total
  return { records, hasMore, ...(total !== undefined && { total }) }
}
