import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearExpired } from '../../src/app/housekeeping.ts'
import { JITTER, TRIED_FOR_MS, WAITS_MS } from '../../src/features/webhooks/schedule.ts'
import type { WebhookDelivery } from '../../src/features/webhooks/webhook-deliveries.resource.ts'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Kontor } from '../support/kontor.ts'
import { createItem, deliveriesOf, deliveryWhen, HOUR, hooked, hookingFor, webhookWhen } from './hooks.ts'

const DAY = 24 * HOUR

const waitOf = ({ attempts, nextAttemptAt }: WebhookDelivery) =>
  Date.parse(nextAttemptAt!) - Date.parse(attempts.at(-1)!.at)

const afterAttempt = (kontor: Kontor, webhook: string, count: number) =>
  deliveryWhen(kontor, webhook, ({ attemptCount }) => attemptCount === count)

onEveryDatabase('A receiver that fails', (kind) => {
  const kontor = hookingFor(kind)

  test('is tried again by the schedule for three days, with the same body; then the webhook is switched off', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    receiver.answer(500)
    await createItem(kontor())
    let count = 1
    let delivery = await afterAttempt(kontor(), webhook.id, count)
    for (; delivery.status === 'pending'; count++) {
      const wait = waitOf(delivery)
      const stated = WAITS_MS[Math.min(count, WAITS_MS.length) - 1]!
      const left = Date.parse(delivery.createdAt) + TRIED_FOR_MS - Date.parse(delivery.attempts.at(-1)!.at)
      assert.ok(
        wait === left || (wait >= stated && wait <= stated * (1 + JITTER) + 1),
        `after attempt ${count}: ${wait}`,
      )
      kontor().advance(Date.parse(delivery.nextAttemptAt!) - kontor().now())
      delivery = await afterAttempt(kontor(), webhook.id, count + 1)
    }
    assert.ok(count >= 11 && count <= 13, `${count} attempts`)
    assert.equal(delivery.status, 'failed')
    assert.ok(Date.parse(delivery.attempts.at(-1)!.at) >= Date.parse(delivery.createdAt) + TRIED_FOR_MS)
    assert.equal(receiver.received.length, count)
    assert.equal(new Set(receiver.received.map(({ text }) => text)).size, 1)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    assert.equal(new Set(times).size, count)
    const off = await webhookWhen(kontor(), webhook.id, ({ isActive }) => !isActive)
    assert.equal(off.disabledReason, 'unreachable')
  })
})

