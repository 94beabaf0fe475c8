import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { addRole, addUser, changeUser, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import { createItem, deliveriesOf, deliveryWhen, hooked, hookingFor } from './hooks.ts'

const HOOKING = {
  webhooks: { can: ['read', 'create', 'update'] },
  'webhook-deliveries': { can: ['read', 'update'] },
} as const
const ITEMS = { ...HOOKING, items: { can: ['read'] } } as const
const BLIND = { ...HOOKING, items: { can: ['read'], hidden: ['costPrice'] } } as const

onEveryDatabase('A stored delivery', (kind) => {
  const kontor = hookingFor(kind)
  const personWith = async (permissions: Parameters<typeof addRole>[1]) => {
    const { id, email } = await addUser(kontor().engine, await addRole(kontor().engine, permissions))
    return { id, token: (await signIn(kontor(), email)).token }
  }
  const retry = (id: string, token?: string) =>
    kontor().post(`/webhooks/deliveries/${id}/retry`, undefined, token ? { token } : {})

  test('does not go to another address than the one it was written for; that one can replay under its own grant', async () => {
    await using hook = await hooked(kontor(), { events: ['items.*', 'customers.*'] })
    await using elsewhere = await startReceiver()
    const from = new Date(kontor().now()).toISOString()
    const { id: delivered } = await createItem(kontor())
    await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    hook.receiver.answer(500)
    await kontor().post('/customers', { name: 'Globex' })
    await deliveryWhen(
      kontor(),
      hook.webhook.id,
      ({ attemptCount, status }) => attemptCount === 1 && status === 'pending',
    )
    const key = withKey(
      await createKey(kontor(), {
        scopes: ['admin', 'read'],
        resources: { webhooks: ['admin'], 'webhook-deliveries': ['admin'], customers: ['read'] },
      }),
    )
    const path = `/webhooks/${hook.webhook.id}`
    const moved = await kontor().put(path, { url: elsewhere.url }, key)
    assert.equal(moved.status, 200, moved.text)
    const [pending, done] = (await kontor().get(`${path}/deliveries`, key)).body.data
    assert.deepEqual([pending.status, pending.droppedReason], ['dropped', 'address-changed'])
    assert.deepEqual([pending.url, done.url, done.recordId], [hook.webhook.url, hook.webhook.url, delivered])
    for (const { id } of [pending, done]) {
      const refused = await kontor().post(`/webhooks/deliveries/${id}/retry`, undefined, key)
      assertRefused(refused, 422, 'DOCUMENT_LOCKED')
      assert.match(refused.body.error.message, /another address/)
    }
    kontor().advance(10_000)
    assert.equal((await kontor().post(`${path}/replay`, { from }, key)).status, 200)
    const [replayed] = await elsewhere.whenReceived(1)
    assert.equal(replayed!.body.type, 'customers.created', 'the key may not read items')
    await deliveryWhen(kontor(), hook.webhook.id, ({ url, status }) => url === elsewhere.url && status === 'delivered')
    assert.equal(elsewhere.received.length, 1)
  })

  test('can be sent again once the webhook has its former address again', async () => {
    await using hook = await hooked(kontor())
    await using elsewhere = await startReceiver()
    hook.receiver.answer(500)
    await createItem(kontor())
    const { id } = await deliveryWhen(kontor(), hook.webhook.id, ({ attemptCount }) => attemptCount === 1)
    hook.receiver.answer(200)
    const path = `/webhooks/${hook.webhook.id}`
    await kontor().put(path, { url: elsewhere.url })
    await kontor().put(path, { url: hook.webhook.url })
    assert.equal((await retry(id)).status, 200, 'the webhook has its former address again')
    const { droppedReason } = await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    assert.equal(droppedReason, null)
    assert.equal(elsewhere.received.length, 0)
  })

  test('is neither shown nor sent again when the owner may no longer see all of it', async () => {
    const { id: user, token } = await personWith(ITEMS)
    await using hook = await hooked(kontor(), {}, { token })
    await createItem(kontor(), { costPrice: 12.5 })
    const { id } = await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    hook.receiver.answer(500)
    const { id: second } = await createItem(kontor(), { costPrice: 13 })
    await deliveryWhen(
      kontor(),
      hook.webhook.id,
      ({ recordId, attemptCount }) => recordId === second && attemptCount > 0,
    )
    const bodies = async () =>
      (await kontor().get(`/webhooks/${hook.webhook.id}/deliveries`, { token })).body.data.map(
        ({ body }: { body: string | null }) => body?.includes('costPrice'),
      )
    assert.deepEqual(await bodies(), [true, true])
    await changeUser(kontor().engine, user, { role: await addRole(kontor().engine, BLIND) })
    assert.deepEqual(await bodies(), [undefined, undefined])
    const refused = await retry(id, token)
    assertRefused(refused, 422, 'DOCUMENT_LOCKED')
    assert.match(refused.body.error.message, /more than the webhook may read now/)
    kontor().advance(10_000)
    const { droppedReason } = await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'dropped')
    assert.equal(droppedReason, 'rights-lost')
    // What is written from now on leaves the field out, and is shown.
    hook.receiver.answer(200)
    const { id: third } = await createItem(kontor(), { costPrice: 14 })
    const sent = await hook.receiver.whenThere(({ body }) => body.data.recordId === third)
    assert.ok(!sent.text.includes('costPrice'))
    await deliveryWhen(
      kontor(),
      hook.webhook.id,
      ({ recordId, status }) => recordId === third && status === 'delivered',
    )
    assert.deepEqual(await bodies(), [false, undefined, undefined])
  })

  test('is not shown to a key that may not read what a field is computed from', async () => {
    await using hook = await hooked(kontor(), { events: ['customers.*'] })
    const { body: created } = await kontor().post('/customers', { name: 'Initech' })
    const { id } = await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    const bodyFor = async (more: object) => {
      const resources = { webhooks: ['admin'], 'webhook-deliveries': ['admin'], customers: ['read'], ...more }
      const key = withKey(await createKey(kontor(), { scopes: ['admin', 'read'], resources }))
      const { balance } = (await kontor().get(`/customers/${created.data.id}`, key)).body.data
      const [delivery] = (await kontor().get(`/webhooks/${hook.webhook.id}/deliveries?id=${id}`, key)).body.data
      return [balance?.outstanding !== undefined, delivery.body !== null]
    }
    assert.deepEqual(await bodyFor({}), [false, false])
    const ofBalance = { invoices: ['read'], 'sales-orders': ['read'], payments: ['read'], deliveries: ['read'] }
    assert.deepEqual(await bodyFor(ofBalance), [true, true])
  })

  test('shows no field that the role hides of deliveries, and cannot be filtered or sorted by it', async () => {
    await using hook = await hooked(kontor())
    const { id } = await createItem(kontor())
    await deliveryWhen(kontor(), hook.webhook.id, ({ status }) => status === 'delivered')
    const hidden = ['attempts', 'recordId']
    const { token } = await personWith({ ...ITEMS, 'webhook-deliveries': { can: ['read'], hidden } })
    const list = (query = '') => kontor().get(`/webhooks/${hook.webhook.id}/deliveries${query}`, { token })
    const [delivery] = (await list()).body.data
    assert.equal(delivery.type, 'items.created')
    for (const field of [...hidden, 'body']) assert.ok(!(field in delivery), field)
    for (const query of [`?recordId=${id}`, '?sort=recordId', '?fields=recordId'])
      assertRefused(await list(query), 403, 'FIELD_NOT_PERMITTED')
  })

  test('does not begin after the answer to switching off, deleting, or deactivating the owner', async () => {
    const endings = {
      'switched off': (webhook: string) => kontor().put(`/webhooks/${webhook}`, { isActive: false }),
      deleted: (webhook: string) => kontor().delete(`/webhooks/${webhook}`),
      deactivated: (_: string, user: string) => kontor().put(`/users/${user}`, { isActive: false }),
    }
    await using witness = await hooked(kontor(), { events: ['settings.*'] })
    for (const [how, end] of Object.entries(endings)) {
      const { id: user, token } = await personWith(ITEMS)
      await using hook = await hooked(kontor(), {}, { token })
      const answers: (() => void)[] = []
      hook.receiver.answer((_webhook, response) => answers.push(() => response.writeHead(200).end()))
      await Promise.all(Array.from({ length: 20 }, () => createItem(kontor())))
      await deliveryWhen(kontor(), hook.webhook.id, () => answers.length === 8) // so many are sent at once
      while ((await deliveriesOf(kontor(), hook.webhook.id)).length < 20) await setTimeout(20)
      const ended = await end(hook.webhook.id, user)
      assert.ok(ended.status === 200 || ended.status === 204, `${how}: ${ended.text}`)
      for (const answer of answers) answer()
      // By the end of two tests of another webhook, the dispatcher has looked again.
      for (let looks = 0; looks < 2; looks++) {
        const known = witness.receiver.received.length
        assert.equal((await kontor().post(`/webhooks/${witness.webhook.id}/test`)).status, 204)
        await witness.receiver.whenReceived(known + 1)
      }
      assert.equal(hook.receiver.received.length, 8, how)
      const left = (await deliveriesOf(kontor(), hook.webhook.id)).filter(({ status }) => status === 'pending')
      assert.equal(left.length, how === 'deleted' ? 20 : 12, how) // of a deleted one nothing is noted any more
    }
  })
})
