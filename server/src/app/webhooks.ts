import type { Config } from '../config/config.ts'
import { Dispatcher } from '../core/webhooks/dispatcher.ts'
import { createSender } from '../core/webhooks/sender.ts'
import type { Composition } from './composition-root.ts'

/** Sends webhooks for this node. */
export function webhookDispatcher(
  config: Config,
  { executor, store, nextEvents, activeUser, webhookParts }: Composition,
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
