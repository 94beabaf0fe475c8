import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { isSignedBy } from '../support/webhook-receiver.ts'
import { createItem, deliveriesOf, deliveryWhen, hooked, hookingFor } from './hooks.ts'

onEveryDatabase('A webhook', (kind) => {
  const kontor = hookingFor(kind)

  test('receives each event with the record, signed', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    const { id } = await createItem(kontor(), { itemName: 'Schraube „M8“' })
    const [created] = await receiver.whenReceived(1)
    assert.ok(isSignedBy(webhook.secret, created!))
    const { type, timestamp, data } = created!.body
    assert.equal(type, 'items.created')
    assert.equal(timestamp, data.at)
    assert.equal(data.type, type)
    assert.equal(data.recordId, id)
    assert.equal(data.version, 1)
    assert.equal(data.record.itemName, 'Schraube „M8“')
    assert.equal(created!.headers['webhook-id'], data.id)

    await kontor().put(`/items/${id}`, { itemName: 'Nut' })
    await kontor().delete(`/items/${id}`)
    const received = await receiver.whenReceived(3)
    assert.deepEqual(
      received.map(({ body }) => [body.type, body.data.version]),
      [
        ['items.created', 1],
        ['items.updated', 2],
        ['items.deleted', 3],
      ],
    )
    assert.equal(received[2]!.body.data.record, null)
  })

  test('receives only the events that it asks for, and only records that fit its filter', async () => {
    const filter = { category: 'Brakes', isActive: 'true' }
    await using hook = await hooked(kontor(), { events: ['items.created'], filter })
    await createItem(kontor(), { category: 'Other' })
    const { id } = await createItem(kontor(), { category: 'Brakes' })
    await kontor().put(`/items/${id}`, { itemName: 'Disc' })
    const last = await createItem(kontor(), { category: 'Brakes' })
    const received = await hook.receiver.whenReceived(2)
    // Several are sent at a time: which one arrives first is not promised.
    assert.deepEqual(
      received.map(({ body }) => `${body.type} ${body.data.recordId}`).sort(),
      [`items.created ${id}`, `items.created ${last.id}`].sort(),
    )
  })

  test('receives each event once when the database answers late', async () => {
    const { engine } = kontor()
    const read = engine.read.bind(engine)
    // What was read as due is sent by another attempt before the answer is here.
    engine.read = (async (...parameters: Parameters<typeof read>) => {
      const rows = await read(...parameters)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return rows
    }) as typeof read
    try {
      await using hook = await hooked(kontor())
      const created = await Promise.all(Array.from({ length: 20 }, () => createItem(kontor())))
      const last = await hook.receiver.whenReceived(created.length).then(() => createItem(kontor()))
      await hook.receiver.whenThere(({ body }) => body.data.recordId === last.id)
      const received = hook.receiver.received.map(({ body }) => body.data.recordId)
      assert.deepEqual(received.sort(), [...created, last].map(({ id }) => id).sort())
    } finally {
      engine.read = read
    }
  })

  test('lists what was sent, byte for byte, with the attempts', async () => {
    await using hook = await hooked(kontor())
    const { id } = await createItem(kontor())
    await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    const list = await kontor().get(`/webhooks/${hook.webhook.id}/deliveries`)
    assert.equal(list.status, 200, list.text)
    const [delivery] = list.body.data
    assert.equal(list.body.meta.total, 1)
    assert.equal(delivery.recordId, id)
    assert.equal(delivery.attemptCount, 1)
    assert.equal(delivery.attempts[0].status, 200)
    assert.equal(delivery.attempts[0].response, 'noted')
    assert.ok(!('payload' in delivery))
    assert.equal(delivery.body, hook.receiver.received[0]!.text)
    const one = await kontor().get(`/webhooks/${hook.webhook.id}/deliveries?id=${delivery.id}`)
    assert.deepEqual(one.body.data, [delivery])
    const { body } = await kontor().get(`/webhooks/${hook.webhook.id}`)
    assert.ok(body.data.lastDeliveredAt)
    assert.equal(body.data.failingSince, null)
  })

  test('sends a test event on request', async () => {
    await using hook = await hooked(kontor())
    const answer = await kontor().post(`/webhooks/${hook.webhook.id}/test`)
    assert.equal(answer.status, 204, answer.text)
    const [received] = await hook.receiver.whenReceived(1)
    assert.equal(received!.body.type, 'webhooks.test')
    assert.ok(isSignedBy(hook.webhook.secret, received!))
    assert.equal((await deliveriesOf(kontor(), hook.webhook.id))[0]!.eventId, received!.headers['webhook-id'])
  })

  test('signs with both secrets for 24 hours after a rotation', async () => {
    await using hook = await hooked(kontor())
    const { receiver, webhook } = hook
    const rotated = await kontor().post(`/webhooks/${webhook.id}/rotate-secret`)
    assert.equal(rotated.status, 200, rotated.text)
    const { secret } = rotated.body.data
    assert.notEqual(secret, webhook.secret)
    await createItem(kontor())
    const [both] = await receiver.whenReceived(1)
    assert.ok(isSignedBy(secret, both!) && isSignedBy(webhook.secret, both!))
    assert.equal(String(both!.headers['webhook-signature']).split(' ').length, 2)
  })

  test('receives the versions of one record in their order, though several deliveries run at once', async () => {
    await using hook = await hooked(kontor())
    const { receiver } = hook
    // The first answer takes longest: whatever is sent at the same time would overtake it.
    receiver.answer(({ body }, response) =>
      setTimeout(() => response.writeHead(200).end(), body.data.version === 1 ? 400 : 0),
    )
    const ids = [(await createItem(kontor())).id, (await createItem(kontor())).id]
    for (const id of ids)
      for (let version = 2; version <= 4; version++) await kontor().put(`/items/${id}`, { itemName: `Name ${version}` })
    const received = await receiver.whenReceived(8)
    for (const id of ids)
      assert.deepEqual(
        received.filter(({ body }) => body.data.recordId === id).map(({ body }) => body.data.version),
        [1, 2, 3, 4],
      )
  })
})
