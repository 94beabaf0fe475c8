import { type Action, type Context, writeAction } from '../../core/action.ts'
import type { Blocker } from '../../core/problem.ts'
import { defineRules, type Entry } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { msg } from '../../model/message.ts'
import { entryOf } from '../entry-of.ts'
import { dropReasonOf, mayReadBody } from './delivery-rights.ts'
import { type WebhookDelivery, webhookDeliveries } from './webhook-deliveries.resource.ts'
import { ownerOf } from './webhook-owner.ts'
import { inactiveBlocker, type WebhookParts } from './webhook-rules.ts'
import { webhooks } from './webhooks.resource.ts'

/** What was sent; it is listed by webhook. */
export function deliveriesEntry(parts: WebhookParts): Entry {
  const { subjects } = parts
  const rules = defineRules(webhookDeliveries, {
    compute: async ({ actor }, deliveries) =>
      deliveries.map((delivery) => ({ body: mayReadBody(subjects, actor, delivery) ? delivery.payload : null })),
  })
  const without = ['list', 'read', 'create', 'update', 'delete', 'history']
  return { ...entryOf(webhookDeliveries, { rules, actions: [retry(parts)], without }), path: 'webhooks/deliveries' }
}

const retry = (parts: WebhookParts): Action =>
  writeAction({
    name: 'retry',
    method: 'POST',
    path: '/:id/retry',
    summary: 'Send a webhook delivery again now',
    description: 'Not if the webhook has another address or may read less now.',
    access: 'update',
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    blocker: (delivery: WebhookDelivery, ctx) => retryBlocker(parts, delivery, ctx),
    async run({ now, records }, { id }) {
      const delivery = await records.lock(webhookDeliveries, id)
      const changes = { status: 'pending', droppedReason: null, nextAttemptAt: now } as const
      return { record: await records.update(webhookDeliveries, delivery, changes) }
    },
  })

const locked = (text: Blocker['text']): Blocker => ({ code: 'DOCUMENT_LOCKED', text })

const WHY_DROPPED = {
  'address-changed': locked(
    msg`The webhook has another address than the one that this delivery was written for. Replay the events to send them there.`,
  ),
  'rights-lost': locked(
    msg`The delivery tells more than the webhook may read now. Replay the events to send what it may read.`,
  ),
}

async function retryBlocker(
  { subjects, actorIn }: WebhookParts,
  delivery: WebhookDelivery,
  { records, now }: Context<Reads>,
): Promise<Blocker | undefined> {
  const webhook = await records.find(webhooks, { id: delivery.webhook })
  if (!webhook) return locked(msg`The webhook of this delivery was deleted.`)
  const blocker = inactiveBlocker(webhook)
  if (blocker) return blocker
  const owner = await ownerOf(actorIn(records, now), webhook)
  if ('ended' in owner)
    return locked(msg`The credential that ordered the webhook has ended. Switch the webhook off and on again first.`)
  const reason = dropReasonOf(subjects, webhook, owner.actor, delivery)
  return reason && WHY_DROPPED[reason]
}
