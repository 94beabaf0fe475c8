import type { Cursors } from '../../core/lists/cursor.ts'
import type { Entry } from '../../core/rules.ts'
import { type Store, wholeScope } from '../../core/store.ts'
import { timeText } from '../../model/text.ts'
import { ChangeWatch } from './change-watch.ts'
import { eventsEntry } from './events-action.ts'
import type { EventsRequest, NextEvents } from './events-request.ts'
import { headsOf } from './merge-chains.ts'
import { feedEntries, nextEvents } from './next-events.ts'

/** The change feed as the server uses it. */
export interface Feed {
  /** `GET /events` */
  readonly entry: Entry
  /** The next events, for any actor: for work of the server itself, such as sending webhooks. */
  next(request: EventsRequest): Promise<NextEvents>
  /** Tells when there may be further events. */
  readonly changes: ChangeWatch
}

/** The changes of these resources are events. */
export function createFeed(entries: readonly Entry[], store: Store, cursors: Cursors, clock: () => number): Feed {
  const byName = feedEntries(entries)
  const now = () => timeText(clock())
  return {
    entry: eventsEntry(byName, cursors),
    next(request) {
      const parts = { byName, cursors, now: now() }
      const scope = wholeScope(parts.now, { actor: request.actor, operation: 'events.list' })
      return store.read(scope, (records) => nextEvents(parts, records, request))
    },
    changes: new ChangeWatch(async () =>
      [await store.epoch(), ...(await headsOf(store.reads(wholeScope(now()))))].join(),
    ),
  }
}
