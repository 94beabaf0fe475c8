import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { askForKey, createKey, withKey } from '../support/keys.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, addUser, type Person, signedIn } from '../support/people.ts'
import { assertRefused, leavingAsItWas, read } from '../support/records.ts'

const ALL = ['read', 'write', 'delete', 'admin']

onEveryDatabase('No key allows more than its creator may do:', (kind) => {
  const kontor = kontorFor(kind)
  let clerk: Person
  before(async () => {
    const permissions = {
      'api-keys': { can: ['read', 'create', 'update', 'delete'] },
      items: { can: ['read'] },
    } as const
    clerk = await signedIn(kontor(), await addRole(kontor().engine, permissions))
  })
  const asClerk = () => ({ token: clerk.token })
  const refused = (more: object, options: CallOptions) =>
    leavingAsItWas(kontor(), 'api-keys', async () =>
      assertRefused(await askForKey(kontor(), more, options), 403, 'FORBIDDEN'),
    )

  test('a user who may create keys creates them for themselves, within their role', async () => {
    const key = await createKey(kontor(), { scopes: ['read', 'write', 'delete'] }, asClerk())
    assert.equal(key.owner, clerk.id)
    assert.equal((await kontor().get('/items', withKey(key))).status, 200)
    assertRefused(await kontor().get('/customers', withKey(key)), 403, 'FORBIDDEN')
  })

  test('only an administrator gives a key the scope admin', async () => {
    await refused({ scopes: ['admin'] }, asClerk())
    await refused({ scopes: ['read', 'admin'] }, asClerk())
    const { id } = await createKey(kontor(), {}, asClerk())
    const answer = await kontor().put(`/api-keys/${id}`, { scopes: ['read', 'admin'] }, asClerk())
    assertRefused(answer, 403, 'FORBIDDEN')
    assert.deepEqual((await read(kontor(), `/api-keys/${id}`)).scopes, ['read'])
  })

  test('only an administrator creates a key for another user', async () => {
    const { id: admin } = await addUser(kontor().engine, 'admin')
    const { id: equal } = await addUser(kontor().engine, clerk.role)
    for (const owner of [admin, equal]) await refused({ owner }, asClerk())
    const { id } = await createKey(kontor(), {}, asClerk())
    assertRefused(await kontor().put(`/api-keys/${id}`, { owner: admin }, asClerk()), 403, 'FORBIDDEN')
    assert.equal((await createKey(kontor(), { owner: admin, scopes: ALL })).owner, admin)
  })

  test('a key of another user is neither changed nor rotated without the rights of an administrator', async () => {
    const { id } = await createKey(kontor(), { scopes: ALL, allowedIps: ['203.0.113.7'] })
    assertRefused(await kontor().put(`/api-keys/${id}`, { allowedIps: [] }, asClerk()), 403, 'FORBIDDEN')
    assertRefused(await kontor().post(`/api-keys/${id}/rotate`, {}, asClerk()), 403, 'FORBIDDEN')
    const { allowedIps, replacedBy } = await read(kontor(), `/api-keys/${id}`)
    assert.deepEqual([allowedIps, replacedBy], [['203.0.113.7'], null])
  })

  test('a user who manages users and keys, but not everything, cannot create a key for a user who may do more', async () => {
    const role = await addRole(kontor().engine, {
      'api-keys': { can: ['read', 'create', 'manage'] },
      users: { can: ['manage'] },
      items: { can: ['read'] },
    })
    const { token } = await signedIn(kontor(), role)
    const [{ id: admin }, { id: viewer }] = [
      await addUser(kontor().engine, 'admin'),
      await addUser(kontor().engine, 'viewer'),
    ]
    for (const owner of [admin, viewer]) await refused({ owner }, { token })
    const { id: equal } = await addUser(kontor().engine, role)
    assert.equal((await createKey(kontor(), { owner: equal }, { token })).owner, equal)
  })

  test('a key cannot create a key, not even one with fewer scopes or for fewer resources (403)', async () => {
    const resources = { 'api-keys': ['admin'], items: ['read'] }
    for (const more of [{ scopes: ['admin', 'read'] }, { scopes: ALL, resources }]) {
      const key = withKey(await createKey(kontor(), more))
      await refused({ scopes: ['read'] }, key)
      await refused({ scopes: ['read'], resources: { items: ['read'] } }, key)
    }
  })

  test('a key cannot widen itself', async () => {
    const { id, key } = await createKey(kontor(), { scopes: ['admin'] })
    const widened = await kontor().put(`/api-keys/${id}`, { scopes: ALL }, withKey({ key }))
    assertRefused(widened, 403, 'FORBIDDEN')
    assertRefused(await kontor().get('/items', withKey({ key })), 403, 'INSUFFICIENT_SCOPE')
  })
})
