import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trailOf } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { addUser, changeUser, PASSWORD, signIn } from '../support/people.ts'
import { assertInvalid, assertRefused } from '../support/records.ts'
import { MINUTE, SECOND, stoppedKontorFor } from '../support/stopped-clock.ts'
import { cookieIn, SAME_ORIGIN, signInToWeb, ui } from '../support/web-session.ts'

const PER_MINUTE = 5
const MONTH_SECONDS = 30 * 86_400

onEveryDatabase('The session of the web interface', (kind) => {
  const kontor = stoppedKontorFor(kind)
  const newUser = () => addUser(kontor().engine, 'viewer')
  const open = async () => signInToWeb(kontor(), (await newUser()).email)
  const refresh = (cookie: string) => ui(kontor(), 'POST', '/refresh', { cookie })
  const isCleared = (answer: Parameters<typeof cookieIn>[0]) => {
    const { value, attributes } = cookieIn(answer)
    return value === '' && attributes.includes('Max-Age=0') && attributes.includes('Path=/ui')
  }

  test('begins with e-mail address and password, and keeps its refresh token in a cookie that no script sees', async () => {
    const { id, email, name, role } = await newUser()
    const answer = await ui(kontor(), 'POST', '', { body: { email, password: PASSWORD } })
    assert.equal(answer.status, 200, answer.text)
    const { data } = answer.body
    assert.deepEqual(Object.keys(answer.body), ['success', 'data'])
    assert.deepEqual(Object.keys(data), ['token', 'expiresIn', 'user'])
    assert.deepEqual(data.user, { id, email, name, role })
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { value, attributes } = cookieIn(answer)
    assert.match(value, /^ktr_/)
    assert.deepEqual(attributes, ['Path=/ui', `Max-Age=${MONTH_SECONDS}`, 'HttpOnly', 'SameSite=Strict'])
    assert.ok(!answer.text.includes(value))
    assert.equal((await kontor().get('/auth/me', { token: data.token })).body.data.email, email)
  })

  test('is marked in the list of sessions and in the audit log', async () => {
    const { email } = await newUser()
    const answer = await ui(kontor(), 'POST', '', { body: { email, password: PASSWORD } })
    const [entry] = await trailOf(kontor(), answer)
    assert.deepEqual([entry.action, entry.operation, entry.resource], ['login', 'web-sessions.login', 'users'])
    const { token } = await signIn(kontor(), email)
    const listed = (await kontor().get('/auth/sessions', { token })).body.data
    assert.deepEqual(
      listed.map(({ isWeb, isCurrent }: { isWeb: boolean; isCurrent: boolean }) => [isWeb, isCurrent]).sort(),
      [
        [false, true],
        [true, false],
      ],
    )
  })

  test('refuses a wrong password as the API does, under the same throttle, and logs it', async () => {
    const { email } = await newUser()
    const body = { email, password: 'a wrong password' }
    const wrong = await ui(kontor(), 'POST', '', { body })
    assertRefused(wrong, 401, 'INVALID_CREDENTIALS')
    assert.equal(wrong.headers['set-cookie'], undefined)
    assert.equal((await trailOf(kontor(), wrong))[0].action, 'login-failed')
    for (let attempt = 0; attempt < 4; attempt++) await kontor().login(email, 'a wrong password')
    const slowed = await ui(kontor(), 'POST', '', { body: { email, password: PASSWORD } })
    assertRefused(slowed, 429, 'TOO_MANY_ATTEMPTS')
    assert.equal(slowed.headers['retry-after'], '1')
  })

  test('refuses a request that is no sign-in', async () => {
    assertInvalid(await ui(kontor(), 'POST', '', { body: {} }), 'email', 'password')
    assertInvalid(await ui(kontor(), 'POST', '', { body: { email: 'a', password: 'b', isWeb: 1 } }), 'isWeb')
    assertRefused(await ui(kontor(), 'POST', '', { body: [] }), 400, 'INVALID_JSON')
    const { email } = await addUser(kontor().engine, 'viewer', { isActive: false })
    assertRefused(await ui(kontor(), 'POST', '', { body: { email, password: PASSWORD } }), 401, 'INVALID_CREDENTIALS')
  })

  test('continues with a new cookie and a new token; an immediate repeat gets the same successor', async () => {
    const { cookie, token } = await open()
    const first = await refresh(cookie)
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(Object.keys(first.body.data), ['token', 'expiresIn', 'user'])
    assert.notEqual(first.body.data.token, token)
    const { value } = cookieIn(first)
    assert.notEqual(value, cookie)
    assert.equal(cookieIn(await refresh(cookie)).value, value)
    assert.equal((await refresh(value)).status, 200)
  })

  test('ends with its cookie when an old cookie is sent again, and the log says so', async () => {
    const { cookie } = await open()
    const { value } = cookieIn(await refresh(cookie))
    kontor.advance(11 * SECOND)
    const reused = await refresh(cookie)
    assertRefused(reused, 401, 'REFRESH_TOKEN_REUSED')
    assert.ok(isCleared(reused))
    assert.ok((await trailOf(kontor(), reused)).some(({ action }) => action === 'refresh-reused'))
    const dead = await refresh(value)
    assertRefused(dead, 401, 'INVALID_REFRESH_TOKEN')
    assert.ok(isCleared(dead))
  })

  test('cannot be refreshed without a cookie, with junk in it, or when its user is inactive', async () => {
    const unauthenticated = await ui(kontor(), 'POST', '/refresh')
    assertRefused(unauthenticated, 401, 'UNAUTHORIZED')
    const junk = await refresh('junk')
    assertRefused(junk, 401, 'INVALID_REFRESH_TOKEN')
    assert.ok(isCleared(junk))
    const { id, email } = await newUser()
    const { cookie } = await signInToWeb(kontor(), email)
    await changeUser(kontor().engine, id, { isActive: false })
    assertRefused(await refresh(cookie), 401, 'INVALID_REFRESH_TOKEN')
  })

  test('ends with its cookie, and its token with it; ending it again does no harm', async () => {
    const { cookie, token } = await open()
    const ended = await ui(kontor(), 'DELETE', '', { cookie })
    assert.deepEqual([ended.status, ended.text, isCleared(ended)], [204, '', true])
    const [entry] = await trailOf(kontor(), ended)
    assert.deepEqual([entry.action, entry.actor !== null], ['logout', true])
    assertRefused(await kontor().get('/auth/me', { token }), 401, 'INVALID_TOKEN')
    assertRefused(await refresh(cookie), 401, 'INVALID_REFRESH_TOKEN')
    for (const again of [cookie, 'junk'])
      assert.equal((await ui(kontor(), 'DELETE', '', { cookie: again })).status, 204)
    assert.equal((await ui(kontor(), 'DELETE', '')).status, 204)
  })

  test('replaces the session that the browser had before', async () => {
    const { email } = await newUser()
    const former = await signInToWeb(kontor(), email)
    const answer = await ui(kontor(), 'POST', '', { body: { email, password: PASSWORD }, cookie: former.cookie })
    assert.notEqual(cookieIn(answer).value, former.cookie)
    assertRefused(await kontor().get('/auth/me', { token: former.token }), 401, 'INVALID_TOKEN')
    assert.equal((await kontor().get('/auth/me', { token: answer.body.data.token })).status, 200)
  })

  test('is closed to pages of other sites, and to requests that do not name their origin', async () => {
    const { cookie } = await open()
    const { email } = await newUser()
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]
    for (const headers of foreign as Record<string, string>[]) {
      const body = { email, password: PASSWORD }
      for (const answer of [
        await ui(kontor(), 'POST', '', { headers, body }),
        await ui(kontor(), 'POST', '/refresh', { headers, cookie }),
        await ui(kontor(), 'DELETE', '', { headers, cookie }),
      ]) {
        assertRefused(answer, 403, 'FORBIDDEN')
        assert.equal(answer.headers['set-cookie'], undefined)
      }
    }
    assert.equal((await refresh(cookie)).status, 200, 'nothing has happened to it')
  })

  test('is open to a browser that only names its origin, or that follows a navigation of its user', async () => {
    const { cookie } = await open()
    for (const headers of [
      { origin: 'http://kontor.example:8080', host: 'kontor.example:8080' },
      { 'sec-fetch-site': 'none' },
      { ...SAME_ORIGIN, origin: 'http://localhost:80' },
    ] as Record<string, string>[])
      assert.equal((await ui(kontor(), 'POST', '/refresh', { headers, cookie })).status, 200)
  })

  test('is not accepted by the API, which reads no cookies', async () => {
    const { cookie } = await open()
    const headers = { ...SAME_ORIGIN, cookie: `kontor_session=${cookie}` }
    assertRefused(await kontor().get('/items', { token: null, headers }), 401, 'UNAUTHORIZED')
    assertRefused(await kontor().post('/auth/logout', undefined, { token: null, headers }), 401, 'UNAUTHORIZED')
    assertInvalid(await kontor().post('/auth/refresh', {}, { token: null, headers }), 'refreshToken')
    assertRefused(await kontor().get('/items', { token: cookie }), 401, 'INVALID_TOKEN')
  })
})

