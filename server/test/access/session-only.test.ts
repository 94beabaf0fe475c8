import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, addUser, PASSWORD, signedIn, signIn } from '../support/people.ts'
import { assertRefused, create, leavingAsItWas, read } from '../support/records.ts'

const ALL = ['read', 'write', 'delete', 'admin']
const ONLY_A_PERSON = /^Only a signed-in person can .+; an API key or app cannot\.$/
const CALLBACK = 'https://app.example.com/callback'

const byName = (results: readonly { error: { code: string } }[]) => results.map(({ error }) => error?.code)

onEveryDatabase('An API key with every scope', (kind) => {
  const kontor = kontorFor(kind)
  let ownerId: string
  let key: CallOptions
  before(async () => {
    const owner = await signedIn(kontor(), 'admin')
    ownerId = owner.id
    key = withKey(await createKey(kontor(), { scopes: ALL }, { token: owner.token }))
  })
  const refused = (answer: Answer, code = 'FORBIDDEN') => {
    assertRefused(answer, 403, code)
    assert.match(answer.body.error.message, ONLY_A_PERSON)
  }
  const put = (id: string, body: object) => kontor().put(`/users/${id}`, body, key)

  test('cannot set a password, neither of its owner nor of another user (403)', async () => {
    const { email } = await read(kontor(), `/users/${ownerId}`)
    const other = await addUser(kontor().engine, 'viewer')
    for (const id of [ownerId, other.id]) {
      for (const password of ['a fresh password', null]) {
        const answer = await put(id, { password })
        refused(answer, 'FIELD_NOT_PERMITTED')
        assert.deepEqual(
          answer.body.error.details.map(({ field }: { field: string }) => field),
          ['password'],
        )
      }
    }
    assertRefused(await kontor().login(email, 'a fresh password'), 401, 'INVALID_CREDENTIALS')
    for (const address of [email, other.email]) assert.equal((await kontor().login(address, PASSWORD)).status, 200)
  })

  test('cannot change the e-mail address, role or type of a user (403)', async () => {
    const user = await addUser(kontor().engine, 'viewer', { passwordHash: null })
    for (const change of [{ email: 'mine@example.com' }, { role: 'sales' }, { type: 'service' }])
      refused(await put(user.id, change), 'FIELD_NOT_PERMITTED')
    const { email, role, type, version } = await read(kontor(), `/users/${user.id}`)
    assert.deepEqual([email, role, type, version], [user.email, 'viewer', 'user', 1])
  })

  test('cannot create a user, with or without a password (403)', async () => {
    const body = { email: 'made.by.key@example.com', name: 'Made by a key', role: 'viewer' }
    await leavingAsItWas(kontor(), 'users', async () => {
      for (const more of [{}, { password: PASSWORD }, { type: 'service' }])
        refused(await kontor().post('/users', { ...body, ...more }, key))
    })
  })

  test('can deactivate a user, and cannot activate the user again (403)', async () => {
    const person = await signedIn(kontor(), 'viewer')
    assert.equal((await put(person.id, { isActive: false })).status, 200)
    assertRefused(await kontor().get('/items', { token: person.token }), 401, 'INVALID_TOKEN')
    refused(await put(person.id, { isActive: true }), 'FIELD_NOT_PERMITTED')
    assert.equal((await read(kontor(), `/users/${person.id}`)).isActive, false)
    assert.equal((await kontor().put(`/users/${person.id}`, { isActive: true })).status, 200)
  })

  test('can rename a user, and can send a user back as it was read', async () => {
    const { id } = await addUser(kontor().engine, 'viewer')
    const { body } = await kontor().get(`/users/${id}`, key)
    const answer = await put(id, { ...body.data, name: 'New name' })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.name, 'New name')
  })

  test('can delete a user who has never done anything', async () => {
    const { id } = await addUser(kontor().engine, 'viewer')
    assert.equal((await kontor().delete(`/users/${id}`, key)).status, 204)
  })

  test('cannot create, change or delete a role (403)', async () => {
    const permissions = { items: { can: ['read'] } }
    const name = await addRole(kontor().engine, permissions as never)
    const [{ id }] = (await kontor().get(`/roles?name=${name}`)).body.data
    await leavingAsItWas(kontor(), 'roles', async () => {
      refused(await kontor().post('/roles', { name: 'made-by-key', permissions }, key))
      refused(await kontor().put(`/roles/${id}`, { permissions: { items: { can: ['read', 'update'] } } }, key))
      refused(await kontor().delete(`/roles/${id}`, key))
    })
    assert.equal((await read(kontor(), `/roles/${id}`)).version, 1)
  })

  test('cannot create, change, prolong or rotate an API key, nor itself (403), and can revoke one', async () => {
    const { id } = await createKey(kontor())
    const own = (await kontor().get(`/api-keys?owner=${ownerId}`)).body.data[0].id
    await leavingAsItWas(kontor(), 'api-keys', async () => {
      refused(await kontor().post('/api-keys', { name: 'Another', scopes: ['read'] }, key))
      for (const target of [id, own]) {
        const expiresAt = new Date(Date.now() + 300 * 86_400_000).toISOString()
        for (const change of [{ expiresAt }, { scopes: ALL }, { owner: ownerId }, { allowedIps: [] }])
          refused(await kontor().put(`/api-keys/${target}`, change, key))
        refused(await kontor().post(`/api-keys/${target}/rotate`, {}, key))
      }
    })
    assert.equal((await kontor().delete(`/api-keys/${id}`, key)).status, 204)
  })

  test('cannot create or change an app or its secret (403), and can delete one', async () => {
    const app = { name: 'App', redirectUris: [CALLBACK], scopes: ['read'] }
    const { id } = await create(kontor(), '/oauth-clients', app)
    await leavingAsItWas(kontor(), 'oauth-clients', async () => {
      refused(await kontor().post('/oauth-clients', app, key))
      refused(await kontor().put(`/oauth-clients/${id}`, { scopes: ALL }, key))
      refused(await kontor().post(`/oauth-clients/${id}/rotate-secret`, undefined, key))
    })
    assert.equal((await kontor().delete(`/oauth-clients/${id}`, key)).status, 204)
  })

  test('can do in bulk no more than to one record', async () => {
    const { id, email } = await addUser(kontor().engine, 'viewer', { isActive: false })
    const bulk = (resource: string, body: object) => kontor().post(`/${resource}/bulk`, body, key)
    const update = (input: object) => bulk('users', { action: 'update', ids: [id], input })
    refused(await update({ password: PASSWORD }), 'FIELD_NOT_PERMITTED')
    for (const input of [{ email: 'bulk@example.com' }, { role: 'sales' }, { isActive: true }]) {
      const { status, body, text } = await update(input)
      assert.equal(status, 200, text)
      assert.deepEqual(byName(body.data.results), ['FIELD_NOT_PERMITTED'])
    }
    const after = await read(kontor(), `/users/${id}`)
    assert.deepEqual([after.email, after.role, after.isActive, after.version], [email, 'viewer', false, 1])
    refused(await bulk('roles', { action: 'delete', filter: 'isShipped=false' }))
    refused(await bulk('api-keys', { action: 'update', filter: '', input: { scopes: ALL } }))
    refused(await bulk('oauth-clients', { action: 'update', filter: '', input: { scopes: ALL } }))
  })

  test('cannot import users, roles, API keys or apps (422)', async () => {
    for (const resource of ['users', 'roles', 'api-keys', 'oauth-clients']) {
      const answer = await kontor().post('/imports', { resource, csv: 'name\nImported\n' }, key)
      assertRefused(answer, 422, 'VALIDATION_ERROR')
    }
  })

  test('reads in the description of a resource what only a signed-in person can do', async () => {
    const users = (await kontor().get('/resources/users', key)).body.data
    assert.deepEqual(users.readOnlyFields, ['email', 'role', 'type', 'password'])
    const isAllowed = (description: { actions: { name: string; isAllowed: boolean }[] }, name: string) =>
      description.actions.find((action) => action.name === name)!.isAllowed
    assert.deepEqual([isAllowed(users, 'create'), isAllowed(users, 'update')], [false, true])
    const inPerson = (await kontor().get('/resources/users')).body.data
    assert.deepEqual([inPerson.readOnlyFields, isAllowed(inPerson, 'create')], [[], true])
  })
})

