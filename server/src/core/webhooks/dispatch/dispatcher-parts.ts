import type { Actor } from '../../access.ts'
import type { Executor } from '../../command.ts'
import type { EventsRequest, NextEvents } from '../../events/events-request.ts'
import type { Store } from '../../store.ts'
import type { Send } from '../sender.ts'
import type { WebhookParts } from '../webhook-rules.ts'
import type { Webhook } from '../webhooks.resource.ts'

/** What sending webhooks needs. */
export interface DispatcherParts extends Pick<WebhookParts, 'key' | 'subjects'> {
  readonly executor: Executor
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly send: Send
  /** The change feed. */
  nextEvents(request: EventsRequest): Promise<NextEvents>
  /** The user who created the webhook, with the rights of this moment; undefined if the user is not active. */
  ownerOf(webhook: Webhook): Promise<Actor | undefined>
  /** No other server can use the database. */
  readonly isAlone: boolean
  onError(error: unknown): void
}
