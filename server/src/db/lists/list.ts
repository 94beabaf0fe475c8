import type { Page } from '../../core/lists/list-query.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { tallied, tallyKeyOf } from '../counts/tallies.ts'
import type { Values } from '../engine.ts'
import { decodeRow } from '../table.ts'
import { isOneStretch } from './course.ts'
import { type Course, type Listing, ledBy, WALK } from './listing.ts'
import { pageOn, pageSought } from './page.ts'
import { sizesOf } from './sizes.ts'
import { totalOf } from './total.ts'
import type { KnownLists } from './total-cache.ts'

/** `known` holds cached totals; inside a transaction that writes, totals of other transactions are not valid. */
export async function listRows(listing: Listing, known?: KnownLists): Promise<Page<AnyRecord>> {
  const { engine, connection, table, query, scope } = listing
  const key = scope.isWhole ? tallyKeyOf(table, query) : undefined
  const course = plainCourse(listing)
  if (course && (key !== undefined || !query.withTotal)) {
    const total = query.withTotal ? await tallied(engine, connection, table, key!) : undefined
    return pageOf(listing, total, () => pageOn(listing, course, total))
  }
  const sizes = await sizesOf(listing)
  // Nothing tells of changes of what the service keeps for its own use.
  const counted = table.resource.internal ? undefined : known
  const total = query.withTotal ? await totalOf(listing, sizes, counted) : undefined
  return pageOf(listing, total, () =>
    course ? pageOn(listing, course, total) : pageSought(listing, sizes, total, known),
  )
}

/** Most lists are one stretch of one index, whatever is in the table. */
function plainCourse(listing: Listing): Course | undefined {
  const { table, query } = listing
  const courses = [...query.conditions.flatMap((condition) => ledBy(table, query, [condition]) ?? []), WALK]
  return courses.find((course) => isOneStretch(listing, course))
}

async function pageOf(
  { table, query }: Listing,
  total: number | undefined,
  read: () => Promise<readonly Values[]>,
): Promise<Page<AnyRecord>> {
  const { page = 1, perPage } = query
  if (total !== undefined && (page - 1) * perPage >= total) return { records: [], hasMore: false, total }
  const rows = await read()
  const records = rows.slice(0, perPage).map((row) => decodeRow(table.columns, row))
  const hasMore = total === undefined || query.after ? rows.length > perPage : page * perPage < total
  return { records, hasMore, ...(total !== undefined && { total }) }
}
