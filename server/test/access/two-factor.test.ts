import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addUser, PASSWORD, signedIn, signIn } from '../support/people.ts'
import { assertInvalid, assertRefused, read } from '../support/records.ts'
import { addApp } from '../support/second-factor.ts'
import { wholeDatabase } from './whole-database.ts'

const MINUTE_MS = 60_000

onEveryDatabase('An authenticator app', (kind) => {
  const kontor = kontorFor(kind)
  const login = (body: object) => kontor().post('/auth/login', body, { token: null })
  const status = async (token: string) => (await kontor().get('/auth/two-factor', { token })).body.data

  test('is set up with the password, and counts once its first code is confirmed', async () => {
    const me = await signedIn(kontor(), 'sales')
    const wrong = await kontor().post('/auth/two-factor/totp', { currentPassword: 'wrong' }, { token: me.token })
    assertRefused(wrong, 401, 'INVALID_CREDENTIALS')
    const begun = await kontor().post('/auth/two-factor/totp', { currentPassword: PASSWORD }, { token: me.token })
    assert.match(begun.body.data.secret, /^[A-Z2-7]{32}$/)
    assert.match(begun.body.data.otpauthUrl, /^otpauth:\/\/totp\//)
    assert.equal((await status(me.token)).isEnabled, false)
    assert.equal((await kontor().login(me.email, PASSWORD)).status, 200)
    const refused = await kontor().post('/auth/two-factor/totp/confirm', { code: '000000' }, { token: me.token })
    assertInvalid(refused, 'code')
    assert.equal((await status(me.token)).isEnabled, false)
    await addApp(kontor(), me)
    const { isEnabled, totp, recoveryCodesLeft } = await status(me.token)
    assert.deepEqual([isEnabled, recoveryCodesLeft], [true, 10])
    assert.ok(totp.confirmedAt)
    assert.equal((await read(kontor(), `/users/${me.id}`)).hasSecondFactor, true)
  })

  test('is asked for at sign-in, in a second call or at once', async () => {
    const me = await signedIn(kontor(), 'sales')
    const app = await addApp(kontor(), me)
    const first = await login({ email: me.email, password: PASSWORD })
    const { code: refusal, challenge, factors } = first.body.error
    assert.deepEqual([first.status, refusal], [401, 'SECOND_FACTOR_REQUIRED'])
    assert.deepEqual(factors, ['totp', 'recovery-code'])
    const second = await login({ challenge, code: app.code() })
    assert.equal(second.status, 200, second.text)
    assert.equal(second.body.data.user.id, me.id)
    assertRefused(await login({ challenge, code: app.code() }), 401, 'CHALLENGE_EXPIRED')
    const atOnce = await login({ email: me.email, password: PASSWORD, code: app.code() })
    assert.equal(atOnce.status, 200, atOnce.text)
  })

  test('a code is accepted once, and a wrong one not at all', async () => {
    const me = await signedIn(kontor(), 'sales')
    const app = await addApp(kontor(), me)
    const code = app.code()
    assert.equal((await login({ email: me.email, password: PASSWORD, code })).status, 200)
    assertRefused(await login({ email: me.email, password: PASSWORD, code }), 401, 'INVALID_SECOND_FACTOR')
    assertRefused(await login({ email: me.email, password: PASSWORD, code: '000000' }), 401, 'INVALID_SECOND_FACTOR')
    assertRefused(await login({ email: me.email, password: 'wrong', code: app.code() }), 401, 'INVALID_CREDENTIALS')
    const { body } = await kontor().get(`/audit-log?recordId=${me.id}&action=second-factor-failed`)
    assert.equal(body.data.length, 2)
  })

  test('guesses are slowed down, also by a client that knows the password or sends false recovery codes', async () => {
    const me = await signedIn(kontor(), 'sales')
    await addApp(kontor(), me)
    const codes = ['000000', '000001', 'AAAAA-AAAAA', '000002', '000003', 'BBBBB-BBBBB', '000004']
    const statuses: number[] = []
    for (const code of codes) statuses.push((await login({ email: me.email, password: PASSWORD, code })).status)
    assert.equal(statuses.at(-1), 429, statuses.join(' '))
  })

  test('a challenge ends after five minutes, five wrong answers, or a new password', async () => {
    const me = await signedIn(kontor(), 'sales')
    const app = await addApp(kontor(), me)
    const challenged = async () => (await login({ email: me.email, password: PASSWORD })).body.error.challenge
    const late = await challenged()
    kontor().advance(5 * MINUTE_MS)
    assertRefused(await login({ challenge: late, code: app.code() }), 401, 'CHALLENGE_EXPIRED')
    const failed = await challenged()
    for (let attempt = 0; attempt < 5; attempt++) {
      assertRefused(await login({ challenge: failed, code: '000000' }), 401, 'INVALID_SECOND_FACTOR')
      kontor().advance(16 * 1000)
    }
    kontor().advance(2 * MINUTE_MS)
    assertRefused(await login({ challenge: failed, code: app.code() }), 401, 'CHALLENGE_EXPIRED')
    const older = await challenged()
    const changed = await kontor().put(`/users/${me.id}`, { password: 'an entirely new one' }, { token: await fresh() })
    assert.equal(changed.status, 200, changed.text)
    assertRefused(await login({ challenge: older, code: app.code() }), 401, 'CHALLENGE_EXPIRED')
    for (const challenge of ['', 'made-up', null])
      assert.notEqual((await login({ challenge, code: app.code() })).status, 200)
  })

  /** The administrator's token of the suite has grown too old for changing users. */
  const fresh = async () => (await signedIn(kontor(), 'admin')).token

  test('a recovery code stands in for it, once', async () => {
    const me = await signedIn(kontor(), 'sales')
    const { recoveryCodes } = await addApp(kontor(), me)
    assert.equal(new Set(recoveryCodes).size, 10)
    const [code] = recoveryCodes
    const typed = code!.toLowerCase().replace('-', ' ')
    const answer = await login({ email: me.email, password: PASSWORD, code: typed })
    assert.equal(answer.status, 200, answer.text)
    assertRefused(await login({ email: me.email, password: PASSWORD, code }), 401, 'INVALID_SECOND_FACTOR')
    assert.equal((await status(answer.body.data.token)).recoveryCodesLeft, 9)
    const renewed = await kontor().post('/auth/two-factor/recovery-codes', undefined, { token: answer.body.data.token })
    assert.equal(renewed.body.data.recoveryCodes.length, 10)
    const former = await login({ email: me.email, password: PASSWORD, code: recoveryCodes[1] })
    assertRefused(former, 401, 'INVALID_SECOND_FACTOR')
  })

  test('ends the other sessions of the user, and is removed with the password', async () => {
    const me = await signedIn(kontor(), 'sales')
    const elsewhere = await signIn(kontor(), me.email)
    await addApp(kontor(), me)
    assert.equal((await kontor().get('/auth/me', { token: elsewhere.token })).status, 401)
    const remove = (currentPassword: string) =>
      kontor().call('DELETE', '/auth/two-factor/totp', { body: { currentPassword }, token: me.token })
    assertRefused(await remove('wrong'), 401, 'INVALID_CREDENTIALS')
    assert.equal((await remove(PASSWORD)).status, 204)
    assertRefused(await remove(PASSWORD), 404, 'NOT_FOUND')
    assert.equal((await status(me.token)).recoveryCodesLeft, 0)
    assert.equal((await kontor().login(me.email, PASSWORD)).status, 200)
  })

  test('is replaced by a new one only when that is confirmed', async () => {
    const me = await signedIn(kontor(), 'sales')
    const first = await addApp(kontor(), me)
    await kontor().post('/auth/two-factor/totp', { currentPassword: PASSWORD }, { token: me.token })
    const answer = await login({ email: me.email, password: PASSWORD, code: first.code() })
    assert.equal(answer.status, 200, answer.text)
  })

  test('its secret is neither in the database as it is shown, nor in any answer afterwards', async () => {
    const me = await signedIn(kontor(), 'sales')
    const begun = await kontor().post('/auth/two-factor/totp', { currentPassword: PASSWORD }, { token: me.token })
    const { secret } = begun.body.data
    assert.ok(!(await wholeDatabase(kontor().engine)).includes(secret))
    for (const path of ['/auth/two-factor', '/auth/me', `/users/${me.id}`, `/audit-log?recordId=${me.id}`])
      assert.ok(!(await kontor().get(path)).text.includes(secret), path)
  })
})

onEveryDatabase('A lost second factor', (kind) => {
  const kontor = kontorFor(kind)

  test('is reset by an administrator, which ends the sessions of the user', async () => {
    const me = await signedIn(kontor(), 'sales')
    await addApp(kontor(), me)
    const answer = await kontor().post(`/users/${me.id}/reset-two-factor`)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.hasSecondFactor, false)
    assert.equal((await kontor().get('/auth/me', { token: me.token })).status, 401)
    assert.equal((await kontor().login(me.email, PASSWORD)).status, 200)
    assertRefused(await kontor().post(`/users/${me.id}/reset-two-factor`), 422, 'DOCUMENT_LOCKED')
  })

  test('is not reset by other roles, by an API key, or by the user alone', async () => {
    const me = await signedIn(kontor(), 'admin')
    await addApp(kontor(), me)
    const path = `/users/${me.id}/reset-two-factor`
    const manager = await signedIn(kontor(), 'manager')
    assertRefused(await kontor().post(path, undefined, { token: manager.token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().post(path, undefined, { token: me.token }), 403, 'FORBIDDEN')
    const { key } = (await kontor().post('/api-keys', { name: 'Script', scopes: ['admin'] })).body.data
    const byKey = await kontor().post(path, undefined, { token: null, headers: { 'x-api-key': key } })
    assertRefused(byKey, 403, 'FORBIDDEN')
  })
})

onEveryDatabase('A role that requires a second factor', (kind) => {
  const kontor = kontorFor(kind)
  const require = async (name: string, secondFactorGraceDays: number) => {
    const { token } = await signedIn(kontor(), 'admin')
    const [role] = (await kontor().get(`/roles?name=${name}`, { token })).body.data
    return kontor().put(`/roles/${role.id}`, { requiresSecondFactor: true, secondFactorGraceDays }, { token })
  }
  const DAY_MS = 24 * 60 * MINUTE_MS

  test('leaves its users time, and then lets a session only set one up', async () => {
    assert.equal((await require('viewer', 7)).status, 200)
    const { email } = await addUser(kontor().engine, 'viewer')
    const early = await signIn(kontor(), email)
    assert.equal((await kontor().get('/items', { token: early.token })).status, 200)
    const { isRequired, dueAt } = (await kontor().get('/auth/two-factor', { token: early.token })).body.data
    assert.equal(isRequired, true)
    assert.ok(dueAt > new Date().toISOString())
    const me = async () => (await kontor().get('/auth/me', { token: early.token })).body.data
    assert.deepEqual([(await me()).mustSetUpSecondFactor, (await me()).secondFactorDueAt], [false, dueAt])
    kontor().advance(7 * DAY_MS)
    const late = await signIn(kontor(), email)
    for (const path of ['/items', '/customers', '/search?q=a', '/settings'])
      assertRefused(await kontor().get(path, { token: late.token }), 403, 'SECOND_FACTOR_SETUP_REQUIRED')
    assert.equal((await kontor().get('/auth/me', { token: late.token })).body.data.mustSetUpSecondFactor, true)
    await addApp(kontor(), late)
    assert.equal((await kontor().get('/items', { token: late.token })).status, 200)
  })

  test('leaves its users the same time again when it is required again later', async () => {
    const first = (await require('warehouse', 7)).body.data
    const { token } = await signedIn(kontor(), 'admin')
    const lifted = await kontor().put(`/roles/${first.id}`, { requiresSecondFactor: false }, { token })
    assert.deepEqual([lifted.status, lifted.body.data.secondFactorRequiredSince], [200, null])
    kontor().advance(DAY_MS)
    const again = (await require('warehouse', 7)).body.data
    assert.ok(again.secondFactorRequiredSince > first.secondFactorRequiredSince)
  })

  test('may be a shipped one, of which nothing else can be changed, and the own one', async () => {
    assert.equal((await require('admin', 30)).status, 200)
    const { token } = await signedIn(kontor(), 'admin')
    const [role] = (await kontor().get('/roles?name=admin', { token })).body.data
    assert.ok(role.secondFactorRequiredSince)
    const answer = await kontor().put(`/roles/${role.id}`, { permissions: {} }, { token })
    assert.equal(answer.status, 403, answer.text)
  })
})
