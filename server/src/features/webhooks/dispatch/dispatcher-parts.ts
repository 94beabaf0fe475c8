import type { Executor } from '../../../core/command.ts'
import type { Store } from '../../../core/store.ts'
import type { EventsRequest, NextEvents } from '../../events/events-request.ts'
import type { Send } from '../sender.ts'
import type { WebhookOwner } from '../webhook-owner.ts'
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
  /** Who ordered the webhook, with the rights of this moment. */
  ownerOf(webhook: Webhook): Promise<WebhookOwner>
  /** No other server can use the database. */
  readonly isAlone: boolean
  onError(error: unknown): void
}