onEveryDatabase('Changing the owner of an API key', (kind) => {
  const kontor = kontorFor(kind)
  const clerk = async () => {
    const role = await addRole(kontor().engine, { 'api-keys': { can: ['read', 'create', 'update', 'delete'] } })
    return signedIn(kontor(), role)
  }

  test('is refused to a user who may not act for the present owner (403)', async () => {
    const { id: me, token } = await clerk()
    const { id, owner } = await createKey(kontor(), { scopes: ['read', 'write'] })
    assertRefused(await kontor().put(`/api-keys/${id}`, { owner: me }, { token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().put(`/api-keys/${id}`, { owner: me, name: 'Mine' }, { token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().post(`/api-keys/${id}/rotate`, {}, { token }), 403, 'FORBIDDEN')
    const after = await read(kontor(), `/api-keys/${id}`)
    assert.deepEqual([after.owner, after.version], [owner, 1])
  })

  test('is possible for an administrator, also away from an owner who is inactive', async () => {
    const { id: gone, email } = await addUser(kontor().engine, 'viewer')
    const { id } = await createKey(kontor(), { owner: gone })
    await signIn(kontor(), email)
    assert.equal((await kontor().put(`/users/${gone}`, { isActive: false })).status, 200)
    const { id: next } = await addUser(kontor().engine, 'viewer')
    const answer = await kontor().put(`/api-keys/${id}`, { owner: next })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.owner, next)
  })

  test('does not limit revoking: a user with the right to delete keys revokes the key of another', async () => {
    const { token } = await clerk()
    const { id } = await createKey(kontor())
    assert.equal((await kontor().delete(`/api-keys/${id}`, { token })).status, 204)
  })
})
