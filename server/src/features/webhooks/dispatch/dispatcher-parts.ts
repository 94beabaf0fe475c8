import type { Host } from '../../../core/jobs/jobs.ts'
import type { EventsRequest, NextEvents } from '../../events/events-request.ts'
import type { Send } from '../sender.ts'
import type { WebhookOwner } from '../webhook-owner.ts'
import type { WebhookParts } from '../webhook-rules.ts'
import type { Webhook } from '../webhooks.resource.ts'

/** What sending webhooks needs. */
export interface DispatcherParts extends Host, Pick<WebhookParts, 'key' | 'subjects'> {
  readonly send: Send
  /** The change feed. */
  nextEvents(request: EventsRequest): Promise<NextEvents>
  /** Who ordered the webhook, with the rights of this moment. */
  ownerOf(webhook: Webhook): Promise<WebhookOwner>
}
