import type { CurrentActors } from '../auth/identify.ts'
import type { Config } from '../config/config.ts'
import { hasEvents } from '../core/events/next-events.ts'
import type { Cursors } from '../core/lists/cursor.ts'
import { Dispatcher } from '../core/webhooks/dispatch/dispatcher.ts'
import type { DispatcherParts } from '../core/webhooks/dispatch/dispatcher-parts.ts'
import { createSender } from '../core/webhooks/sender.ts'
import type { WebhookParts } from '../core/webhooks/webhook-rules.ts'
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
})

interface Composed
  extends Pick<DispatcherParts, 'executor' | 'store' | 'nextEvents'>,
    Pick<CurrentActors, 'activeUser'> {
  readonly webhookParts: WebhookParts
}

/** Sends webhooks for this node. */
export function webhookDispatcher(
  config: Config,
  { executor, store, nextEvents, activeUser, webhookParts }: Composed,
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
    ownerOf: async ({ createdBy, grant }) => (createdBy && grant ? activeUser(createdBy, grant) : undefined),
    // The embedded database belongs to one server.
    isAlone: config.databaseUrl === undefined,
    onError,
  })
}
