import { choice, group, instant, integer, list, optionalJson, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

export const KEPT_DAYS = 30

/** One row for each event and webhook. What happened to it is its own log, so it is not audited. */
export const webhookDeliveries = defineResource({
  name: 'webhook-deliveries',
  lockedAfter: ['webhook-states'],
  singular: 'webhook delivery',
  idPrefix: 'whd',
  title: 'type',
  description: `Events that were sent to webhooks, with all attempts. Kept for ${KEPT_DAYS} days.`,
  administrative: true,
  unaudited: true,
  fields: {
    /** No reference: deliveries outlast the webhook. */
    webhook: text({ readOnly: true, required: true, isIdentifier: true, indexed: true, max: 64 }),
    eventId: text({
      readOnly: true,
      required: true,
      isIdentifier: true,
      indexed: true,
      max: 120,
      description: 'Sent as `webhook-id`.',
    }),
    type: text({ readOnly: true, required: true, isIdentifier: true, max: 120, example: 'items.updated' }),
    resource: text({ readOnly: true, isIdentifier: true, max: 60 }),
    recordId: text({ readOnly: true, isIdentifier: true, indexed: true, max: 64 }),
    recordVersion: integer({ readOnly: true }),
    url: text({
      readOnly: true,
      max: 1000,
      hiddenWith: ['webhooks.url'],
      description: 'It was written for this address.',
    }),
    status: choice(['pending', 'delivered', 'failed', 'dropped'], {
      tones: { pending: 'running', delivered: 'good', failed: 'bad' },
      readOnly: true,
      default: 'pending',
      example: 'delivered',
    }),
    /** The webhook has another address, or may no longer read all of it. */
    droppedReason: choice(['address-changed', 'rights-lost'], { readOnly: true }),
    attemptCount: integer({ readOnly: true, default: 0, example: 1 }),
    attempts: list(
      group({
        at: instant({ required: true }),
        durationMs: integer({ required: true, example: 120 }),
        status: integer({ example: 200 }),
        response: text({ max: 2048 }),
        error: text({ max: 500 }),
      }),
      { readOnly: true },
    ),
    nextAttemptAt: instant({
      readOnly: true,
      indexed: true,
      indexedWithin: ['webhook'],
    }),
    body: text({
      readOnly: true,
      computed: true,
      max: 100_000,
      hiddenWith: ['.eventId', '.type', '.resource', '.recordId', '.recordVersion'],
      description: 'What is sent. Null if you may not read all of it.',
    }),
    /** What the webhook did not see when the body was written (`limitsOf`). */
    limits: optionalJson<readonly string[]>({ readOnly: true, secret: true }),
    payload: text({ readOnly: true, secret: true, required: true }),
    expiresAt: instant({ readOnly: true, required: true, secret: true, indexed: true }),
  },
})
export type WebhookDelivery = Row<typeof webhookDeliveries>
export type Attempt = WebhookDelivery['attempts'][number]
