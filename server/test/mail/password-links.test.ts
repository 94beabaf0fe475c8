import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Kontor, kontorFor } from '../support/kontor.ts'
import { tokenIn } from '../support/mail-server.ts'
import { addRole, addUser, changeUser, PASSWORD, signedIn, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'

const HOUR = 3_600_000
const NEW = 'chosen by the person alone'
let lastNumber = 0

const redeem = (kontor: Kontor, token: string, newPassword = NEW) =>
  kontor.post('/auth/password-links/redeem', { token, newPassword }, { token: null })

async function invited(kontor: Kontor, more: object = {}) {
  const email = `link.${++lastNumber}@people.example`
  const answer = await kontor.post('/users/invitations', { email, name: 'Anna', role: 'viewer', ...more })
  assert.equal(answer.status, 201, answer.text)
  return { email, id: answer.body.data.user as string, data: answer.body.data, token: tokenIn(answer.body.data.link) }
}

onEveryDatabase('Links to set a password, without a mail server', (kind) => {
  const kontor = kontorFor(kind)

  test('an invitation creates a user without a password, who sets it once by the link in the answer', async () => {
    const { email, id, data, token } = await invited(kontor())
    assert.equal(data.sentTo, null)
    assert.equal(data.purpose, 'invitation')
    assert.equal((await kontor().get(`/users/${id}`)).body.data.role, 'viewer')
    const shown = await kontor().post('/auth/password-links/look-up', { token }, { token: null })
    assert.deepEqual(shown.body.data, { purpose: 'invitation', email, name: 'Anna', expiresAt: data.expiresAt })
    assert.equal((await redeem(kontor(), token)).status, 204)
    assert.equal((await kontor().login(email, NEW)).status, 200)
    assertRefused(await redeem(kontor(), token, 'another of their own'), 422, 'INVALID_LINK')
  })

  test('of two requests with the same link one is accepted', async () => {
    const { token } = await invited(kontor())
    const answers = await Promise.all([redeem(kontor(), token), redeem(kontor(), token, 'the other password')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 422])
  })

  test('the password is judged as any other', async () => {
    const { email, token } = await invited(kontor())
    for (const weak of ['short', 'password123', email, 'Anna']) {
      const answer = await redeem(kontor(), token, weak)
      assertRefused(answer, 422, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, 'newPassword')
    }
    assert.equal((await redeem(kontor(), token)).status, 204)
  })

  test('a new invitation ends the earlier one', async () => {
    const { id, token } = await invited(kontor())
    const again = await kontor().post(`/users/${id}/invite`, {})
    assert.equal(again.status, 200, again.text)
    assertRefused(await redeem(kontor(), token), 422, 'INVALID_LINK')
    assert.equal((await redeem(kontor(), tokenIn(again.body.data.link))).status, 204)
    const third = await kontor().post(`/users/${id}/invite`, {})
    assertRefused(third, 422, 'DOCUMENT_LOCKED') // there is a password now
  })

  test('neither the link nor its token is in the database, the audit log or a repeated answer', async () => {
    const { id, token } = await invited(kontor())
    for (const path of ['/audit-log?perPage=100', `/users/${id}`, `/users/${id}/history`])
      assert.ok(!(await kontor().get(path)).text.includes(token), path)
  })

  test('a link ends when the user is deactivated, also when activated again', async () => {
    const { id, token } = await invited(kontor())
    await kontor().put(`/users/${id}`, { isActive: false })
    assertRefused(await redeem(kontor(), token), 422, 'INVALID_LINK')
    assertRefused(await kontor().post(`/users/${id}/invite`, {}), 422, 'DOCUMENT_LOCKED')
    await kontor().put(`/users/${id}`, { isActive: true })
    assertRefused(await redeem(kontor(), token), 422, 'INVALID_LINK')
  })

  test('a link ends when the e-mail address or the password changes', async () => {
    const first = await invited(kontor())
    await kontor().put(`/users/${first.id}`, { email: `moved.${first.email}` })
    assertRefused(await redeem(kontor(), first.token), 422, 'INVALID_LINK')
    const second = await invited(kontor())
    await kontor().put(`/users/${second.id}`, { password: PASSWORD })
    assertRefused(await redeem(kontor(), second.token), 422, 'INVALID_LINK')
  })

  test('a link that is unknown, or not of the form of one, is refused', async () => {
    for (const token of ['ktl_x', 'x'.repeat(200), `ktl_${'0'.repeat(49)}`])
      assertRefused(await redeem(kontor(), token), 422, 'INVALID_LINK')
  })

  test('a reset link ends all sessions of the user, and the audit log names the user', async () => {
    const person = await signedIn(kontor(), 'sales')
    const { body } = await kontor().post(`/users/${person.id}/password-link`, {})
    assert.equal((await kontor().get('/auth/me', { token: person.token })).status, 200)
    assert.equal((await redeem(kontor(), tokenIn(body.data.link))).status, 204)
    assertRefused(await kontor().get('/auth/me', { token: person.token }), 401, 'INVALID_TOKEN')
    assertRefused(await kontor().login(person.email, PASSWORD), 401, 'INVALID_CREDENTIALS')
    const log = await kontor().get(`/audit-log?recordId=${person.id}&action=password-set`)
    assert.equal(log.body.data[0].actor, person.id)
    assert.deepEqual(log.body.data[0].changes, { purpose: [null, 'reset'] })
  })

  test('an invited user who has not signed in can be deleted', async () => {
    const { id, token } = await invited(kontor())
    assert.equal((await kontor().delete(`/users/${id}`)).status, 204)
    assertRefused(await redeem(kontor(), token), 422, 'INVALID_LINK')
  })

  test('an administrator gets no link for their own account, nor for a service', async () => {
    const { body } = await kontor().get('/auth/me')
    assertRefused(await kontor().post(`/users/${body.data.id}/password-link`, {}), 403, 'FIELD_NOT_PERMITTED')
    const service = await addUser(kontor().engine, 'viewer', { type: 'service', passwordHash: null })
    assertRefused(await kontor().post(`/users/${service.id}/invite`, {}), 422, 'VALIDATION_ERROR')
  })

  test('a link for a user with more rights is refused, and so is an invitation to a role with more rights', async () => {
    const role = await addRole(kontor().engine, {
      users: { can: ['read', 'create', 'update'] },
      items: { can: ['read'] },
    })
    const { token } = await signedIn(kontor(), role)
    const { id } = await addUser(kontor().engine, 'admin')
    assertRefused(await kontor().post(`/users/${id}/password-link`, {}, { token }), 403, 'FORBIDDEN')
    const body = { email: 'more@people.example', name: 'More', role: 'admin' }
    assertRefused(await kontor().post('/users/invitations', body, { token }), 403, 'FORBIDDEN')
  })

  test('a role that may not change passwords gets no link', async () => {
    const permissions = { users: { can: ['read', 'create', 'update'] as const, readOnly: ['password'] } }
    const role = await addRole(kontor().engine, permissions as never)
    const { token } = await signedIn(kontor(), role)
    const { id } = await addUser(kontor().engine, role)
    assertRefused(await kontor().post(`/users/${id}/password-link`, {}, { token }), 403, 'FIELD_NOT_PERMITTED')
  })

  test('the page of a user tells beforehand which links can be made', async () => {
    const { id } = await invited(kontor())
    const verdicts = async () => (await kontor().get(`/users/${id}?include=permitted`)).body.data.permitted.actions
    assert.equal((await verdicts()).invite.allowed, true)
    await changeUser(kontor().engine, id, { passwordHash: 'x' })
    assert.equal((await verdicts()).invite.code, 'DOCUMENT_LOCKED')
    assert.equal((await verdicts())['password-link'].allowed, true)
  })

  test('forgot password is refused for every address, and says what is missing', async () => {
    for (const email of [ADMIN.email, 'unknown@people.example']) {
      const answer = await kontor().post('/auth/forgot-password', { email }, { token: null })
      assertRefused(answer, 422, 'MAIL_NOT_CONFIGURED')
      assert.match(answer.body.error.message, /KONTOR_SMTP_URL/)
    }
    assert.equal((await kontor().get('/messages')).body.meta.total, 0)
  })

  test('a link is valid for 24 hours', async () => {
    const [early, late] = [await invited(kontor()), await invited(kontor())]
    kontor().advance(24 * HOUR - 60_000)
    assert.equal((await redeem(kontor(), early.token)).status, 204)
    kontor().advance(60_000)
    assertRefused(await redeem(kontor(), late.token), 422, 'INVALID_LINK')
    assert.equal((await signIn(kontor(), (await addUser(kontor().engine, 'viewer')).email)).role, 'viewer')
  })
})
