import { webhookDeliveries } from '../../../src/features/webhooks/webhook-deliveries.resource.ts'
import { type Webhook, webhookStates, webhooks } from '../../../src/features/webhooks/webhooks.resource.ts'
import { behindTheScenes } from '../../support/people.ts'
import type { Cases } from '../recorder.ts'

const WEBHOOK = { url: 'https://shop.example.com/kontor', events: ['items.*'] }

const faults: Cases = async ({ kontor, refuses }) => {
  const invalid = (body: object) => refuses('VALIDATION_ERROR', kontor.post('/webhooks', { ...WEBHOOK, ...body }))
  await invalid({ events: ['itms.created', 'nonsense'] })
  await invalid({ url: 'http://shop.example.com/' })
  await invalid({ url: 'https://anna:secret@shop.example.com/' })
  await invalid({ url: 'https://10.0.0.1/' })
  await invalid({ events: ['*'], filter: { category: 'Brakes' } })
  await invalid({ filter: { categori: 'Brakes' } })
  await invalid({ filter: { isActive: 'perhaps' } })
}

/** What is refused of a webhook that is there. */
const refusals: Cases = async ({ kontor, refuses, as }) => {
  const { id } = (await kontor.post('/webhooks', WEBHOOK)).body.data
  const others = await as({ webhooks: { can: ['read', 'update'] } })
  await refuses('FORBIDDEN', kontor.put(`/webhooks/${id}`, { url: 'https://other.example.com/' }, others))
  const replay = (body: object) => kontor.post(`/webhooks/${id}/replay`, body)
  await refuses('VALIDATION_ERROR', replay({}))
  await refuses('VALIDATION_ERROR', replay({ from: '2099-01-01T00:00:00Z' }))
  await kontor.post(`/webhooks/${id}/test`)
  const [delivery] = (await kontor.get(`/webhooks/${id}/deliveries`)).body.data
  await kontor.put(`/webhooks/${id}`, { isActive: false }) // so that the replay does not end
  await behindTheScenes(kontor.engine, async (records) =>
    records.update(webhookStates, await records.lock(webhookStates, id), { replayCursor: 'x' }),
  )
  await refuses('DOCUMENT_LOCKED', replay({ from: '2020-01-01T00:00:00Z' }))
  await refuses('DOCUMENT_LOCKED', kontor.post(`/webhooks/${id}/test`))
  await kontor.delete(`/webhooks/${id}`)
  await refuses('DOCUMENT_LOCKED', kontor.post(`/webhooks/deliveries/${delivery.id}/retry`))
}

/** What is refused of a webhook whose address has changed, or whose credential has ended. */
const endings: Cases = async ({ kontor, refuses, as }) => {
  const { id } = (await kontor.post('/webhooks', WEBHOOK)).body.data
  const change = (changes: Partial<Webhook>) =>
    behindTheScenes(kontor.engine, async (records) => {
      await records.update(webhooks, await records.lock(webhooks, id), changes)
    })
  await kontor.post(`/webhooks/${id}/test`)
  const [delivery] = (await kontor.get(`/webhooks/${id}/deliveries`)).body.data
  const retry = () => kontor.post(`/webhooks/deliveries/${delivery.id}/retry`)
  await behindTheScenes(kontor.engine, async (records) => {
    await records.remove(webhookStates, await records.lock(webhookStates, id)) // so that nothing is sent, nor switched off
    const stored = await records.lock(webhookDeliveries, delivery.id)
    await records.update(webhookDeliveries, stored, { resource: 'items', limits: [] })
  })
  await change({ url: 'https://other.example.com/' })
  await refuses('DOCUMENT_LOCKED', retry())
  await change({ url: WEBHOOK.url, grant: { scopes: ['admin'] } })
  await refuses('DOCUMENT_LOCKED', retry())
  await change({ grant: { scopes: ['admin'], credential: { kind: 'key', id: 'key_unknown' } } })
  await refuses('DOCUMENT_LOCKED', retry())
  await change({ isActive: false, disabledReason: 'credential-ended' })
  const others = await as({ webhooks: { can: ['read', 'update'] } })
  await refuses('FORBIDDEN', kontor.put(`/webhooks/${id}`, { isActive: true }, others))
  await refuses('NOT_FOUND', kontor.delete('/auth/webhooks/whk_unknown'))
}

export const webhookCases: readonly Cases[] = [faults, refusals, endings]
