import { type Actor, permissionFor } from '../../core/access.ts'
import { auditLog } from '../../core/audit/audit-log.resource.ts'
import { Problem } from '../../core/problem.ts'
import { present } from '../../core/reply/reply.ts'
import type { Entry } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { msg } from '../../model/message.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { FeedEvent } from './event.ts'
import { BEGINNING, type EventPosition, keptCursors, markOf, openPosition, positionAt } from './event-position.ts'
import type { EventsRequest, FeedParts, NextEvents } from './events-request.ts'
import { FeedReader } from './feed-reader.ts'
import { entriesBeyond, headsOf } from './merge-chains.ts'

/** Begins after the newest event. */
export const NOW = 'now'
/** The entries that one call examines; filters and rights may leave few of them. */
const EXAMINED_MAX = 2000
const EXAMINED_AT_ONCE = 100

/** Whether changes of a resource are events: of all that clients know, but the logs. */
export const hasEvents = (resource: Resource): boolean =>
  !resource.internal && !resource.unaudited && resource !== (auditLog as Resource)

export const feedEntries = (entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.filter(({ resource }) => hasEvents(resource)).map((entry) => [entry.resource.name, entry]))

/**
 * The next events after a cursor, as the actor may see them now. `records` must read one snapshot and see the records of
 * all users (`store.read` with a scope without `ownOnly`). Throws INVALID_CURSOR.
 */
export async function nextEvents(parts: FeedParts, records: Reads, request: EventsRequest): Promise<NextEvents> {
  const heads = await headsOf(records)
  const reader = new FeedReader(parts, request, await startOf(parts, records, request, heads))
  let examined = 0
  while (!reader.isFull && reader.hasMore(heads) && examined < EXAMINED_MAX) {
    const entries = await entriesBeyond(records, reader.sequences, heads, EXAMINED_AT_ONCE)
    examined += entries.length
    await reader.examine(records, entries)
  }
  const { events } = reader
  const shown = request.includeRecord ? await withRecords(parts, records, request.actor, events) : events
  return { events: shown, cursor: reader.cursor, keptCursor: reader.keptCursor, hasMore: reader.hasMore(heads) }
}

async function startOf(
  { cursors }: FeedParts,
  records: Reads,
  { after, isKept }: EventsRequest,
  heads: readonly number[],
): Promise<EventPosition> {
  if (after === undefined) return BEGINNING
  if (after === NOW) return withMarks(records, positionAt(heads))
  const position = openPosition(isKept ? keptCursors : cursors, after)
  return positionInHistory(records, position, heads)
}

/** A position with its marks. Throws for one that is not of the history of this database. */
export async function positionInHistory(
  records: Reads,
  position: EventPosition | undefined,
  heads: readonly number[],
): Promise<EventPosition> {
  if (!position) throw new Problem('INVALID_CURSOR')
  if (position.some(({ sequence }, chain) => sequence > heads[chain]!))
    throw new Problem('INVALID_CURSOR', { text: BEYOND })
  const current = await withMarks(records, position)
  if (position.some(({ mark }, chain) => mark !== undefined && mark !== current[chain]!.mark))
    throw new Problem('INVALID_CURSOR', { text: REPLACED })
  return current
}

/** With the marks that the entries have in the history of this database. */
const withMarks = (records: Reads, position: EventPosition): Promise<EventPosition> =>
  Promise.all(
    position.map(async (place, chain) => {
      if (place.sequence === 0) return place
      const [entry] = await records.beyond(auditLog, { chain }, 'sequence', place.sequence - 1, 1)
      return { ...place, mark: entry && markOf(entry) }
    }),
  )

const BEYOND = msg`The cursor lies after the newest event, so the data is an older copy than the one it was read from. Start again without a cursor.`
const REPLACED = msg`The cursor was read before the database was restored from a backup, and events after it were undone. Start again without a cursor.`

async function withRecords(
  { byName, now }: FeedParts,
  records: Reads,
  actor: Actor,
  events: readonly FeedEvent[],
): Promise<FeedEvent[]> {
  const shown = new Map<string, AnyRecord>()
  for (const [name, some] of Map.groupBy(events, ({ resource }) => resource)) {
    const entry = byName.get(name)!
    const found = [
      ...(await records.getMany(entry.resource, [...new Set(some.map(({ recordId }) => recordId))])).values(),
    ]
    const ctx = { actor, permission: permissionFor(actor, entry.resource), now, records, warn: () => {} }
    const presented = await present(entry, ctx, found)
    for (const [index, { id }] of found.entries()) shown.set(id, presented[index]!)
  }
  return events.map((event) => ({ ...event, record: shown.get(event.recordId) ?? null }))
}
