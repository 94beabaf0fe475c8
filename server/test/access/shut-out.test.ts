import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { ADMIN, type Answer, kontorFor } from '../support/kontor.ts'
import { addUser, changeUser, PASSWORD, signedIn } from '../support/people.ts'
import { assertRefused, create, itemBody, read, times } from '../support/records.ts'
import { twoNodesFor } from '../support/two-nodes.ts'

onEveryDatabase('On every node, from the next request on,', (kind) => {
  const nodes = twoNodesFor(kind)

  test('a deactivated user is refused: session, refresh token and key', async () => {
    const [here, there] = nodes()
    const { id, token, refreshToken } = await signedIn(there, 'viewer')
    const key = await createKey(here, { owner: id })
    for (const node of nodes()) {
      assert.equal((await node.get('/items', { token })).status, 200)
      assert.equal((await node.get('/items', withKey(key))).status, 200)
    }
    assert.equal((await here.put(`/users/${id}`, { isActive: false })).status, 200)
    for (const node of nodes()) {
      assertRefused(await node.get('/items', { token }), 401, 'INVALID_TOKEN')
      assertRefused(await node.get('/items', withKey(key)), 401, 'INVALID_API_KEY')
      const refreshed = await node.post('/auth/refresh', { refreshToken }, { token: null })
      assertRefused(refreshed, 401, 'INVALID_REFRESH_TOKEN')
    }
  })

  test('a user who became a service is refused but for the key, also with a password that was right', async () => {
    const [here, there] = nodes()
    const { id, email, token, refreshToken } = await signedIn(there, 'viewer')
    const key = await createKey(here, { owner: id })
    await changeUser(here.engine, id, { type: 'service' })
    for (const node of nodes()) {
      assertRefused(await node.get('/items', { token }), 401, 'INVALID_TOKEN')
      assert.equal((await node.get('/items', withKey(key))).status, 200)
      assertRefused(await node.login(email, PASSWORD), 401, 'INVALID_CREDENTIALS')
      const refreshed = await node.post('/auth/refresh', { refreshToken }, { token: null })
      assertRefused(refreshed, 401, 'INVALID_REFRESH_TOKEN')
    }
  })

  test('a reactivated user can use their keys again, and must sign in again', async () => {
    const [here, there] = nodes()
    const { id, email, token } = await signedIn(here, 'viewer')
    const key = await createKey(here, { owner: id })
    await here.put(`/users/${id}`, { isActive: false })
    assertRefused(await there.login(email, PASSWORD), 401, 'INVALID_CREDENTIALS')
    await here.put(`/users/${id}`, { isActive: true })
    assertRefused(await there.get('/items', { token }), 401, 'INVALID_TOKEN')
    assert.equal((await there.get('/items', withKey(key))).status, 200)
    assert.equal((await there.login(email, PASSWORD)).status, 200)
  })

  test('a changed role applies to sessions and keys', async () => {
    const [here, there] = nodes()
    const { id, token } = await signedIn(there, 'manager')
    const key = await createKey(here, { owner: id, scopes: ['read', 'write'] })
    const posts = () => [there.post('/items', itemBody(), { token }), there.post('/items', itemBody(), withKey(key))]
    for (const answer of await Promise.all(posts())) assert.equal(answer.status, 201, answer.text)
    assert.equal((await here.put(`/users/${id}`, { role: 'viewer' })).status, 200)
    for (const answer of await Promise.all(posts())) assertRefused(answer, 403, 'FORBIDDEN')
    assert.equal((await there.get('/items', { token })).status, 200)
  })

  test('a role that is lowered or widened is so for all users who have it', async () => {
    const [here, there] = nodes()
    const permissions = { items: { can: ['read', 'create'] } }
    const role = await create(here, '/roles', { name: 'stock clerk', permissions })
    const { token } = await signedIn(there, role.name)
    const post = () => there.post('/items', itemBody({ costPrice: 3 }), { token })
    assert.equal((await post()).status, 201)
    const change = (items: object) => here.put(`/roles/${role.id}`, { permissions: { items } })
    await change({ can: ['read', 'create'], hidden: ['costPrice'] })
    assertRefused(await post(), 403, 'FIELD_NOT_PERMITTED')
    await change({ can: ['read'] })
    assertRefused(await post(), 403, 'FORBIDDEN')
    await change({ can: ['read', 'create'] })
    assert.equal((await post()).status, 201)
  })

  test('a revoked key is refused', async () => {
    const [here, there] = nodes()
    const key = await createKey(here)
    assert.equal((await there.get('/items', withKey(key))).status, 200)
    assert.equal((await here.delete(`/api-keys/${key.id}`)).status, 204)
    for (const node of nodes()) assertRefused(await node.get('/items', withKey(key)), 401, 'INVALID_API_KEY')
  })

  test('a user who signs out is signed out', async () => {
    const [here, there] = nodes()
    const { token, refreshToken } = await signedIn(here, 'viewer')
    for (const node of nodes()) assert.equal((await node.get('/items', { token })).status, 200)
    assert.equal((await there.post('/auth/logout', undefined, { token })).status, 204)
    for (const node of nodes()) {
      assertRefused(await node.get('/items', { token }), 401, 'INVALID_TOKEN')
      const refreshed = await node.post('/auth/refresh', { refreshToken }, { token: null })
      assertRefused(refreshed, 401, 'INVALID_REFRESH_TOKEN')
    }
  })
})

