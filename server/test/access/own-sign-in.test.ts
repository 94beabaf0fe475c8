import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Answer, kontorFor } from '../support/kontor.ts'
import { addRole, addUser, changeUser, PASSWORD, type Person, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, read } from '../support/records.ts'

onEveryDatabase('An administrator', (kind) => {
  const kontor = kontorFor(kind)
  let me: Person
  before(async () => {
    me = await signedIn(kontor(), 'admin')
  })
  const put = (body: object) => kontor().put(`/users/${me.id}`, body, { token: me.token })
  const refused = (answer: Answer, field: string, endpoint: RegExp) => {
    assertRefused(answer, 403, 'FIELD_NOT_PERMITTED')
    assert.match(answer.body.error.message, endpoint)
    assert.equal(answer.body.error.details[0].field, field)
  }

  test('cannot set their own password through /users, which does not ask for the current one (403)', async () => {
    for (const password of ['an entirely new one', PASSWORD, null])
      refused(
        await put({ password }),
        'password',
        /^Change your own password in "Your account"; it needs your current password\.$/,
      )
    assert.equal((await kontor().login(me.email, PASSWORD)).status, 200)
  })

  test('cannot change their own e-mail address through /users (403)', async () => {
    refused(
      await put({ email: 'new.address@example.com' }),
      'email',
      /^Change your own e-mail address in "Your account"; it needs your current password\.$/,
    )
    assert.equal((await read(kontor(), `/users/${me.id}`)).email, me.email)
  })

  test('cannot do either in bulk', async () => {
    for (const input of [{ password: 'an entirely new one' }, { email: 'new.address@example.com' }]) {
      const body = { action: 'update', ids: [me.id], input }
      const { status, body: answer, text } = await kontor().post('/users/bulk', body, { token: me.token })
      assert.equal(status, 200, text)
      assert.equal(answer.data.results[0].error.code, 'FIELD_NOT_PERMITTED')
    }
    assert.equal((await kontor().login(me.email, PASSWORD)).status, 200)
  })

  test('changes their own name there, and sends the address back as it was', async () => {
    const answer = await put({ name: 'Another name', email: me.email.toUpperCase() })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.name, 'Another name')
  })

  test('sets the password and the e-mail address of another user', async () => {
    const { id } = await addUser(kontor().engine, 'viewer')
    const change = { password: 'an entirely new one', email: 'another.address@example.com' }
    const answer = await kontor().put(`/users/${id}`, change, { token: me.token })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await kontor().login(change.email, change.password)).status, 200)
  })
})

onEveryDatabase('POST /auth/email', (kind) => {
  const kontor = kontorFor(kind)
  const change = (token: string, email: string, currentPassword = PASSWORD) =>
    kontor().post('/auth/email', { email, currentPassword }, { token })

  test('changes the own e-mail address with the current password', async () => {
    const me = await signedIn(kontor(), 'admin')
    const { status, text } = await change(me.token, 'My.New.Address@example.com')
    assert.equal(status, 204, text)
    assert.equal((await kontor().login('my.new.address@example.com', PASSWORD)).status, 200)
    assertRefused(await kontor().login(me.email, PASSWORD), 401, 'INVALID_CREDENTIALS')
    assert.equal((await kontor().get('/auth/me', { token: me.token })).body.data.email, 'my.new.address@example.com')
  })

  test('refuses a wrong password (401), an address in use and a text that is no address (422)', async () => {
    const me = await signedIn(kontor(), 'admin')
    assertRefused(await change(me.token, 'x@example.com', 'not the password'), 401, 'INVALID_CREDENTIALS')
    assertInvalid(await change(me.token, ADMIN.email), 'email')
    assertInvalid(await change(me.token, 'no address'), 'email')
    assertInvalid(
      await kontor().post('/auth/email', { email: 'x@example.com' }, { token: me.token }),
      'currentPassword',
    )
    assert.equal((await kontor().get('/auth/me', { token: me.token })).body.data.email, me.email)
  })

  test('is refused to a role that may not change the e-mail address of users (403)', async () => {
    const manager = await signedIn(kontor(), 'manager')
    assertRefused(await change(manager.token, 'manager@example.com'), 403, 'FORBIDDEN')
    const role = await addRole(kontor().engine, { users: { can: ['read', 'update'], readOnly: ['email'] } })
    const clerk = await signedIn(kontor(), role)
    assertRefused(await change(clerk.token, 'clerk@example.com'), 403, 'FIELD_NOT_PERMITTED')
  })
})

onEveryDatabase('The last administrator who can sign in', (kind) => {
  const kontor = kontorFor(kind)

  test('keeps password, activity, role and type, also while an administrator without a password is there', async () => {
    const { engine } = kontor()
    const passwordless = await signedIn(kontor(), 'admin')
    await changeUser(engine, passwordless.id, { passwordHash: null })
    await addUser(engine, 'admin', { isActive: false })
    await addUser(engine, 'admin', { type: 'service', passwordHash: null })
    const { body } = await kontor().get('/auth/me')
    const last = `/users/${body.data.id}`
    for (const change of [
      { password: null },
      { isActive: false },
      { role: 'viewer' },
      { type: 'service', password: null },
    ]) {
      const answer = await kontor().put(last, change, { token: passwordless.token })
      assertRefused(answer, 422, 'DOCUMENT_LOCKED')
      assert.match(answer.body.error.message, /last administrator who can sign in/)
    }
    assertRefused(await kontor().delete(last, { token: passwordless.token }), 422, 'DOCUMENT_LOCKED')
    assert.equal((await kontor().login(ADMIN.email, ADMIN.password)).status, 200)
  })

  test('can lose the password once another administrator has one', async () => {
    const other = await signedIn(kontor(), 'admin')
    const { id } = await addUser(kontor().engine, 'admin')
    assert.equal((await kontor().put(`/users/${id}`, { password: null }, { token: other.token })).status, 200)
  })
})
