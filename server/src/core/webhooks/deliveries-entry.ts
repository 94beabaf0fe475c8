import { msg } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { type Actor, mayRead, permissionFor } from '../access.ts'
import { type Action, type Context, writeAction } from '../action.ts'
import { entryOf } from '../entry.ts'
import type { Blocker } from '../problem.ts'
import { defineRules, type Entry } from '../rules.ts'
import type { Reads } from '../store.ts'
import { type WebhookDelivery, webhookDeliveries } from './webhook-deliveries.resource.ts'
import { inactiveBlocker } from './webhook-rules.ts'
import { webhooks } from './webhooks.resource.ts'

/** What was sent; it is listed by webhook. */
export function deliveriesEntry(subjects: readonly Resource[]): Entry {
  const rules = defineRules(webhookDeliveries, {
    compute: async ({ actor }, deliveries) =>
      deliveries.map((delivery) => ({ body: isOpen(subjects, actor, delivery) ? delivery.payload : null })),
  })
  const without = ['list', 'read', 'create', 'update', 'delete', 'history']
  return { ...entryOf(webhookDeliveries, { rules, actions: [retry], without }), path: 'webhooks/deliveries' }
}

/** The body tells what the user saw who created the webhook: others must see at least as much. */
function isOpen(subjects: readonly Resource[], actor: Actor, { resource: name, createdBy }: WebhookDelivery): boolean {
  if (name === null) return true
  const resource = subjects.find((one) => one.name === name)
  if (!resource || !mayRead(actor, resource)) return false
  const { own, hidden = [] } = permissionFor(actor, resource)
  return createdBy === actor.userId || (!own && hidden.length === 0)
}

const retry: Action = writeAction({
  name: 'retry',
  method: 'POST',
  path: '/:id/retry',
  summary: 'Send a webhook delivery again now',
  access: 'update',
  status: 200,
  problems: ['DOCUMENT_LOCKED'],
  blocker: retryBlocker,
  async run({ now, records }, { id }) {
    const delivery = await records.lock(webhookDeliveries, id)
    return { record: await records.update(webhookDeliveries, delivery, { status: 'pending', nextAttemptAt: now }) }
  },
})

async function retryBlocker({ webhook: id }: WebhookDelivery, { records }: Context<Reads>) {
  const webhook = await records.find(webhooks, { id })
  if (webhook) return inactiveBlocker(webhook)
  return { code: 'DOCUMENT_LOCKED', text: msg`The webhook of this delivery was deleted.` } satisfies Blocker
}
