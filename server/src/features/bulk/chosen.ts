import { authorise } from '../../core/access.ts'
import type { Action, Preparation } from '../../core/action.ts'
import { listingOf } from '../../core/lists/cursor.ts'
import type { Comparable, ListQuery, Page } from '../../core/lists/list-query.ts'
import type { Pair } from '../../core/lists/parameters.ts'
import { parseList } from '../../core/lists/parse-list.ts'
import { refuseFaults } from '../../core/problem.ts'
import { msg } from '../../model/message.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'

/** A selection of records: by ids, or by the filter of a list. */
export interface Chosen {
  readonly ids: readonly string[]
  /** The current records; an unknown id has none. */
  readonly records: ReadonlyMap<string, AnyRecord>
  readonly nextCursor: string | null
}

interface Choice {
  readonly ids?: readonly string[] | null
  readonly filter?: string | null
}

/** List parameters that do not affect which records match. */
const OF_THE_PAGE = ['page', 'perPage', 'fields', 'includeTotal']

export async function chosenBy(
  ctx: Preparation,
  resource: Resource,
  listed: Action,
  { ids, filter }: Choice,
  most: number,
): Promise<Chosen> {
  const isById = ids !== null && ids !== undefined && ids.length > 0
  const isByFilter = filter !== null && filter !== undefined
  if (isById === isByFilter) refuseFaults([{ field: 'ids', message: msg`Send either ids or a filter.` }])
  if (!isById) return byFilter(ctx, resource, listed, filter!, most)
  const unique = [...new Set(ids)]
  return { ids: unique, records: await ctx.records.getMany(resource, unique), nextCursor: null }
}

async function byFilter(
  ctx: Preparation,
  resource: Resource,
  listed: Action,
  filter: string,
  most: number,
): Promise<Chosen> {
  authorise(ctx.actor, resource, listed) // which records match tells what is in them
  const list = queryFrom(ctx, resource, filter, most)
  const answer = await listed.run(ctx as never, { id: '', input: {}, list })
  const { records, hasMore } = (answer as { page: Page<AnyRecord> }).page
  const last = records.at(-1)
  const position = last && { value: valueAt(last, list.sort) as Comparable, id: last.id as string }
  return {
    ids: records.map(({ id }) => id as string),
    records: new Map(records.map((record) => [record.id as string, record])),
    nextCursor: hasMore ? ctx.cursors.seal(position!, listingOf(resource.name, list)) : null,
  }
}

function queryFrom({ permission, cursors }: Preparation, resource: Resource, filter: string, most: number): ListQuery {
  const pairs = [...new URLSearchParams(filter)] as Pair[]
  const ofList = pairs.filter(([name]) => !OF_THE_PAGE.includes(name))
  const { page: _, ...list } = parseList(resource, ofList, permission, cursors, () => new Set()).list
  return { ...list, perPage: most, withTotal: false }
}
