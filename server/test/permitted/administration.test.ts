import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, addUser, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create } from '../support/records.ts'
import { assertForetold, seenAt } from './trials.ts'

const DAY_MS = 86_400_000
const WRITING = ['read', 'create', 'update', 'delete'] as const

onEveryDatabase('What is permitted in administration', (kind) => {
  const kontor = kontorFor(kind)
  const withRole = async (permissions: object): Promise<CallOptions> => ({
    token: (await signedIn(kontor(), await addRole(kontor().engine, permissions as never))).token,
  })
  const byKey = async () => withKey(await createKey(kontor(), { scopes: ['read', 'write', 'delete', 'admin'] }))

  const userEdits = {
    name: { name: 'Renamed' },
    email: { email: 'moved@people.example' },
    role: { role: 'viewer' },
    isActive: { isActive: false },
    password: { password: 'another long password' },
  }

  test('of a user: their own role and sign-in are closed to them, and a new password to a service', async () => {
    const me = await signedIn(kontor(), 'admin')
    const someone = await addUser(kontor().engine, 'sales')
    const service = await addUser(kontor().engine, 'sales', { type: 'service', passwordHash: null })
    for (const [user, closed] of [
      [me, ['email', 'role', 'isActive', 'password']],
      [someone, []],
      [service, ['password']],
    ] as const) {
      const address = `/users/${user.id}`
      const { permitted } = await seenAt(kontor(), address, { token: me.token })
      for (const [path, change] of Object.entries(userEdits)) {
        const isTold = permitted.edit.includes(path)
        assert.equal(isTold, !(closed as readonly string[]).includes(path), `${user.name}: ${path}`)
        const { status, text } = await kontor().put(address, change, { token: me.token })
        assert.equal(status === 200, isTold, `${user.name}: ${path}: ${text}`)
        if (path === 'isActive' && isTold) await kontor().put(address, { isActive: true })
        if (path === 'email' && isTold) await kontor().put(address, { email: user.email })
      }
      const removed = await kontor().delete(address, { token: me.token })
      assertForetold(permitted.delete, removed, `delete ${user.name}`)
    }
  })

  test('of a service: a password comes after its type, not with it', async () => {
    const { id } = await addUser(kontor().engine, 'sales', { type: 'service', passwordHash: null })
    const both = { type: 'user', password: 'another long password' }
    assertInvalid(await kontor().put(`/users/${id}`, both), 'password')
    assert.equal((await kontor().put(`/users/${id}`, { type: 'user' })).status, 200)
    assert.equal((await kontor().put(`/users/${id}`, { password: both.password })).status, 200)
  })

  test('of a user by a key: what only a signed-in person may change is closed, and letting in again', async () => {
    const options = await byKey()
    const { id } = await addUser(kontor().engine, 'sales')
    const address = `/users/${id}`
    assert.deepEqual((await seenAt(kontor(), address, options)).permitted.edit, [
      'name',
      'language',
      'isActive',
      'externalIds',
    ])
    assert.equal((await kontor().put(address, { isActive: false }, options)).status, 200)
    assert.deepEqual((await seenAt(kontor(), address, options)).permitted.edit, ['name', 'language', 'externalIds'])
    assertRefused(await kontor().put(address, { isActive: true }, options), 403, 'FIELD_NOT_PERMITTED')
  })

  test('of a user or a role with more rights than one’s own: nothing', async () => {
    const lesser = await withRole({ users: { can: WRITING }, roles: { can: WRITING } })
    const greater = await addUser(kontor().engine, 'admin')
    const user = `/users/${greater.id}`
    const seen = await seenAt(kontor(), user, lesser)
    assert.deepEqual(seen.permitted.edit, [])
    assertRefused(await kontor().put(user, { name: 'Lowered' }, lesser), 403, 'FORBIDDEN')
    assertForetold(seen.permitted.delete, await kontor().delete(user, lesser), 'delete user')
    const { id } = await create(kontor(), '/roles', { name: 'greater', permissions: { items: { can: ['read'] } } })
    const role = await seenAt(kontor(), `/roles/${id}`, lesser)
    assert.deepEqual(role.permitted.edit, [])
    assertRefused(await kontor().put(`/roles/${id}`, { description: 'Mine' }, lesser), 403, 'FORBIDDEN')
    assertForetold(role.permitted.delete, await kontor().delete(`/roles/${id}`, lesser), 'delete role')
  })

  test('of a role: shipped ones stay, used ones stay, and a key changes none', async () => {
    const free = await create(kontor(), '/roles', { name: 'free', permissions: {} })
    const used = await create(kontor(), '/roles', { name: 'used', permissions: {} })
    await addUser(kontor().engine, 'used')
    const [shipped] = (await kontor().get('/roles?name=viewer')).body.data
    const key = await byKey()
    for (const { id, name } of [shipped, used, free]) {
      const address = `/roles/${id}`
      const { permitted } = await seenAt(kontor(), address)
      assert.deepEqual(permitted.edit, [
        ...(name === 'viewer' ? [] : ['description', 'permissions']),
        ...['requiresSecondFactor', 'secondFactorGraceDays'],
      ])
      const change = await kontor().put(address, { description: 'Changed' })
      assert.equal(change.status === 200, permitted.edit.includes('description'), change.text)
      assert.equal(permitted.delete.offered, name === 'free')
      const byKeyOnly = (await seenAt(kontor(), address, key)).permitted
      assert.deepEqual([byKeyOnly.edit, byKeyOnly.delete.code], [[], 'FORBIDDEN'])
      assertForetold(permitted.delete, await kontor().delete(address), name)
    }
  })

  test('of an API key: one that was replaced or has expired cannot be rotated', async () => {
    const rotated = async (id: string, options?: CallOptions) => {
      const { permitted } = await seenAt(kontor(), `/api-keys/${id}`, options)
      const answer = await kontor().post(`/api-keys/${id}/rotate`, {}, options)
      assertForetold(permitted.actions.rotate, answer, 'rotate')
      return permitted.actions.rotate!
    }
    const { id } = await createKey(kontor())
    assert.equal((await rotated(id)).allowed, true)
    assert.equal((await rotated(id)).code, 'DOCUMENT_LOCKED')
    const short = await createKey(kontor(), { expiresAt: new Date(Date.now() + DAY_MS).toISOString() })
    assert.equal((await rotated(short.id, await byKey())).code, 'FORBIDDEN')
    kontor().advance(2 * DAY_MS)
    const { token } = (await kontor().login('admin@kontor.local', 'a-password-for-tests')).body.data
    assert.equal((await rotated(short.id, { token })).code, 'DOCUMENT_LOCKED')
    kontor().advance(-2 * DAY_MS)
  })

  test('of an API key of another user: neither a change nor a rotation, for a role that manages no users', async () => {
    const options = await withRole({ 'api-keys': { can: WRITING } })
    const { id } = await createKey(kontor())
    const address = `/api-keys/${id}`
    const { permitted } = await seenAt(kontor(), address, options)
    assert.deepEqual(permitted.edit, [])
    assertRefused(await kontor().put(address, { name: 'Mine' }, options), 403, 'FORBIDDEN')
    assertForetold(permitted.actions.rotate, await kontor().post(`${address}/rotate`, {}, options), 'rotate')
    assertForetold(permitted.delete, await kontor().delete(address, options), 'delete')
  })

  test('of an app: a public one has no secret, and its kind is fixed', async () => {
    for (const isPublic of [true, false]) {
      const body = { name: 'App', redirectUris: ['https://app.example/back'], scopes: ['read'], isPublic }
      const { id } = await create(kontor(), '/oauth-clients', body)
      const address = `/oauth-clients/${id}`
      const { permitted } = await seenAt(kontor(), address)
      const rotated = await kontor().post(`${address}/rotate-secret`)
      assertForetold(permitted.actions['rotate-secret'], rotated, `public: ${isPublic}`)
      assert.ok(permitted.edit.includes('name') && !permitted.edit.includes('isPublic'))
      assertInvalid(await kontor().put(address, { isPublic: !isPublic }), 'isPublic')
      assertForetold(permitted.delete, await kontor().delete(address), 'delete')
    }
  })

  test('of the settings: the currency, until there is a document', async () => {
    const before = await seenAt(kontor(), '/settings')
    assert.ok(before.permitted.edit.includes('currency'))
    assert.equal((await kontor().put('/settings', { currency: 'CHF' })).status, 200)
    const item = await create(kontor(), '/items', { itemCode: 'FIRST', itemName: 'First' })
    const customer = await create(kontor(), '/customers', { name: 'First' })
    await create(kontor(), '/invoices', { customer: customer.id, items: [{ item: item.id, quantity: 1 }] })
    const { permitted } = await seenAt(kontor(), '/settings')
    assert.ok(!permitted.edit.includes('currency') && permitted.edit.includes('companyName'))
    assertRefused(await kontor().put('/settings', { currency: 'EUR' }), 422, 'DOCUMENT_LOCKED')
  })

  test('of an import: it runs again when it has come to an end', async () => {
    const csv = 'Item code,Item name\nIMPORTED,Imported\n'
    const { id } = await create(kontor(), '/imports', { resource: 'items', csv })
    for (;;) {
      const { permitted, record } = await seenAt(kontor(), `/imports/${id}`)
      assert.equal(permitted.actions.cancel!.allowed, true)
      if (record.status === 'checked') {
        assert.deepEqual([permitted.actions.run, permitted.delete.allowed], [{ allowed: true }, true])
        break
      }
      assert.equal(permitted.actions.run!.code, 'DOCUMENT_LOCKED')
      assert.equal(permitted.delete.code, 'DOCUMENT_LOCKED')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.equal((await kontor().post(`/imports/${id}/run`, { dryRun: false })).status, 200)
  })
})
