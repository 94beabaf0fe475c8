import { choice, flag, instant, integer, list, map, optionalJson, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import type { Narrowing, Scope } from '../../model/rights.ts'

export const EVENTS_MAX = 50

/** What the credential allowed that last ordered where a webhook goes and what it tells. */
export interface Grant {
  readonly scopes: readonly Scope[]
  readonly narrowedTo?: Narrowing
  /** The API key or the app that the webhook ends with; without it, the webhook belongs to its user. */
  readonly credential?: { readonly kind: 'key' | 'app'; readonly id: string }
  /** Where the order came from: a key may be bound to other addresses later. */
  readonly address?: string
}

export const webhooks = defineResource({
  name: 'webhooks',
  singular: 'webhook',
  idPrefix: 'whk',
  title: 'url',
  description: 'Addresses of other systems to which changes are sent, signed, as they happen.',
  administrative: true,
  fields: {
    url: text({
      required: true,
      format: 'url',
      search: true,
      max: 1000,
      example: 'https://shop.example.com/kontor',
      description: 'https:// only.',
    }),
    description: text({ max: 500, search: true, example: 'Web shop' }),
    events: list(text({ max: 100 }), {
      required: true,
      min: 1,
      max: EVENTS_MAX,
      example: ['items.*'],
      description: '`*` stands for all.',
    }),
    filter: map(text({ max: 200 }), {
      example: { category: 'Brakes' },
      description: 'Only records with these values. All events must be of one resource.',
    }),
    isActive: flag({ default: true, indexed: true, counted: true }),
    disabledReason: choice(['unreachable', 'gone', 'owner-inactive', 'credential-ended'], {
      readOnly: true,
      description: 'Why Kontor has switched it off.',
    }),
    orderedWith: text({
      readOnly: true,
      computed: true,
      isIdentifier: true,
      max: 64,
      description: 'The API key or grant that it ends with.',
    }),
    secret: text({
      readOnly: true,
      shownOnce: true,
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      description: 'Signs what is sent. Shown this once.',
    }),
    secretRotatedAt: instant({ readOnly: true }),
    health: choice(['healthy', 'failing', 'off'], { readOnly: true, computed: true }),
    lastDeliveredAt: instant({ readOnly: true, computed: true }),
    failingSince: instant({ readOnly: true, computed: true }),
    lastFailure: text({ readOnly: true, computed: true, max: 500 }),
    isReplaying: flag({ readOnly: true, computed: true }),
    /** Encrypted. */
    sealedSecret: text({ readOnly: true, filled: true, secret: true }),
    sealedPreviousSecret: text({ readOnly: true, secret: true }),
    grant: optionalJson<Grant>({ readOnly: true, secret: true }),
  },
})
export type Webhook = Row<typeof webhooks>

/** How far a webhook has come, under the id of the webhook. Beside it, since progress is no change of the webhook. */
export const webhookStates = defineResource({
  name: 'webhook-states',
  lockedAfter: ['webhooks'],
  singular: 'state of a webhook',
  idPrefix: 'whs',
  title: 'holder',
  description: 'How far a webhook has come in the change feed.',
  internal: true,
  fields: {
    /** Of the change feed: everything before it has become deliveries. */
    cursor: text({ required: true, max: 1000 }),
    /** The dispatcher that sends for this webhook, and how often the lease was taken or renewed. */
    holder: text({ max: 64 }),
    leaseCount: integer({ required: true }),
    lastDeliveredAt: instant(),
    failingSince: instant(),
    lastFailure: text({ max: 500 }),
    /** A replay that is going on: from here … */
    replayCursor: text({ max: 1000 }),
    /** … with events from this time … */
    replayFrom: instant(),
    /** … to this time. */
    replayTo: instant(),
  },
})
export type WebhookState = Row<typeof webhookStates>
