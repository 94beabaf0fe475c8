import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { addRole, addUser, changeUser, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { createItem, createWebhook, deliveryWhen, hooked, hookingFor, webhookWhen } from './hooks.ts'

const EVERYTHING = ['read', 'create', 'update', 'delete'] as const

onEveryDatabase('The rights behind a webhook', (kind) => {
  const kontor = hookingFor(kind)
  const personWith = async (permissions: object) => {
    const role = await addRole(kontor().engine, {
      webhooks: { can: [...EVERYTHING] },
      'webhook-deliveries': { can: ['read', 'update'] },
      ...permissions,
    })
    const { id, email } = await addUser(kontor().engine, role)
    return { id, token: (await signIn(kontor(), email)).token }
  }

  test('a user without the right on webhooks can neither see nor create one, and a key needs the scope admin', async () => {
    const { email } = await addUser(kontor().engine, 'manager')
    const { token } = await signIn(kontor(), email)
    assertRefused(await kontor().get('/webhooks', { token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().post('/webhooks', {}, { token }), 403, 'FORBIDDEN')
    const key = withKey(await createKey(kontor(), { scopes: ['read', 'write'] }))
    assertRefused(await kontor().get('/webhooks', key), 403, 'INSUFFICIENT_SCOPE')
  })

  test('an event tells what the user who created the webhook may read: no hidden fields, nothing of closed resources', async () => {
    const { token } = await personWith({ items: { can: ['read'], hidden: ['costPrice'] } })
    await using hook = await hooked(kontor(), { events: ['items.*', 'customers.*'] }, { token })
    await kontor().post('/customers', { name: 'Globex' })
    const { id } = await createItem(kontor(), { costPrice: 12.5, sellingPrice: 20 })
    await kontor().put(`/items/${id}`, { costPrice: 13 }) // nothing of it may be told
    await kontor().put(`/items/${id}`, { sellingPrice: 21 })
    const received = await hook.receiver.whenReceived(2)
    assert.deepEqual(
      received.map(({ body }) => [body.type, body.data.version]),
      [
        ['items.created', 1],
        ['items.updated', 3],
      ],
    )
    for (const { text } of received) assert.ok(!text.includes('costPrice'))
  })

  test('a right that is taken away is gone from the next event on', async () => {
    const { id: user, token } = await personWith({ items: { can: ['read'] } })
    await using hook = await hooked(kontor(), {}, { token })
    await createItem(kontor())
    await hook.receiver.whenReceived(1)
    const blind = await addRole(kontor().engine, { webhooks: { can: ['update'] }, customers: { can: ['read'] } })
    await changeUser(kontor().engine, user, { role: blind })
    await createItem(kontor())
    const seeing = await addRole(kontor().engine, { webhooks: { can: ['update'] }, items: { can: ['read'] } })
    await kontor().post(`/webhooks/${hook.webhook.id}/test`)
    await hook.receiver.whenReceived(2)
    await changeUser(kontor().engine, user, { role: seeing })
    const { id } = await createItem(kontor())
    const received = await hook.receiver.whenReceived(3)
    assert.equal(received[1]!.body.type, 'webhooks.test')
    assert.equal(received[2]!.body.data.recordId, id)
  })

  test('the webhook of a user who was deactivated is switched off, and says why', async () => {
    const { id, token } = await personWith({ items: { can: ['read'] } })
    await using hook = await hooked(kontor(), {}, { token })
    const answer = await kontor().put(`/users/${id}`, { isActive: false })
    assert.equal(answer.status, 200, answer.text)
    const off = await webhookWhen(kontor(), hook.webhook.id, ({ isActive }) => !isActive)
    assert.equal(off.disabledReason, 'owner-inactive')
    assert.equal(hook.receiver.received.length, 0)
  })

  test('a webhook tells no more than the API key could read that created it', async () => {
    const key = await createKey(kontor(), {
      scopes: ['admin', 'read'],
      resources: { webhooks: ['admin'], customers: ['read'] },
    })
    await using hook = await hooked(kontor(), { events: ['items.*', 'customers.*'] }, withKey(key))
    await createItem(kontor())
    await kontor().post('/customers', { name: 'Initech' })
    const [received] = await hook.receiver.whenReceived(1)
    assert.equal(received!.body.type, 'customers.created')
  })

  test('a narrow key that changes the address of a webhook narrows what it tells', async () => {
    await using hook = await hooked(kontor(), { events: ['items.*', 'customers.*'] })
    const key = await createKey(kontor(), {
      scopes: ['admin', 'read'],
      resources: { webhooks: ['admin'], customers: ['read'] },
    })
    const url = `${hook.receiver.url}/other`
    const moved = await kontor().put(`/webhooks/${hook.webhook.id}`, { url }, withKey(key))
    assert.equal(moved.status, 200, moved.text)
    await createItem(kontor())
    await kontor().post('/customers', { name: 'Umbrella' })
    const [received] = await hook.receiver.whenReceived(1)
    assert.equal(received!.body.type, 'customers.created')
  })

  test('another user can switch a webhook off, but change neither its address, events and filter, nor its secret', async () => {
    const { token } = await personWith({})
    await using hook = await hooked(kontor())
    const change = (body: object) => kontor().put(`/webhooks/${hook.webhook.id}`, body, { token })
    for (const body of [{ url: 'https://evil.example/' }, { events: ['*'] }, { filter: { category: 'x' } }])
      assertRefused(await change(body), 403, 'FORBIDDEN')
    const rotation = await kontor().post(`/webhooks/${hook.webhook.id}/rotate-secret`, undefined, { token })
    assertRefused(rotation, 403, 'FORBIDDEN')
    assert.equal((await change({ isActive: false })).status, 200)
  })

  test('the body of a delivery is shown to users who may read all of it', async () => {
    await using hook = await hooked(kontor())
    await createItem(kontor(), { costPrice: 12.5 })
    const { id } = await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    const bodyFor = async (permissions: object) => {
      const { token } = await personWith(permissions)
      const { body, status } = await kontor().get(`/webhooks/${hook.webhook.id}/deliveries?id=${id}`, { token })
      assert.equal(status, 200)
      return body.data[0].body
    }
    assert.equal(await bodyFor({ items: { can: ['read'] } }), hook.receiver.received[0]!.text)
    assert.equal(await bodyFor({ items: { can: ['read'], hidden: ['costPrice'] } }), null)
    assert.equal(await bodyFor({ items: { can: ['read'], own: true } }), null)
    assert.equal(await bodyFor({ customers: { can: ['read'] } }), null)
  })

  test('a filter cannot name a field that the user does not see', async () => {
    const { token } = await personWith({ items: { can: ['read'], hidden: ['costPrice'] } })
    const body = { url: 'https://shop.example.com/', events: ['items.*'], filter: { costPrice: '12.5' } }
    assertRefused(await kontor().post('/webhooks', body, { token }), 422, 'VALIDATION_ERROR')
    await createWebhook(
      kontor(),
      { url: 'https://shop.example.com/' },
      { isActive: false, filter: { costPrice: '12.5' } },
    )
  })
})