onEveryDatabase('The cookie of the web interface', (kind) => {
  const kontor = stoppedKontorFor(kind, { KONTOR_BASE_URL: 'https://kontor.example' })

  test('is sent over https only, if the public address is https', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    const headers = { origin: 'https://kontor.example' }
    const answer = await ui(kontor(), 'POST', '', { body: { email, password: PASSWORD }, headers })
    assert.deepEqual(cookieIn(answer).attributes, [
      'Path=/',
      `Max-Age=${MONTH_SECONDS}`,
      'HttpOnly',
      'SameSite=Strict',
      'Secure',
    ])
    const ended = await ui(kontor(), 'DELETE', '', { cookie: cookieIn(answer).value, isSecure: true, headers })
    assert.ok(cookieIn(ended).attributes.includes('Secure'))
  })

  test('is accepted over https only by the name that a neighbouring subdomain cannot set', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    const headers = { origin: 'https://kontor.example' }
    const answer = await ui(kontor(), 'POST', '', { body: { email, password: PASSWORD }, headers })
    const { value: cookie } = cookieIn(answer)
    assertRefused(await ui(kontor(), 'POST', '/refresh', { cookie, headers }), 401, 'UNAUTHORIZED')
    assert.equal((await ui(kontor(), 'POST', '/refresh', { cookie, isSecure: true, headers })).status, 200)
  })
})

