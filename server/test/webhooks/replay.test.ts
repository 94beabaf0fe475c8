import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookStates } from '../../src/features/webhooks/webhooks.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { behindTheScenes } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { createItem, createWebhook, hooked, hookingFor, MINUTE } from './hooks.ts'

onEveryDatabase('A replay', (kind) => {
  const kontor = hookingFor(kind)

  test('sends the events after a cursor again, under the same ids', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    const { id } = await createItem(kontor())
    for (let count = 0; count < 2; count++) await createItem(kontor())
    const sent = [...(await receiver.whenReceived(3))]
    const first = sent.find(({ body }) => body.data.recordId === id)
    const others = sent.filter((one) => one !== first)
    const replay = await kontor().post(`/webhooks/${webhook.id}/replay`, { after: first!.body.data.cursor })
    assert.equal(replay.status, 200, replay.text)
    assert.equal(replay.body.data.isReplaying, true)
    const received = await receiver.whenReceived(5)
    const idOf = ({ headers }: (typeof received)[number]) => headers['webhook-id']
    assert.deepEqual(received.slice(3).map(idOf).sort(), others.map(idOf).sort())
  })

  test('fills a hole by time, and the webhook goes on with the present meanwhile', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    await createItem(kontor())
    await receiver.whenReceived(1)
    await kontor().put(`/webhooks/${webhook.id}`, { isActive: false })
    kontor().advance(3 * MINUTE)
    const from = new Date(kontor().now()).toISOString()
    const missed = [await createItem(kontor()), await createItem(kontor())]
    kontor().advance(3 * MINUTE)
    const to = new Date(kontor().now()).toISOString()
    kontor().advance(3 * MINUTE)
    await createItem(kontor()) // missed, and not asked for
    await kontor().put(`/webhooks/${webhook.id}`, { isActive: true })
    const replay = await kontor().post(`/webhooks/${webhook.id}/replay`, { from, to })
    assert.equal(replay.status, 200, replay.text)
    const fresh = await createItem(kontor())
    const received = await receiver.whenReceived(4)
    assert.deepEqual(
      received
        .slice(1)
        .map(({ body }) => body.data.recordId)
        .sort(),
      [...missed, fresh].map(({ id }) => id).sort(),
    )
    for (;;) {
      const { body } = await kontor().get(`/webhooks/${webhook.id}`)
      if (!body.data.isReplaying) break
    }
    assert.equal(receiver.received.length, 4)
  })

  test('is refused without a beginning, with two of them, with a bad cursor, and while the webhook is off', async () => {
    await using hook = await hooked(kontor())
    const replay = async (body: object) => {
      const answer = await kontor().post(`/webhooks/${hook.webhook.id}/replay`, body)
      return [answer.status, answer.body.error?.code]
    }
    const from = '2026-01-31T09:30:00Z'
    assert.deepEqual(await replay({}), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(await replay({ after: 'x', from }), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(await replay({ after: 'nonsense' }), [400, 'INVALID_CURSOR'])
    assert.deepEqual(await replay({ from: '2999-01-01T00:00:00Z' }), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(await replay({ from, to: '2025-01-01T00:00:00Z' }), [422, 'VALIDATION_ERROR'])
    await kontor().put(`/webhooks/${hook.webhook.id}`, { isActive: false })
    assert.deepEqual(await replay({ from }), [422, 'DOCUMENT_LOCKED'])
  })

  test('is refused while another one runs', async () => {
    const { id } = await createWebhook(kontor(), { url: 'https://shop.example.com/' }, { isActive: false })
    await behindTheScenes(kontor().engine, async (records) =>
      records.update(webhookStates, await records.lock(webhookStates, id), { replayCursor: 'somewhere' }),
    )
    const refused = await kontor().post(`/webhooks/${id}/replay`, { from: '2026-01-01T00:00:00Z' })
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'DOCUMENT_LOCKED'])
    assert.match(refused.body.error.message, /still running/)
  })

  test('is refused with a cursor that is not of the history of the database', async () => {
    const other = await openKontor(kind)
    try {
      const { id } = await createWebhook(other, { url: 'https://shop.example.com/' })
      const { cursor } = (await other.get('/events?after=now')).body.meta
      const sql = 'update "audit-chains" set "sequence" = 0'
      await other.engine.write((connection) => connection.query({ sql, parameters: [], effect: 'write' }))
      assertRefused(await other.post(`/webhooks/${id}/replay`, { after: cursor }), 400, 'INVALID_CURSOR')
    } finally {
      await other.close()
    }
  })

  test('that began with such a cursor ends, and the webhook goes on', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    const replayTo = new Date(kontor().now()).toISOString()
    await behindTheScenes(kontor().engine, async (records) =>
      records.update(webhookStates, await records.lock(webhookStates, webhook.id), { replayCursor: 'old', replayTo }),
    )
    const { id } = await createItem(kontor())
    while ((await kontor().get(`/webhooks/${webhook.id}`)).body.data.isReplaying) await sleep(20)
    assert.deepEqual(
      (await receiver.whenReceived(1)).map(({ body }) => body.data.recordId),
      [id],
    )
  })
})
