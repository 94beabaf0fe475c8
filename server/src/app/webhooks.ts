import { backgroundActorIn } from '../auth/identify.ts'
import { noticeOfWebhook } from '../auth/mail/notices.ts'
import type { Config } from '../config/config.ts'
import type { Cursors } from '../core/lists/cursor.ts'
import { hasEvents } from '../features/events/next-events.ts'
import type { WebhookParts } from '../features/webhooks/webhook-rules.ts'
import type { Resource } from '../model/resource.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What the rules and actions of webhooks need to know. */
export const webhookPartsOf = (
  { webhooksAllow }: Config,
  secrets: Secrets,
  cursors: Cursors,
  resources: readonly Resource[],
): WebhookParts => ({
  key: secrets.storageKeyFor('webhooks'),
  allowsPrivate: webhooksAllow === 'private',
  cursors,
  subjects: resources.filter(hasEvents),
  actorIn: backgroundActorIn,
  notify: noticeOfWebhook,
})
