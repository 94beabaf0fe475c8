import { backgroundActorIn, type CurrentActors } from '../auth/identify.ts'
import { noticeOfWebhook } from '../auth/mail/notices.ts'
import type { Config } from '../config/config.ts'
import type { Cursors } from '../core/lists/cursor.ts'
import { hasEvents } from '../features/events/next-events.ts'
import { Dispatcher } from '../features/webhooks/dispatch/dispatcher.ts'
import type { DispatcherParts } from '../features/webhooks/dispatch/dispatcher-parts.ts'
import { createSender } from '../features/webhooks/sender.ts'
import { ownerOf } from '../features/webhooks/webhook-owner.ts'
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

interface Composed
  extends Pick<DispatcherParts, 'executor' | 'store' | 'nextEvents'>,
    Pick<CurrentActors, 'backgroundActor'> {
  readonly webhookParts: WebhookParts
}

/** Sends webhooks for this node. */
export function webhookDispatcher(
  config: Config,
  { executor, store, nextEvents, backgroundActor, webhookParts }: Composed,
  clock: () => number,
  onError: (error: unknown) => void,
): Dispatcher {
  const { key, subjects, allowsPrivate } = webhookParts
  return new Dispatcher({
    key,
    subjects,
    executor,
    store,
    clock,
    send: createSender({ allowsPrivate }),
    nextEvents,
    ownerOf: (webhook) => ownerOf(backgroundActor, webhook),
    // The embedded database belongs to one server.
    isAlone: config.databaseUrl === undefined,
    onError,
  })
}