onEveryDatabase('The web interface', (kind) => {
  const kontor = stoppedKontorFor(kind, { KONTOR_PLAN: `custom:${PER_MINUTE}/unlimited` })

  test('is counted separately from the API requests of the same user', async () => {
    const { email } = await addUser(kontor().engine, 'viewer')
    const web = await signInToWeb(kontor(), email)
    const api = await signIn(kontor(), email)
    const me = (token: string) => kontor().get('/auth/me', { token })
    for (let call = 1; call <= PER_MINUTE; call++) {
      const answer = await me(web.token)
      assert.equal(answer.headers['x-ratelimit-remaining'], String(PER_MINUTE - call))
    }
    assertRefused(await me(web.token), 429, 'RATE_LIMIT_EXCEEDED')
    assert.equal((await me(api.token)).headers['x-ratelimit-remaining'], String(PER_MINUTE - 1))
    kontor.advance(MINUTE)
    const again = await ui(kontor(), 'POST', '/refresh', { cookie: web.cookie })
    await me(again.body.data.token)
    assert.equal(
      (await me(web.token)).headers['x-ratelimit-remaining'],
      String(PER_MINUTE - 2),
      'all browsers of the user',
    )
    assert.equal((await me(api.token)).headers['x-ratelimit-remaining'], String(PER_MINUTE - 1))
  })
})
