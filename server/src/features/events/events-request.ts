import type { Actor } from '../../core/access.ts'
import type { Cursors } from '../../core/lists/cursor.ts'
import type { Entry } from '../../core/rules.ts'
import type { FeedEvent } from './event.ts'

/** Every part that is given must fit. */
export interface EventFilter {
  readonly resources?: readonly string[]
  /** `invoices.paid`, or `invoices.*` for all of a resource. */
  readonly types?: readonly string[]
  readonly recordId?: string
}

export interface EventsRequest {
  /** Whose rights decide: those of this moment, not those of the moment of the change. */
  readonly actor: Actor
  /** The cursor of an event or of an earlier answer, or `now`; without it, the first event comes first. */
  readonly after?: string | undefined
  /** Whether the cursor is a `keptCursor` of the server itself, without a seal. */
  readonly isKept?: boolean
  readonly filter?: EventFilter
  readonly limit: number
  /** Each event gets its record as it is now. */
  readonly includeRecord?: boolean
}

export interface NextEvents {
  /** At most `limit`. There may be none although `hasMore` is true: one call examines a bounded number of changes. */
  readonly events: readonly FeedEvent[]
  /** Sent as `after`, it goes on behind everything that this call has examined. */
  readonly cursor: string
  /** The same for the server itself to store. */
  readonly keptCursor: string
  /** Whether there is more to examine already. */
  readonly hasMore: boolean
}

export interface FeedParts {
  /** The resources whose changes are events, by name. */
  readonly byName: ReadonlyMap<string, Entry>
  readonly cursors: Cursors
  readonly now: string
}
