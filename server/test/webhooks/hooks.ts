import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type WebhookDelivery, webhookDeliveries } from '../../src/features/webhooks/webhook-deliveries.resource.ts'
import { type Webhook, webhooks } from '../../src/features/webhooks/webhooks.resource.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { type CallOptions, type Kontor, type KontorOptions, openKontor } from '../support/kontor.ts'
import { behindTheScenes } from '../support/people.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const PRIVATE = { KONTOR_WEBHOOKS_ALLOW: 'private' }

/** A server that may send to this machine. */
export function hookingFor(kind: DatabaseKind, options: KontorOptions = {}): () => Kontor {
  let kontor: Kontor | undefined
  before(async () => {
    kontor = await openKontor(kind, { ...options, environment: { ...PRIVATE, ...options.environment } })
  })
  after(() => kontor?.close())
  return () => kontor!
}

export type CreatedWebhook = Webhook & { readonly secret: string }

export async function createWebhook(
  kontor: Kontor,
  { url }: Pick<WebhookReceiver, 'url'>,
  more: object = {},
  options?: CallOptions,
): Promise<CreatedWebhook> {
  const answer = await kontor.post('/webhooks', { url, events: ['items.*'], ...more }, options)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** A receiver with a webhook that tells it of items. */
export async function hooked(kontor: Kontor, more: object = {}, options?: CallOptions) {
  const receiver = await startReceiver()
  const webhook = await createWebhook(kontor, receiver, more, options)
  return {
    receiver,
    webhook,
    async [Symbol.asyncDispose]() {
      await behindTheScenes(kontor.engine, async (records) => {
        const current = await records.find(webhooks, { id: webhook.id })
        if (current?.isActive) await records.update(webhooks, current, { isActive: false })
      })
      await receiver[Symbol.asyncDispose]()
    },
  }
}

let lastNumber = 0
export async function createItem(kontor: Kontor, more: object = {}, options?: CallOptions): Promise<{ id: string }> {
  const answer = await kontor.post('/items', { itemCode: `HOOK-${++lastNumber}`, itemName: 'Hook', ...more }, options)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

/** Read from the database: some tests move the clock past the end of every session. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const deliveriesOf = ({ engine }: Kontor, webhook: string): Promise<WebhookDelivery[]> =>
  behindTheScenes(engine, (records) => records.related(webhookDeliveries, 'webhook', [webhook]))

export const deliveryWhen = (kontor: Kontor, webhook: string, isWanted: (delivery: WebhookDelivery) => unknown) =>
  until(async () => (await deliveriesOf(kontor, webhook)).find(isWanted))

export const webhookWhen = (kontor: Kontor, id: string, isWanted: (webhook: Webhook) => unknown): Promise<Webhook> =>
  until(async () => {
    const webhook = await behindTheScenes(kontor.engine, (records) => records.get(webhooks, id))
    return isWanted(webhook) ? webhook : undefined
  })
