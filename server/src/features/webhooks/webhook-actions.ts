import { randomBytes } from 'node:crypto'
import { type Action, type Context, readAction, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import type { Blocker } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import type { Stock } from '../../core/stock-actions.ts'
import type { Reads } from '../../core/store.ts'
import { instant, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { fieldsOf } from '../../model/resource.ts'
import { newDelivery } from './delivery-state.ts'
import { type ReplayRange, rangeOf } from './replay.ts'
import { webhookDeliveries } from './webhook-deliveries.resource.ts'
import { grantOf } from './webhook-owner.ts'
import { foreignBlocker, inactiveBlocker, type WebhookParts } from './webhook-rules.ts'
import { newSecret } from './webhook-secrets.ts'
import { type Webhook, webhookStates, webhooks } from './webhooks.resource.ts'

export const TEST_TYPE = 'webhooks.test'

/** An open browser must not be enough to send all data elsewhere. */
export const webhookStock: Stock = { update: { needsProof: true } }

export function webhookActions(parts: WebhookParts, rules: Rules<typeof webhooks>): Action[] {
  return [createWebhook(parts, rules), sendTest, rotateSecret(parts), replay(parts), listDeliveries]
}

const createWebhook = ({ key }: WebhookParts, rules: Rules<typeof webhooks>): Action =>
  writeAction({
    name: 'create',
    method: 'POST',
    path: '',
    summary: 'Create a webhook',
    description: 'The answer holds the `secret`, this once. Events from now on are sent.',
    access: 'create',
    needsProof: true,
    input: fieldsOf(webhooks),
    mode: 'create',
    sensitive: true,
    status: 201,
    async run(ctx, { input }) {
      const { secret, sealedSecret } = newSecret(key)
      const record = await createRecord(ctx, webhooks, rules, { ...input, sealedSecret })
      return { record: { ...record, secret } }
    },
  })

const sendTest: Action = writeAction({
  name: 'send-test',
  method: 'POST',
  path: '/:id/test',
  summary: 'Send a test event to a webhook',
  description: 'Its deliveries tell what came of it.',
  access: 'update',
  status: 204,
  problems: ['DOCUMENT_LOCKED'],
  blocker: inactiveBlocker,
  async run({ now, records }, { id }) {
    const { url } = await records.get(webhooks, id)
    const eventId = `evt_test_${randomBytes(12).toString('hex')}`
    const event = { id: eventId, type: TEST_TYPE, at: now }
    await records.insert(webhookDeliveries, newDelivery({ webhook: id, url, limits: [] }, now, event) as never)
    return undefined
  },
})

const rotateSecret = ({ key }: WebhookParts): Action =>
  writeAction({
    name: 'rotate-secret',
    method: 'POST',
    path: '/:id/rotate-secret',
    summary: 'Give a webhook a new secret',
    description: 'For 24 hours both secrets sign. It then ends with this credential.',
    access: 'update',
    needsProof: true,
    sensitive: true,
    status: 200,
    blocker: foreignBlocker,
    async run({ actor, now, records }, { id }) {
      const webhook = await records.lock(webhooks, id)
      const { secret, sealedSecret } = newSecret(key)
      const sealedPreviousSecret = webhook.sealedSecret
      const changes = { sealedSecret, sealedPreviousSecret, secretRotatedAt: now, grant: grantOf(actor) }
      const record = await records.update(webhooks, webhook, changes)
      return { record: { ...record, secret } }
    },
  })

const replay = ({ cursors }: WebhookParts): Action =>
  writeAction({
    name: 'replay',
    method: 'POST',
    path: '/:id/replay',
    summary: 'Send events of the past to a webhook again',
    description: 'Those after a cursor of the change feed, or of a time. They keep their ids.',
    access: 'update',
    input: {
      after: text({ max: 1000, description: 'A cursor; or `from`.' }),
      from: instant({ example: '2026-01-31T09:30:00Z' }),
      to: instant({ description: 'Now, if left out.' }),
    },
    status: 200,
    problems: ['DOCUMENT_LOCKED', 'INVALID_CURSOR'],
    blocker: async (webhook: Webhook, ctx) => (await replayBlocker(webhook, ctx)) ?? inactiveBlocker(webhook),
    prepare: ({ records, now }, input) => rangeOf(records, cursors, now, input),
    async run({ records }, { id, input }: { id: string; input: ReplayRange }) {
      const webhook = await records.lock(webhooks, id)
      const state = await records.lock(webhookStates, id)
      await records.update(webhookStates, state, input)
      return { record: webhook }
    },
  })

async function replayBlocker({ id }: Webhook, { records }: Context<Reads>): Promise<Blocker | undefined> {
  const state = await records.find(webhookStates, { id })
  if (!state?.replayCursor) return undefined
  return { code: 'DOCUMENT_LOCKED', text: msg`A replay of this webhook is still running. Wait until it is done.` }
}

const listDeliveries: Action = readAction({
  name: 'list-deliveries',
  method: 'GET',
  path: '/:id/deliveries',
  parameters: 'list',
  of: { resource: webhookDeliveries, hidden: [] },
  access: 'read',
  anyOf: [{ resource: webhookDeliveries, action: { method: 'GET', access: 'read' } }],
  status: 200,
  summary: 'List what was sent to a webhook',
  async run({ records }, { id, list }) {
    await records.get(webhooks, id)
    const conditions = [...list!.conditions, { path: 'webhook', operator: 'eq' as const, values: [id] }]
    return { page: await records.list(webhookDeliveries, { ...list!, conditions }) }
  },
})
