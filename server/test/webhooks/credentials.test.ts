import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhooks } from '../../src/features/webhooks/webhooks.resource.ts'
import { appAt, connect, siteFor } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { ADMIN } from '../support/kontor.ts'
import { addRole, addUser, behindTheScenes, changeUser, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { createItem, deliveryWhen, HOUR, hooked, PRIVATE, webhookWhen } from './hooks.ts'

const KEY = { scopes: ['admin', 'read'], resources: { webhooks: ['admin'], items: ['read'] } }
const HOOKING = { webhooks: { can: ['read', 'create', 'update'] }, items: { can: ['read'] } } as const

onEveryDatabase('A webhook ends with what ordered it', (kind) => {
  const site = siteFor(kind, { environment: PRIVATE })
  const kontor = () => site().kontor

  /** Switched off with this reason at the next change, of which nothing is sent. */
  async function assertEnded(hook: Awaited<ReturnType<typeof hooked>>, token?: string) {
    const received = hook.receiver.received.length
    await createItem(kontor(), {}, token ? { token } : {})
    const off = await webhookWhen(kontor(), hook.webhook.id, ({ isActive }) => !isActive)
    assert.equal(off.disabledReason, 'credential-ended')
    assert.equal(hook.receiver.received.length, received)
  }

  test('an API key that is revoked, narrowed, bound to other addresses, given away or expired', async () => {
    const other = await addUser(kontor().engine, 'admin')
    const endings: Readonly<Record<string, (id: string) => Promise<{ status: number; text: string }>>> = {
      revoked: (id) => kontor().delete(`/api-keys/${id}`),
      narrowed: (id) => kontor().put(`/api-keys/${id}`, { resources: { items: ['read'] } }),
      'with fewer scopes': (id) => kontor().put(`/api-keys/${id}`, { scopes: ['read'], resources: null }),
      'bound to other addresses': (id) => kontor().put(`/api-keys/${id}`, { allowedIps: ['203.0.113.7'] }),
      'given away': (id) => kontor().put(`/api-keys/${id}`, { owner: other.id }),
    }
    for (const [how, end] of Object.entries(endings)) {
      const key = await createKey(kontor(), KEY)
      await using hook = await hooked(kontor(), {}, withKey(key))
      assert.equal((await kontor().get(`/webhooks/${hook.webhook.id}`)).body.data.orderedWith, key.id)
      await createItem(kontor())
      await hook.receiver.whenReceived(1)
      const ended = await end(key.id)
      assert.ok(ended.status === 200 || ended.status === 204, `${how}: ${ended.text}`)
      await assertEnded(hook)
    }
  })

  test('an app that the user disconnects, or that is deleted', async () => {
    for (const isDeleted of [false, true]) {
      const registered = await site().register()
      const { tokens } = await connect(site(), await appAt(site(), registered), { scope: 'read admin' })
      await using hook = await hooked(kontor(), {}, { token: tokens.access_token })
      await createItem(kontor())
      await hook.receiver.whenReceived(1)
      const apps = (await kontor().get('/auth/connected-apps')).body.data
      const grant = apps.find(({ client }: { client: string }) => client === registered.id)
      const ended = isDeleted
        ? await kontor().delete(`/oauth-clients/${registered.id}`)
        : await kontor().delete(`/auth/connected-apps/${grant.id}`)
      assert.equal(ended.status, 204, ended.text)
      await assertEnded(hook)
    }
  })

  test('a role that loses the right on webhooks; not the session, which the user may leave', async () => {
    const { id, email } = await addUser(kontor().engine, await addRole(kontor().engine, HOOKING))
    const { token } = await signIn(kontor(), email)
    await using hook = await hooked(kontor(), {}, { token })
    assert.equal((await kontor().post('/auth/logout', undefined, { token })).status, 204)
    await createItem(kontor())
    await hook.receiver.whenReceived(1)
    await changeUser(kontor().engine, id, { role: await addRole(kontor().engine, { items: { can: ['read'] } }) })
    await assertEnded(hook)
  })

  test('what was waiting is not sent either', async () => {
    const key = await createKey(kontor(), KEY)
    await using hook = await hooked(kontor(), {}, withKey(key))
    hook.receiver.answer(500)
    await createItem(kontor())
    const { id } = await deliveryWhen(kontor(), hook.webhook.id, ({ attemptCount }) => attemptCount === 1)
    assert.equal((await kontor().delete(`/api-keys/${key.id}`)).status, 204)
    assertRefused(await kontor().post(`/webhooks/deliveries/${id}/retry`), 422, 'DOCUMENT_LOCKED')
    kontor().advance(10_000)
    await assertEnded(hook)
  })

  test('its user switches it on again, and it reads with that credential from then on; another user cannot', async () => {
    const { email } = await addUser(kontor().engine, await addRole(kontor().engine, HOOKING))
    const { token: foreign } = await signIn(kontor(), email)
    const key = await createKey(kontor(), KEY)
    await using hook = await hooked(kontor(), {}, withKey(key))
    await kontor().delete(`/api-keys/${key.id}`)
    await assertEnded(hook)
    const told = (await kontor().get('/auth/me')).body.data.disabledWebhooks
    assert.ok(told.some(({ id }: { id: string }) => id === hook.webhook.id))
    const switchOn = (token?: string) =>
      kontor().put(`/webhooks/${hook.webhook.id}`, { isActive: true }, token ? { token } : {})
    assertRefused(await switchOn(foreign), 403, 'FORBIDDEN')
    const on = await switchOn()
    assert.deepEqual([on.status, on.body.data.orderedWith, on.body.data.disabledReason], [200, null, null], on.text)
    const { id } = await createItem(kontor())
    await hook.receiver.whenThere(({ body }) => body.data.recordId === id)
  })

  test('a narrow key that replaces the secret, or switches it on, narrows what it tells and ends it', async () => {
    for (const order of ['rotate-secret', 'switch on']) {
      await using hook = await hooked(kontor(), { events: ['items.*', 'customers.*'], isActive: order !== 'switch on' })
      const key = await createKey(kontor(), KEY)
      const path = `/webhooks/${hook.webhook.id}`
      const ordered =
        order === 'rotate-secret'
          ? await kontor().post(`${path}/${order}`, undefined, withKey(key))
          : await kontor().put(path, { isActive: true }, withKey(key))
      assert.equal(ordered.status, 200, ordered.text)
      await kontor().post('/customers', { name: 'Globex' })
      await createItem(kontor())
      const [received] = await hook.receiver.whenReceived(1)
      assert.equal(received!.body.type, 'items.created')
      await kontor().delete(`/api-keys/${key.id}`)
      await assertEnded(hook)
    }
  })

  test('one that was ordered before credentials were stored belongs to its user', async () => {
    await using hook = await hooked(kontor(), {}, withKey(await createKey(kontor(), KEY)))
    await behindTheScenes(kontor().engine, async (records) => {
      const webhook = await records.lock(webhooks, hook.webhook.id)
      await records.update(webhooks, webhook, { grant: { scopes: ['admin', 'read'] } })
    })
    await createItem(kontor())
    await hook.receiver.whenReceived(1)
    assert.equal((await kontor().get(`/webhooks/${hook.webhook.id}`)).body.data.orderedWith, null)
  })

  test('a user sees and deletes the webhooks that read with the own rights, without a right on webhooks; no others', async () => {
    const { email } = await addUser(kontor().engine, await addRole(kontor().engine, HOOKING))
    const { token } = await signIn(kontor(), email)
    await using foreign = await hooked(kontor())
    await using hook = await hooked(kontor(), {}, { token })
    const { id, url } = hook.webhook
    const listed = (await kontor().get('/auth/webhooks', { token })).body.data
    assert.deepEqual(
      listed.map(({ createdAt, ...rest }: { createdAt: string }) => [typeof createdAt, rest]),
      [['string', { id, url, events: ['items.*'] }]],
    )
    const remove = (which: string) => kontor().delete(`/auth/webhooks/${which}`, { token })
    assertRefused(await remove(foreign.webhook.id), 404, 'NOT_FOUND')
    assert.equal((await remove(id)).status, 204)
    assert.deepEqual((await kontor().get('/auth/webhooks', { token })).body.data, [])
    assertRefused(await kontor().get(`/webhooks/${id}`), 404, 'NOT_FOUND')
    const key = withKey(await createKey(kontor(), KEY))
    assertRefused(await kontor().get('/auth/webhooks', key), 403, 'FORBIDDEN')
    assertRefused(await kontor().delete(`/auth/webhooks/${foreign.webhook.id}`, key), 403, 'FORBIDDEN')
  })

  test('an API key that has expired', async () => {
    const expiresAt = new Date(kontor().now() + HOUR).toISOString()
    await using hook = await hooked(kontor(), {}, withKey(await createKey(kontor(), { ...KEY, expiresAt })))
    kontor().advance(2 * HOUR)
    const { token } = (await kontor().login(ADMIN.email, ADMIN.password)).body.data
    await assertEnded(hook, token)
  })
})
