import type { Context } from '../../core/action.ts'
import { stepsEntry } from '../../core/jobs/steps.ts'
import type { Entry } from '../../core/rules.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { DropReason } from './delivery-rights.ts'
import { afterAttempt, disabling, dropped, healthAfter, type Outcome } from './delivery-state.ts'
import { webhookDeliveries } from './webhook-deliveries.resource.ts'
import { type Webhook, type WebhookState, webhookStates, webhooks } from './webhooks.resource.ts'

/** The work of the dispatcher in the database. */
export const webhookWork: Entry = {
  ...stepsEntry(webhookStates, { lease, collect, settle, drop, disable }),
  usesReserve: true,
}

/** Takes or renews the right to send for a webhook. Without a count in the answer, another dispatcher was faster. */
async function lease({ records }: Context, id: string, { holder, seen }: { holder: string; seen: number }) {
  const state = await records.lock(webhookStates, id)
  if (state.leaseCount !== seen) return {}
  const leaseCount = seen + 1
  await records.update(webhookStates, state, { holder, leaseCount })
  return { leaseCount }
}

interface CollectInput {
  readonly holder: string
  /** The cursor that the events were read after. */
  readonly from: string
  readonly changes: Partial<WebhookState>
  readonly deliveries: readonly AnyRecord[]
}

/** Writes deliveries and how far the feed has been read, in one transaction: whatever happens, no event is left out. */
async function collect({ records }: Context, id: string, input: CollectInput): Promise<{ isDone: boolean }> {
  const { holder, from, changes, deliveries } = input
  const state = await records.lock(webhookStates, id)
  const isReplay = 'replayCursor' in changes
  const current = isReplay ? state.replayCursor : state.cursor
  if (state.holder !== holder || current !== from) return { isDone: false }
  for (const delivery of deliveries) await records.insert(webhookDeliveries, delivery as never)
  await records.update(webhookStates, state, changes)
  return { isDone: true }
}

interface SettleInput extends Outcome {
  readonly delivery: string
  /** Before this attempt. */
  readonly attemptCount: number
}

/** Writes what came of an attempt, and tells whether the webhook is to be switched off. */
async function settle({ records }: Context, id: string, input: SettleInput) {
  const state = await records.lock(webhookStates, id)
  const delivery = await records.lock(webhookDeliveries, input.delivery)
  if (delivery.attemptCount !== input.attemptCount) return {} // another dispatcher has taken over
  const health = healthAfter(state, input)
  const settled = await records.update(webhookDeliveries, delivery, afterAttempt(delivery, input))
  await records.update(webhookStates, state, health)
  return { disable: disabling(settled, { ...state, ...health }, input) }
}

/** Gives up a delivery that must not be sent any more. */
async function drop({ records }: Context, _id: string, input: { delivery: string; reason: DropReason }) {
  const delivery = await records.lock(webhookDeliveries, input.delivery)
  await records.update(webhookDeliveries, delivery, dropped(input.reason))
  return {}
}

async function disable(
  { records }: Context,
  id: string,
  { reason }: { reason: NonNullable<Webhook['disabledReason']> },
) {
  const webhook = await records.lock(webhooks, id)
  if (webhook.isActive) await records.update(webhooks, webhook, { isActive: false, disabledReason: reason })
  return {}
}
