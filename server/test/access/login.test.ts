import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Answer, kontorFor } from '../support/kontor.ts'
import { addUser, PASSWORD } from '../support/people.ts'
import { assertInvalid, assertRefused } from '../support/records.ts'

/** Everything that a client can tell two answers apart by, but for what differs between any two. */
function shown({ status, headers, body }: Answer) {
  const { requestId: _, ...error } = body.error
  const { 'x-request-id': _id, date: _date, ...others } = headers
  const withoutCounts = Object.entries(others).filter(([name]) => !/^(x-)?ratelimit(-|$)/.test(name))
  return { status, headers: Object.fromEntries(withoutCounts), error }
}

onEveryDatabase('Signing in', (kind) => {
  const kontor = kontorFor(kind)
  const login = (body: unknown) => kontor().post('/auth/login', body, { token: null })

  test('a login answers with both tokens, their lifetime and the user', async () => {
    const { id, email, name } = await addUser(kontor().engine, 'sales')
    const { status, headers, body } = await kontor().login(email, PASSWORD)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual(Object.keys(body), ['success', 'data'])
    assert.deepEqual(Object.keys(body.data), ['token', 'refreshToken', 'expiresIn', 'user'])
    assert.match(body.data.token, /^kta_/)
    assert.match(body.data.refreshToken, /^ktr_/)
    assert.equal(body.data.expiresIn, 3600)
    assert.deepEqual(body.data.user, { id, email, name, role: 'sales' })
  })

  test('the first administrator can sign in', async () => {
    const { body } = await kontor().login(ADMIN.email, ADMIN.password)
    assert.equal(body.data.user.role, 'admin')
    assert.equal(body.data.user.email, ADMIN.email)
  })

  test('every login is a session of its own', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    const [first, second] = [await kontor().login(email, PASSWORD), await kontor().login(email, PASSWORD)]
    assert.notEqual(first.body.data.token, second.body.data.token)
    assert.notEqual(first.body.data.refreshToken, second.body.data.refreshToken)
  })

  test('an e-mail address is known in any case and with spaces around it', async () => {
    const { id } = await addUser(kontor().engine, 'viewer', { email: 'zoë.sample@people.example' })
    const spellings = ['ZOË.Sample@People.Example', '  zoë.sample@people.example ', 'zoe\u0308.sample@people.example']
    for (const email of spellings) {
      const { status, body } = await kontor().login(email, PASSWORD)
      assert.equal(status, 200, email)
      assert.equal(body.data.user.id, id)
    }
  })

  test('a user whose address was entered in capitals can sign in', async () => {
    const { id } = await addUser(kontor().engine, 'viewer', { email: 'Jane.Doe@People.example' })
    for (const email of ['Jane.Doe@People.example', 'jane.doe@people.example']) {
      const { status, body, text } = await kontor().login(email, PASSWORD)
      assert.equal(status, 200, text)
      assert.equal(body.data.user.id, id)
    }
  })

  test('a wrong password, an unknown address and a disabled user cannot be told apart', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    const disabled = await addUser(kontor().engine, 'viewer', { isActive: false })
    const wrong = await kontor().login(email, 'not the password')
    assertRefused(wrong, 401, 'INVALID_CREDENTIALS')
    for (const other of [
      await kontor().login('unknown@people.example', PASSWORD),
      await kontor().login(disabled.email, PASSWORD),
      await kontor().login(disabled.email, 'not the password'),
    ]) {
      assert.deepEqual(shown(other), shown(wrong))
    }
  })

  test('a user without a password cannot sign in with any', async () => {
    const { email } = await addUser(kontor().engine, 'viewer', { type: 'service', passwordHash: null })
    assertRefused(await kontor().login(email, PASSWORD), 401, 'INVALID_CREDENTIALS')
    assertInvalid(await kontor().login(email, ''), 'password')
  })

  test('the password must match to the letter', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    for (const password of [`${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(0, -1)]) {
      assertRefused(await kontor().login(email, password), 401, 'INVALID_CREDENTIALS')
    }
  })

  test('all faults in the body are reported at once', async () => {
    assertInvalid(await login({}), 'email', 'password')
    assertInvalid(await login({ email: null, password: null }), 'email', 'password')
    assertInvalid(await login({ email: 7, password: ['a'] }), 'email', 'password')
    assertInvalid(await login({ email: ' ', password: 'p' }), 'email')
    assertInvalid(await login({ email: 'a@example.com', password: 'x'.repeat(1025) }), 'password')
    assertInvalid(await login({ email: `${'a'.repeat(250)}@b.example`, password: 'p' }), 'email')
    assertInvalid(await login({ email: 'a@example.com', password: 'p', remember: true }), 'remember')
  })

  test('a body that is no JSON object is refused', async () => {
    for (const text of ['', '[]', '"admin"', 'null', '{"email":', 'email=a&password=b']) {
      const answer = await kontor().call('POST', '/auth/login', { text, token: null })
      assertRefused(answer, 400, 'INVALID_JSON')
    }
  })

  test('parameters in the address are refused: a password does not belong there', async () => {
    const answer = await kontor().call('POST', `/auth/login?email=${ADMIN.email}&password=x`, { body: {}, token: null })
    assertRefused(answer, 400, 'INVALID_PARAMETER')
    assert.doesNotMatch(answer.text, /admin@/)
  })

  test('an Idempotency-Key does not bring the tokens of a login back', async () => {
    const body = { email: ADMIN.email, password: ADMIN.password }
    const options = { token: null, headers: { 'idempotency-key': 'the same key' } }
    const first = await kontor().post('/auth/login', body, options)
    const second = await kontor().post('/auth/login', body, options)
    assert.equal(second.status, 200)
    assert.equal(second.headers['idempotent-replayed'], undefined)
    assert.notEqual(second.body.data.token, first.body.data.token)
  })

  test('GET /auth/me tells a signed-in user who they are and what they may do', async () => {
    const { id, email, name } = await addUser(kontor().engine, 'warehouse')
    const { token } = (await kontor().login(email, PASSWORD)).body.data
    const { status, headers, body } = await kontor().get('/auth/me', { token })
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    const { permissions, company, mustSetUpSecondFactor, secondFactorDueAt, expiringKeys, disabledWebhooks, ...rest } =
      body.data
    assert.deepEqual([mustSetUpSecondFactor, secondFactorDueAt, expiringKeys, disabledWebhooks], [false, null, [], []])
    assert.deepEqual(rest, { id, email, name, role: 'warehouse', scopes: ['read', 'write', 'delete'] })
    assert.deepEqual(permissions.items.can, ['read', 'update'])
    assert.deepEqual(company, {
      name: 'My company',
      currency: 'EUR',
      timeZone: 'UTC',
      taxRounding: 'rate',
      pricesIncludeTax: false,
      defaults: { taxRate: null, uom: null, paymentTerms: null },
      isSetUp: false,
    })
    assertRefused(await kontor().get('/auth/me', { token: null }), 401, 'UNAUTHORIZED')
  })

  test('GET /auth/me reports the scopes that are left after the role', async () => {
    for (const [role, scopes] of [
      ['viewer', ['read']],
      ['admin', ['read', 'write', 'delete', 'admin']],
    ] as const) {
      const { email } = await addUser(kontor().engine, role)
      const { token } = (await kontor().login(email, PASSWORD)).body.data
      assert.deepEqual((await kontor().get('/auth/me', { token })).body.data.scopes, scopes, role)
    }
  })
})
