import type { Context } from '../../core/action.ts'
import { equals, plainList } from '../../core/lists/list-query.ts'
import { dropped } from './delivery-state.ts'
import { webhookDeliveries } from './webhook-deliveries.resource.ts'
import { type Webhook, webhookStates } from './webhooks.resource.ts'

/** The rest is dropped when its time comes: a transaction must not be large. */
const DROPPED_AT_ONCE = 500
const ANY_TIME = { path: 'nextAttemptAt', operator: 'lte', values: ['9999-12-31T23:59:59.999Z'] } as const

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

/** What waits for the former address of a webhook must not reach the new one. */
export async function dropPending({ records }: Context, { id, url }: Webhook): Promise<void> {
  await records.lock(webhookStates, id) // as an attempt does, before the deliveries
  const query = plainList([equals('webhook', id), ANY_TIME], { sort: 'nextAttemptAt', perPage: DROPPED_AT_ONCE })
  const { records: pending } = await records.list(webhookDeliveries, query)
  for (const delivery of pending.toSorted(byId)) {
    if (delivery.url === url) continue // the webhook has got back a former address
    const locked = await records.lock(webhookDeliveries, delivery.id)
    await records.update(webhookDeliveries, locked, dropped('address-changed'))
  }
}
