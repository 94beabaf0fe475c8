import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog, deedsOf, trailOf } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { addRole, addUser, callFrom, changeUser, PASSWORD, signedIn, signIn } from '../support/people.ts'
import { createItem, itemBody } from '../support/records.ts'
import { DAY, stoppedKontorFor } from '../support/stopped-clock.ts'

onEveryDatabase('The audit log records', (kind) => {
  const kontor = kontorFor(kind)
  const only = async (answer: Answer) => {
    const entries = await trailOf(kontor(), answer)
    assert.equal(entries.length, 1, JSON.stringify(entries))
    return entries[0]
  }
  const login = (body: object) => callFrom(kontor().app.server, '203.0.113.7', 'POST', '/auth/login', { body })

  test('a sign-in, with its address', async () => {
    const { id, email } = await addUser(kontor().engine, 'viewer')
    const entry = await only(await login({ email, password: PASSWORD }))
    assert.deepEqual([entry.action, entry.resource, entry.recordId], ['login', 'users', id])
    assert.deepEqual([entry.address, entry.operation], ['203.0.113.7', 'sessions.login'])
    assert.ok(!JSON.stringify(entry).includes(PASSWORD))
  })

  test('a failed sign-in, whether or not there is such a user, without the password', async () => {
    const { id, email } = await addUser(kontor().engine, 'viewer')
    const known = await only(await login({ email, password: 'a wrong one of mine' }))
    assert.deepEqual([known.action, known.recordId, known.changes.email], ['login-failed', id, [null, email]])
    const unknown = await only(await login({ email: 'ghost@example.com', password: 'a wrong one of mine' }))
    assert.deepEqual([unknown.action, unknown.recordId], ['login-failed', null])
    assert.deepEqual(unknown.changes.email, [null, 'ghost@example.com'])
    for (const entry of [known, unknown]) assert.ok(!JSON.stringify(entry).includes('a wrong one'))
  })

  test('a sign-out, and who ended whose session', async () => {
    const person = await signedIn(kontor(), 'viewer')
    await signIn(kontor(), person.email)
    const others = await only(await kontor().delete('/auth/sessions', { token: person.token }))
    assert.deepEqual([others.action, others.recordId, others.actor], ['logout', person.id, person.id])
    const out = await only(await kontor().post('/auth/logout', undefined, { token: person.token }))
    assert.deepEqual([out.action, out.actor, out.changes], ['logout', person.id, { reason: [null, 'signed out'] }])
    const shut = await signedIn(kontor(), 'viewer')
    const entries = await trailOf(kontor(), await kontor().put(`/users/${shut.id}`, { isActive: false }))
    assert.deepEqual(deedsOf(entries), ['logout users', 'update users'])
  })

  test('a refresh token that was used twice', async () => {
    const { id, refreshToken } = await signedIn(kontor(), 'viewer')
    const refresh = (token: string) => kontor().post('/auth/refresh', { refreshToken: token }, { token: null })
    const { body } = await refresh(refreshToken)
    await refresh(body.data.refreshToken)
    const reused = await refresh(refreshToken)
    assert.equal(reused.body.error.code, 'REFRESH_TOKEN_REUSED')
    const entries = await trailOf(kontor(), reused)
    assert.deepEqual(deedsOf(entries), ['logout users', 'refresh-reused users'])
    for (const { recordId } of entries) assert.equal(recordId, id)
  })

  test('nothing for a normal refresh', async () => {
    const { refreshToken } = await signedIn(kontor(), 'viewer')
    const refreshed = await kontor().post('/auth/refresh', { refreshToken }, { token: null })
    assert.equal(refreshed.status, 200)
    assert.deepEqual(await trailOf(kontor(), refreshed), [])
  })

  test("the change of a user's own password, without the password", async () => {
    const { token, id } = await signedIn(kontor(), 'viewer')
    const body = { currentPassword: PASSWORD, newPassword: 'mine and new' }
    const entry = await only(await kontor().post('/auth/password', body, { token }))
    assert.deepEqual([entry.action, entry.recordId, entry.actor], ['update', id, id])
    assert.deepEqual(entry.changes, { passwordHash: ['[secret]', '[secret]'] })
  })

  test('what a role, a scope or a field rule refused: the user, the action, and the record', async () => {
    const { id, token } = await signedIn(kontor(), 'sales')
    const item = await createItem(kontor())
    const refusals: readonly (readonly [Answer, string, string | null, string])[] = [
      [await kontor().post('/items', itemBody(), { token }), 'items.create', null, 'FORBIDDEN'],
      [await kontor().delete(`/items/${item.id}`, { token }), 'items.delete', item.id, 'FORBIDDEN'],
      [await kontor().get('/items?sort=costPrice', { token }), 'items.list', null, 'FIELD_NOT_PERMITTED'],
      [await kontor().get('/users', { token }), 'users.list', null, 'FORBIDDEN'],
    ]
    for (const [answer, operation, recordId, code] of refusals) {
      assert.equal(answer.status, 403)
      const entry = await only(answer)
      assert.deepEqual(
        [entry.action, entry.operation, entry.recordId, entry.actor],
        ['refused', operation, recordId, id],
      )
      assert.equal(entry.changes.code[1], code)
    }
    const key = await createKey(kontor())
    const scope = await only(await kontor().post('/items', itemBody(), withKey(key)))
    assert.deepEqual([scope.action, scope.credential, scope.changes.code[1]], ['refused', key.id, 'INSUFFICIENT_SCOPE'])
  })

  test('a refusal inside an action, and nothing that the action had done before', async () => {
    const role = await addRole(kontor().engine, { users: { can: ['read', 'create'] } })
    const { token } = await signedIn(kontor(), role)
    const body = { email: 'rising@example.com', name: 'R', role: 'admin' }
    const answer = await kontor().post('/users', body, { token })
    assert.deepEqual(deedsOf(await trailOf(kontor(), answer)), ['refused users'])
  })

  test('a request with the key of an inactive user', async () => {
    const { id: owner } = await addUser(kontor().engine, 'viewer')
    const key = await createKey(kontor(), { owner })
    await changeUser(kontor().engine, owner, { isActive: false })
    const entry = await only(await kontor().get('/items', withKey(key)))
    assert.deepEqual([entry.action, entry.credential, entry.changes.code[1]], ['refused', key.id, 'INVALID_API_KEY'])
  })

  test('what the service did at its first start, without an actor', async () => {
    const entries = await auditLog(kontor(), 'resource=roles&action=create')
    const shipped = entries.filter(({ changes }) => changes.isShipped?.[1] === true)
    assert.equal(shipped.length, 6)
    for (const { actor, credential } of shipped) assert.deepEqual([actor, credential], [null, null])
  })
})

onEveryDatabase('The audit log records, as time passes,', (kind) => {
  const kontor = stoppedKontorFor(kind)

  test('the use of an expired key', async () => {
    const operator = withKey(await createKey(kontor(), { scopes: ['admin'] }))
    const key = await createKey(kontor(), { expiresAt: new Date(kontor.now() + DAY).toISOString() })
    kontor.advance(2 * DAY)
    const answer = await kontor().get('/items', withKey(key))
    assert.equal(answer.body.error.code, 'API_KEY_EXPIRED')
    const [entry, ...others] = await auditLog(kontor(), `requestId=${answer.headers['x-request-id']}`, operator)
    assert.deepEqual(others, [])
    assert.deepEqual([entry.action, entry.credential, entry.changes.code[1]], ['refused', key.id, 'API_KEY_EXPIRED'])
    assert.equal(Date.parse(entry.createdAt), kontor.now())
  })
})