onEveryDatabase('An attempt that fails', (kind) => {
  const kontor = hookingFor(kind)

  test('waits for as long as Retry-After asks for', async () => {
    await using hook = await hooked(kontor())
    hook.receiver.answer((_webhook, response) => response.writeHead(503, { 'retry-after': '7200' }).end())
    await createItem(kontor())
    assert.equal(waitOf(await afterAttempt(kontor(), hook.webhook.id, 1)), 2 * HOUR)
  })

  test('is made again although the one before was made while the clock was a year ahead', async () => {
    await using hook = await hooked(kontor())
    hook.receiver.answer(500)
    kontor().advance(365 * DAY)
    const { body } = await kontor().login(ADMIN.email, ADMIN.password)
    await createItem(kontor(), {}, { token: body.data.token })
    await afterAttempt(kontor(), hook.webhook.id, 1)
    hook.receiver.answer(204)
    kontor().advance(-365 * DAY)
    assert.equal((await afterAttempt(kontor(), hook.webhook.id, 2)).status, 'delivered')
  })

  test('is a failure for a redirect, and is shown with the webhook until a delivery succeeds', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    receiver.answer((_webhook, response) => response.writeHead(307, { location: receiver.url }).end('moved'))
    await createItem(kontor())
    const { attempts, status } = await afterAttempt(kontor(), webhook.id, 1)
    assert.equal(status, 'pending')
    assert.equal(attempts[0]!.status, 307)
    assert.match(attempts[0]!.error!, /redirect/)
    const failing = await kontor().get(`/webhooks/${webhook.id}`)
    assert.equal(failing.body.data.health, 'failing')
    assert.ok(failing.body.data.failingSince)
    assert.match(failing.body.data.lastFailure, /redirect/)
    receiver.answer(204)
    kontor().advance(10_000)
    assert.equal((await afterAttempt(kontor(), webhook.id, 2)).status, 'delivered')
    const { body } = await kontor().get(`/webhooks/${webhook.id}`)
    assert.deepEqual([body.data.failingSince, body.data.lastFailure], [null, null])
  })

  test('with 410 switches the webhook off at once; switched on again it begins with the present', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    receiver.answer(410)
    await createItem(kontor())
    const off = await webhookWhen(kontor(), webhook.id, ({ isActive }) => !isActive)
    assert.equal(off.disabledReason, 'gone')
    const told = async () => (await kontor().get('/auth/me')).body.data.disabledWebhooks
    assert.deepEqual(await told(), [{ id: webhook.id, url: webhook.url }])
    assert.equal((await afterAttempt(kontor(), webhook.id, 1)).status, 'failed')
    receiver.answer(200)
    await createItem(kontor()) // while it is off
    const on = await kontor().put(`/webhooks/${webhook.id}`, { isActive: true })
    assert.deepEqual([on.status, on.body.data.disabledReason], [200, null], on.text)
    assert.deepEqual(await told(), [])
    const { id } = await createItem(kontor())
    const received = await receiver.whenReceived(2)
    assert.equal(received[1]!.body.data.recordId, id)
  })

  test('can be repeated at once by a user; not while the webhook is off, nor after it is deleted', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    receiver.answer(500)
    await createItem(kontor())
    const { id, eventId } = await afterAttempt(kontor(), webhook.id, 1)
    receiver.answer(200)
    const retry = () => kontor().post(`/webhooks/deliveries/${id}/retry`)
    assert.equal((await retry()).status, 200)
    assert.equal((await afterAttempt(kontor(), webhook.id, 2)).status, 'delivered')
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['webhook-id']),
      [eventId, eventId],
    )
    await kontor().put(`/webhooks/${webhook.id}`, { isActive: false })
    const refused = await retry()
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'DOCUMENT_LOCKED'])
    assert.equal((await kontor().delete(`/webhooks/${webhook.id}`)).status, 204)
    assert.match((await retry()).body.error.message, /was deleted/)
  })

  test('does not keep the webhook from other deliveries', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    const broken = await createItem(kontor())
    receiver.answer(({ body }, response) => response.writeHead(body.data.recordId === broken.id ? 500 : 200).end())
    await afterAttempt(kontor(), webhook.id, 1)
    const { id } = await createItem(kontor())
    await deliveryWhen(kontor(), webhook.id, ({ recordId, status }) => recordId === id && status === 'delivered')
    // Later versions of the record do not wait for the retries of the first one either.
    await kontor().put(`/items/${broken.id}`, { itemName: 'Again' })
    await receiver.whenThere(({ body }) => body.data.recordId === broken.id && body.data.version === 2)
  })

  test('is kept for 30 days and then removed, and the stored totals stay right', async () => {
    await using hook = await hooked(kontor())
    await createItem(kontor())
    await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    kontor().advance(29 * DAY)
    await clearExpired(kontor().app.executor)
    assert.equal((await deliveriesOf(kontor(), hook.webhook.id)).length, 1)
    kontor().advance(2 * DAY)
    await clearExpired(kontor().app.executor)
    assert.equal((await deliveriesOf(kontor(), hook.webhook.id)).length, 0)
    const violations = (await verify(kontor().engine, { done: () => {} }, undefined)).flatMap(
      ({ findings }) => findings,
    )
    assert.deepEqual(violations, [])
  })
})
