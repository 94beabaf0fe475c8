import { msg } from '../../model/message.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { type Actor, permissionFor } from '../access.ts'
import { auditLog } from '../audit/audit-log.resource.ts'
import { Problem } from '../problem.ts'
import { present } from '../reply/reply.ts'
import type { Entry } from '../rules.ts'
import type { Reads } from '../store.ts'
import type { FeedEvent } from './event.ts'
import { BEGINNING, type EventPosition, openPosition, positionAt } from './event-position.ts'
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
  const reader = new FeedReader(parts, request, startOf(parts, request, heads))
  let examined = 0
  while (!reader.isFull && reader.hasMore(heads) && examined < EXAMINED_MAX) {
    const entries = await entriesBeyond(records, reader.sequences, heads, EXAMINED_AT_ONCE)
    examined += entries.length
    await reader.examine(records, entries)
  }
  const { events } = reader
  const shown = request.includeRecord ? await withRecords(parts, records, request.actor, events) : events
  return { events: shown, cursor: reader.cursor, hasMore: reader.hasMore(heads) }
}

function startOf({ cursors }: FeedParts, { after }: EventsRequest, heads: readonly number[]): EventPosition {
  if (after === undefined) return BEGINNING
  if (after === NOW) return positionAt(heads)
  const position = openPosition(cursors, after)
  if (!position) throw new Problem('INVALID_CURSOR')
  if (position.some(({ sequence }, chain) => sequence > heads[chain]!))
    throw new Problem('INVALID_CURSOR', { text: BEYOND })
  return position
}

const BEYOND = msg`The cursor lies after the newest event, so the data is an older copy than the one it was read from. Start again without a cursor.`

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
