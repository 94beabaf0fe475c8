import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { PASSWORD, type Person, signedIn, signIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create } from '../support/records.ts'

const NEW = 'an entirely new one'

/** Each with what is said of it. */
const weak: readonly (readonly [password: string, fault: RegExp])[] = [
  ['short 1', /must have 8 to 1024 characters/],
  ['x'.repeat(1025), /1024/],
  ['trustno1', /tried first/],
  ['PassWord1', /tried first/],
  [' iloveyou ', /tried first/],
  ['aaaaaaaaaaaa', /more than three different/],
  ['abcabcabcabc', /more than three different/],
  ['weak.one@example.com', /name or the e-mail address/],
  ['WEAK.One@Example.com', /name or the e-mail address/],
  ['Wendelin Weak', /name or the e-mail address/],
  ['null\u0000inside', /control characters/],
]

onEveryDatabase('A password', (kind) => {
  const kontor = kontorFor(kind)
  const wendelin = { email: 'weak.one@example.com', name: 'Wendelin Weak', role: 'viewer' }
  let user: { id: string; email: string }
  before(async () => {
    user = await create(kontor(), '/users', { ...wendelin, email: 'weak.two@example.com', password: PASSWORD })
  })

  for (const [password, fault] of weak) {
    test(`such as ${JSON.stringify(password.slice(0, 20))} is refused to a new user`, async () => {
      const answer = await kontor().post('/users', { ...wendelin, password })
      assert.match(assertInvalid(answer, 'password').password!, fault)
      assert.ok(!answer.text.includes(password.trim()), 'it is repeated')
    })
  }

  test('is checked against the address and the name that the user already has', async () => {
    for (const password of ['weak.two@example.com', 'Wendelin Weak']) {
      const answer = await kontor().put(`/users/${user.id}`, { password })
      assert.match(assertInvalid(answer, 'password').password!, /name or the e-mail address/)
    }
    assert.equal((await kontor().login(user.email, PASSWORD)).status, 200)
  })

  test('may be long, of few kinds of letters, and in any script', async () => {
    for (const password of [
      'correcthorsebatterystaple',
      'пароль которого нет',
      '🦄🌈🍀🎩🧲🪐🧭🪵',
      'x y z w'.repeat(146),
    ]) {
      const { status, text } = await kontor().put(`/users/${user.id}`, { password })
      assert.equal(status, 200, text)
      assert.equal((await kontor().login(user.email, password)).status, 200)
    }
  })

  test('is shown nowhere, and neither is its digest', async () => {
    const secret = 'a-secret-to-look-for'
    const answer = await kontor().post('/users', { ...wendelin, email: 'shown@example.com', password: secret })
    const { id } = answer.body.data
    const seen = [
      answer,
      await kontor().put(`/users/${id}`, { password: `${secret}-2` }),
      await kontor().get(`/users/${id}`),
      await kontor().get('/users?perPage=100'),
      await kontor().get(`/users/${id}/history`),
      await kontor().get('/audit-log?perPage=100'),
    ]
    for (const { status, text } of seen) {
      assert.ok(status < 300)
      assert.ok(!text.includes(secret))
      assert.doesNotMatch(text, /argon2|"password(Hash)?":"/)
    }
    for (const name of ['password', 'passwordHash']) {
      assertRefused(await kontor().get(`/users?${name}[like]=a`), 400, 'INVALID_FILTER')
      assertRefused(await kontor().get(`/users?sort=${name}`), 400, 'INVALID_SORT')
      assertRefused(await kontor().get(`/users/${id}?fields=${name}`), 400, 'INVALID_PARAMETER')
    }
  })

  test('that another user sets ends every session of its user, and its refresh tokens', async () => {
    const person = await signedIn(kontor(), 'viewer')
    const elsewhere = await signIn(kontor(), person.email)
    assert.equal((await kontor().put(`/users/${person.id}`, { password: NEW })).status, 200)
    for (const { token, refreshToken } of [person, elsewhere]) {
      assertRefused(await kontor().get('/items', { token }), 401, 'INVALID_TOKEN')
      const refreshed = await kontor().post('/auth/refresh', { refreshToken }, { token: null })
      assertRefused(refreshed, 401, 'INVALID_REFRESH_TOKEN')
    }
    assertRefused(await kontor().login(person.email, PASSWORD), 401, 'INVALID_CREDENTIALS')
    assert.equal((await kontor().login(person.email, NEW)).status, 200)
  })
})

onEveryDatabase('Changing my own password', (kind) => {
  const kontor = kontorFor(kind)
  let me: Person
  before(async () => {
    me = await signedIn(kontor(), 'viewer')
  })
  const change = (currentPassword: unknown, newPassword: unknown, { token }: { token: string } = me) =>
    kontor().post('/auth/password', { currentPassword, newPassword }, { token })

  test('needs the current one', async () => {
    assertRefused(await change('not the password', NEW), 401, 'INVALID_CREDENTIALS')
    assertInvalid(await kontor().post('/auth/password', { newPassword: NEW }, { token: me.token }), 'currentPassword')
    assert.equal((await kontor().login(me.email, PASSWORD)).status, 200)
  })

  test('follows the same rules', async () => {
    for (const [password, fault] of weak.filter(([text]) => /^(short|trustno1)/.test(text))) {
      assert.match(assertInvalid(await change(PASSWORD, password), 'newPassword').newPassword!, fault)
    }
    assertInvalid(await change(PASSWORD, me.email.toUpperCase()), 'newPassword')
  })

  test('ends my other sessions and keeps this one', async () => {
    const elsewhere = await signIn(kontor(), me.email)
    const { status, text } = await change(PASSWORD, NEW)
    assert.equal(status, 204, text)
    assert.equal((await kontor().get('/auth/me', { token: me.token })).status, 200)
    assertRefused(await kontor().get('/auth/me', { token: elsewhere.token }), 401, 'INVALID_TOKEN')
    assertRefused(await kontor().login(me.email, PASSWORD), 401, 'INVALID_CREDENTIALS')
    assert.equal((await kontor().login(me.email, NEW)).status, 200)
  })

  test('cannot be done with a key, whatever its owner', async () => {
    const key = await createKey(kontor(), { scopes: ['read', 'write', 'delete', 'admin'] })
    const answer = await kontor().post('/auth/password', { currentPassword: 'x', newPassword: NEW }, withKey(key))
    assertRefused(answer, 403, 'FORBIDDEN')
  })

  test('cannot be used to guess it: wrong ones are slowed down like a login', async () => {
    const person = await signedIn(kontor(), 'viewer')
    const statuses: number[] = []
    for (let count = 0; count < 8; count++) statuses.push((await change('guess me if you can', NEW, person)).status)
    assert.deepEqual(statuses.slice(0, 5), [401, 401, 401, 401, 401])
    assert.ok(statuses.includes(429), String(statuses))
  })
})