onEveryDatabase('The last administrator who can sign in', (kind) => {
  const kontor = kontorFor(kind)
  const adminId = async () => (await read(kontor(), '/auth/me')).id
  const refusal = (answer: Answer) => {
    assertRefused(answer, 422, 'DOCUMENT_LOCKED')
    assert.match(answer.body.error.message, /last administrator who can sign in/)
  }

  test('cannot be demoted, deactivated, made a service or deleted, not even by a key with every right', async () => {
    const { id: owner } = await addUser(kontor().engine, 'admin', { type: 'service', passwordHash: null })
    const key = withKey(await createKey(kontor(), { owner, scopes: ['read', 'write', 'delete', 'admin'] }))
    const path = `/users/${await adminId()}`
    for (const change of [{ role: 'viewer' }, { type: 'service', password: null }])
      assertRefused(await kontor().put(path, change, key), 403, 'FIELD_NOT_PERMITTED')
    refusal(await kontor().put(path, { isActive: false }, key))
    refusal(await kontor().delete(path, key))
    assert.equal((await kontor().login(ADMIN.email, ADMIN.password)).status, 200)
  })

  test('does not count inactive users', async () => {
    const other = await signedIn(kontor(), 'admin')
    const id = await adminId()
    assert.equal((await kontor().put(`/users/${other.id}`, { isActive: false })).status, 200)
    const { id: owner } = await addUser(kontor().engine, 'admin', { type: 'service', passwordHash: null })
    const key = withKey(await createKey(kontor(), { owner, scopes: ['admin'] }))
    refusal(await kontor().put(`/users/${id}`, { isActive: false }, key))
  })

  test('can change their own name, and with the current password their e-mail address and password', async () => {
    assert.equal((await kontor().put(`/users/${await adminId()}`, { name: 'Chief' })).status, 200)
    const email = { currentPassword: ADMIN.password, email: 'chief@example.com' }
    assert.equal((await kontor().post('/auth/email', email)).status, 204)
    const password = { currentPassword: ADMIN.password, newPassword: 'another good password' }
    assert.equal((await kontor().post('/auth/password', password)).status, 204)
    assert.equal((await kontor().login('chief@example.com', 'another good password')).status, 200)
  })
})

onEveryDatabase('Two administrators on two nodes', (kind) => {
  const nodes = twoNodesFor(kind)

  for (const [title, change] of [
    ['deactivate each other', { isActive: false }],
    ['demote each other', { role: 'viewer' }],
  ] as const) {
    test(`who ${title} concurrently do not both succeed`, async () => {
      const [here, there] = nodes()
      for (let round = 0; round < 5; round++) {
        const [anna, ben] = [await signedIn(here, 'admin'), await signedIn(here, 'admin')]
        // No third administrator is left: the first one is deactivated during the race.
        const first = (await read(here, '/auth/me')).id
        await changeUser(here.engine, first, { isActive: false })
        const answers = await Promise.all([
          here.put(`/users/${ben.id}`, change, { token: anna.token }),
          there.put(`/users/${anna.id}`, change, { token: ben.token }),
        ])
        await changeUser(here.engine, first, { isActive: true })
        const succeeded = answers.filter(({ status }) => status === 200)
        assert.equal(succeeded.length, 1, answers.map(({ text }) => text).join('\n'))
        const { body } = await here.get('/users?role=admin&isActive=true')
        assert.equal(body.meta.total, 2)
        for (const { id } of body.data) if (id !== first) await here.put(`/users/${id}`, { isActive: false })
      }
    })
  }

  test('who deactivate each other in a circle leave at least one administrator', async () => {
    const [here, there] = nodes()
    const others = await times(4, () => signedIn(here, 'admin'))
    const first = (await read(here, '/auth/me')).id
    await changeUser(here.engine, first, { isActive: false })
    const answers = await Promise.all(
      others.map(({ token }, index) => {
        const next = others[(index + 1) % others.length]!
        return (index % 2 ? here : there).put(`/users/${next.id}`, { isActive: false }, { token })
      }),
    )
    await changeUser(here.engine, first, { isActive: true })
    const left = (await here.get('/users?role=admin&isActive=true')).body.data
    assert.ok(left.length > 1, answers.map(({ status }) => status).join())
  })
})
