import { sql } from 'kysely'
import { equals, type ListQuery } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import type { Frame } from '../../core/store.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { type Part, part } from '../lists/conditions.ts'
import type { Listing } from '../lists/listing.ts'
import { encodeValue, REMOVED_COLUMN } from '../table.ts'

/** The filters that leave the rows which the user of the frame sees. */
export const scopeOf = (resource: Resource, frame: Frame, isOwn = frame.ownOnly(resource)): Part[] => [
  ...(isOwn ? [ownPart(resource, frame)] : []),
  ...(resource.retained ? [part('present', [], () => sql`${sql.ref(REMOVED_COLUMN)} is null`)] : []),
]

/** The user's own records, and those that others share. */
function ownPart({ personal }: Resource, { userId }: Frame): Part {
  const own = sql.ref('createdBy')
  if (typeof personal !== 'string') return part('own', [userId], ([user]) => sql`${own} = ${user}`)
  const shared = encodeValue('flag', true)
  return part(
    'own or shared',
    [userId, shared],
    ([user, yes]) => sql`(${own} = ${user} or ${sql.ref(personal)} = ${yes})`,
  )
}

/** Whether only the user's own records may be named, counted or found by the search. */
export const namesOwnOnly = (resource: Resource, frame: Frame): boolean =>
  frame.namesOwnOnly ? frame.namesOwnOnly(resource) : frame.ownOnly(resource)

/** A list of the user's own records is one more filter, so that an index serves it like any other. */
export function visibleList(resource: Resource, query: ListQuery, frame: Frame): Pick<Listing, 'query' | 'scope'> {
  const isOwn = frame.ownOnly(resource)
  if (!isOwn || resource.personal || frame.userId === null)
    return { query, scope: { parts: scopeOf(resource, frame), isWhole: !isOwn } }
  const conditions = [...query.conditions, equals('createdBy', frame.userId)]
  return { query: { ...query, conditions }, scope: { parts: scopeOf(resource, frame, false), isWhole: true } }
}

export const isVisible = (resource: Resource, { ownOnly, userId }: Frame, record: AnyRecord): boolean =>
  !ownOnly(resource) ||
  record.createdBy === userId ||
  (typeof resource.personal === 'string' && record[resource.personal] === true)

export function notFound({ singular }: Resource, id: string): never {
  throw new Problem('NOT_FOUND', { message: `There is no ${singular} "${id.slice(0, 64)}".` })
}
