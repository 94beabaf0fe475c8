import { webhookStates } from '../../../src/core/webhooks/webhooks.resource.ts'
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

export const webhookCases: readonly Cases[] = [faults, refusals]
