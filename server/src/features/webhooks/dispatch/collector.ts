import type { Actor } from '../../../core/access.ts'
import { Problem } from '../../../core/problem.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import { later, timeText } from '../../../model/text.ts'
import type { FeedEvent } from '../../events/event.ts'
import type { NextEvents } from '../../events/events-request.ts'
import { limitsOf } from '../delivery-rights.ts'
import { newDelivery } from '../delivery-state.ts'
import { isSelected, typesFor } from '../event-selection.ts'
import { DISORDER_MS } from '../replay.ts'
import type { Webhook, WebhookState } from '../webhooks.resource.ts'
import type { DispatcherParts } from './dispatcher-parts.ts'

const EVENTS_AT_ONCE = 100
/** A cursor that has only passed events of no interest is written at most this often. */
const WRITTEN_MS = 60_000

/** Deliveries to write, and how far the feed was read for them. */
export interface Collected {
  readonly from: string
  readonly changes: Partial<WebhookState>
  readonly deliveries: readonly AnyRecord[]
  readonly hasMore: boolean
  /** Whether it can stay unwritten for now. */
  readonly canWait: boolean
}

/** Reads the change feed for one webhook. */
export class Collector {
  readonly #parts: DispatcherParts
  /** How far the feed was read beyond the stored cursor, without an event to send. */
  #passed: { readonly stored: string; readonly reached: string; readonly since: number } | undefined
  #caughtUpWith = ''
  #behindSince: number | undefined

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /** Whether anything has happened since the feed was last read to its end; `heads` changes with every commit. */
  hasNews({ cursor }: WebhookState, heads: string): boolean {
    const isBehind = heads !== this.#caughtUpWith || cursor !== this.#passed?.stored
    if (isBehind) this.#behindSince ??= this.#parts.clock()
    return isBehind
  }

  caughtUp(heads: string): void {
    this.#caughtUpWith = heads
    this.#behindSince = undefined
  }

  /** Another node reads the feed for the webhook. */
  isElsewhere(): void {
    this.#behindSince = undefined
  }

  /** How long the feed has been ahead of what was read. */
  get lagMs(): number {
    return this.#behindSince === undefined ? 0 : this.#parts.clock() - this.#behindSince
  }

  /** What has happened since the webhook last had a look. */
  async collect(webhook: Webhook, { cursor }: WebhookState, owner: Actor): Promise<Collected> {
    const now = this.#parts.clock()
    const passed = this.#passed?.stored === cursor ? this.#passed : { stored: cursor, reached: cursor, since: now }
    const page = await this.#page(webhook, owner, passed.reached).catch((error) => this.#restart(owner, error))
    const deliveries = this.#deliveries(webhook, owner, page.events)
    const canWait = deliveries.length === 0 && now - passed.since < WRITTEN_MS
    this.#passed = canWait
      ? { ...passed, reached: page.keptCursor }
      : { stored: page.keptCursor, reached: page.keptCursor, since: now }
    return { from: cursor, changes: { cursor: page.keptCursor }, deliveries, hasMore: page.hasMore, canWait }
  }

  /** The next events of a replay. */
  async replay(webhook: Webhook, state: WebhookState, owner: Actor): Promise<Collected> {
    const { replayCursor, replayFrom, replayTo } = state
    const page = await this.#page(webhook, owner, replayCursor!).catch((error) => this.#restart(owner, error))
    const isInRange = ({ at }: FeedEvent) => (!replayFrom || at >= replayFrom) && at <= replayTo!
    const isOver = !page.hasMore || page.events.some(({ at }) => at > later(replayTo!, DISORDER_MS))
    const changes = isOver
      ? { replayCursor: null, replayFrom: null, replayTo: null }
      : { replayCursor: page.keptCursor }
    const deliveries = this.#deliveries(webhook, owner, page.events.filter(isInRange))
    return { from: replayCursor!, changes, deliveries, hasMore: !isOver, canWait: false }
  }

  #page(webhook: Webhook, actor: Actor, after: string): Promise<NextEvents> {
    const types = typesFor(webhook)
    const filter = types ? { types } : {}
    return this.#parts.nextEvents({ actor, after, isKept: true, filter, limit: EVENTS_AT_ONCE, includeRecord: true })
  }

  /** The database was restored from a backup that is older than the cursor: the webhook goes on with the present. */
  #restart(actor: Actor, error: unknown): Promise<NextEvents> {
    if (!(error instanceof Problem) || error.code !== 'INVALID_CURSOR') throw error
    return this.#parts.nextEvents({ actor, after: 'now', limit: 1 })
  }

  #deliveries(webhook: Webhook, owner: Actor, events: readonly FeedEvent[]): AnyRecord[] {
    const { subjects, clock } = this.#parts
    const now = timeText(clock())
    const { id, url } = webhook
    const selected = events.filter((event) => isSelected(subjects, webhook, event))
    const limits = new Map(
      [...new Set(selected.map(({ resource }) => resource))].map((name) => {
        const resource = subjects.find((one) => one.name === name)!
        return [name, limitsOf(subjects, owner, resource)] as const
      }),
    )
    return selected.map((event) => newDelivery({ webhook: id, url, limits: limits.get(event.resource)! }, now, event))
  }
}
