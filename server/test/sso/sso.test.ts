import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Browser } from '../oauth/browser.ts'
import { appAt, connect, request } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { signInThere } from '../support/identity-provider.ts'
import { ADMIN } from '../support/kontor.ts'
import { addRole, addUser, callFrom, changeUser, PASSWORD } from '../support/people.ts'
import { assertRefused, read } from '../support/records.ts'
import { companyFor } from './company.ts'

onEveryDatabase('Single sign-on', (kind) => {
  const { kontor, site, signIn, grantOf } = companyFor(kind)

  test('opens a session of the web interface for the user with the verified address', async () => {
    const user = await addUser(kontor().engine, 'sales')
    const { browser, location } = await signIn('anna', { email: user.email.toUpperCase(), email_verified: true })
    assert.equal(location, '/#signed-in')
    const { body } = await grantOf(browser)
    assert.equal(body.data.user.id, user.id)
    assert.equal((await kontor().get('/items', { token: body.data.token })).status, 200)
  })

  test('knows the account again when its address has changed, and gives that address to no other user', async () => {
    const [user, other] = [await addUser(kontor().engine, 'sales'), await addUser(kontor().engine, 'sales')]
    await signIn('berta', { email: user.email, email_verified: true })
    const { browser } = await signIn('berta', { email: other.email, email_verified: true })
    assert.equal((await grantOf(browser)).body.data.user.id, user.id)
    const { location } = await signIn('another berta', { email: user.email, email_verified: true })
    assert.equal(location, '/?sso=SSO_USER_UNKNOWN')
  })

  test('refuses an address that the provider has not verified, and accounts without an address', async () => {
    const user = await addUser(kontor().engine, 'sales')
    for (const claims of [{ email: user.email, email_verified: false }, { email: user.email }, {}]) {
      const { browser, location } = await signIn(`eve ${JSON.stringify(claims)}`, claims)
      assert.equal(location, '/?sso=SSO_EMAIL_NOT_VERIFIED')
      assert.equal((await grantOf(browser)).status, 401)
    }
  })

  test('refuses unknown, inactive and service users, and writes that to the audit log', async () => {
    const inactive = await addUser(kontor().engine, 'sales', { isActive: false })
    const service = await addUser(kontor().engine, 'sales', { type: 'service', passwordHash: null })
    for (const email of ['unknown@example.com', inactive.email, service.email]) {
      const { location } = await signIn(`account of ${email}`, { email, email_verified: true })
      assert.equal(location, '/?sso=SSO_USER_UNKNOWN')
    }
    const { body } = await kontor().get('/audit-log?action=login-failed')
    assert.ok(
      body.data.some((entry: { changes: object }) => JSON.stringify(entry.changes).includes('unknown@example.com')),
    )
    assert.equal((await kontor().get('/users?email=unknown@example.com')).body.data.length, 0)
  })

  test('returns to a page of its own only', async () => {
    const user = await addUser(kontor().engine, 'sales')
    const claims = { email: user.email, email_verified: true }
    assert.equal((await signIn('carl', claims, '/ui/sso?returnTo=/items?page=2')).location, '/items?page=2#signed-in')
    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      assert.equal(
        (await signIn('carl', claims, `/ui/sso?returnTo=${encodeURIComponent(evil)}`)).location,
        '/#signed-in',
      )
  })

  test('accepts an answer only in the browser that began, once, and only a genuine one', async () => {
    const user = await addUser(kontor().engine, 'sales')
    const { browser, answer } = await signIn('dora', { email: user.email, email_verified: true })
    const stranger = new Browser(site().origin)
    for (const again of [browser, stranger]) {
      const { headers } = await again.open(answer.url.href)
      assert.equal(headers.get('location'), '/?sso=SSO_FAILED')
    }
    const begun = new Browser(site().origin)
    await begun.open('/ui/sso')
    const forged = await begun.open('/ui/sso/callback?code=made-up&state=made-up')
    assert.equal(forged.headers.get('location'), '/?sso=SSO_FAILED')
    const kept = new Browser(site().origin)
    kept.cookies.set('kontor_sso /ui/sso', { value: 'made-up', path: '/ui/sso', attributes: '' })
    assert.equal((await kept.open('/ui/sso/callback?code=x')).headers.get('location'), '/?sso=SSO_FAILED')
  })

  test('of a deactivated user ends with the next request, and passwords still work beside it', async () => {
    const user = await addUser(kontor().engine, 'sales')
    const { browser } = await signIn('emil', { email: user.email, email_verified: true })
    assert.equal((await kontor().login(user.email, PASSWORD)).status, 200)
    await changeUser(kontor().engine, user.id, { isActive: false })
    assert.equal((await grantOf(browser)).status, 401)
  })

  test('confirms a session by signing in at the provider again', async () => {
    const user = await addUser(kontor().engine, 'admin')
    const claims = { email: user.email, email_verified: true }
    const { browser } = await signIn('frieda', claims)
    kontor().advance(16 * 60_000)
    const { token } = (await grantOf(browser)).body.data
    const create = () => kontor().post('/roles', { name: `role ${kind.name}`, permissions: {} }, { token })
    assertRefused(await create(), 403, 'REAUTHENTICATION_REQUIRED')
    const away = await browser.follow(await browser.open('/ui/sso?prove=yes'))
    assert.ok(away instanceof URL)
    assert.equal(away.searchParams.get('prompt'), 'login')
    const back = await signInThere(new Browser(away.origin), away, 'frieda')
    const page = await browser.open(back.href)
    assert.equal(page.status, 200, page.text)
    assert.equal((await create()).status, 201)
  })

  test('of another user does not confirm a session', async () => {
    const [user, other] = [await addUser(kontor().engine, 'admin'), await addUser(kontor().engine, 'admin')]
    const { browser } = await signIn('gerda', { email: user.email, email_verified: true })
    await signIn('hans', { email: other.email, email_verified: true })
    const away = (await browser.follow(await browser.open('/ui/sso?prove=yes'))) as URL
    const answer = await browser.open((await signInThere(new Browser(away.origin), away, 'hans')).href)
    assert.equal(answer.headers.get('location'), '/?sso=SSO_USER_UNKNOWN')
  })
})

onEveryDatabase('An app that asks for access where users sign in at a provider', (kind) => {
  const { kontor, site, provider } = companyFor(kind)
  const unknown = { email: 'unknown@example.com', password: 'unknown' }

  async function arrived(more: Readonly<Record<string, string>> = {}) {
    const app = await appAt(site(), await site().register())
    const browser = site().browser()
    const page = await browser.follow(await browser.open((await request(app, { scope: 'openid read', more })).address))
    assert.ok(!(page instanceof URL), `a page, not ${page}`)
    const start = `/ui/sso?returnTo=${encodeURIComponent(page.url.pathname)}`
    return { app, browser, page, start }
  }
  /** Signs in at the provider; returns where the browser is sent to after it. */
  async function returnOf(browser: Browser, start: string, account: string, there = new Browser(provider().issuer)) {
    const away = await browser.follow(await browser.open(start))
    assert.ok(away instanceof URL)
    const back = await signInThere(there, away, account)
    return { away, location: (await browser.open(back.href)).headers.get('location')! }
  }

  test('is offered the consent of the user who has signed in there', async () => {
    const user = await addUser(kontor().engine, 'sales')
    provider().accounts.set('lena', { email: user.email, email_verified: true })
    const { browser, page, start } = await arrived()
    const { location } = await returnOf(browser, start, 'lena')
    assert.equal(location, `${page.url.pathname}#signed-in`)
    const { asked } = await browser.untilAsked(location, unknown)
    assert.equal(asked.user.email, user.email)
  })

  test('is still there after a sign-in that was refused, which the page is told', async () => {
    provider().accounts.set('olga', unknown)
    const { browser, page, start } = await arrived()
    const { location } = await returnOf(browser, start, 'olga')
    assert.equal(location, `${page.url.pathname}?sso=SSO_EMAIL_NOT_VERIFIED`)
    assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
  })

  test('that asks for a new sign-in gets a user whom the provider has asked for the password', async () => {
    const user = await addUser(kontor().engine, 'sales')
    provider().accounts.set('nora', { email: user.email, email_verified: true })
    for (const more of [{ prompt: 'login' }, { max_age: '60' }]) {
      const there = new Browser(provider().issuer)
      await returnOf(site().browser(), '/ui/sso', 'nora', there)
      kontor().advance(2 * 60_000)
      const { browser, page, start } = await arrived(more)
      assert.equal((await browser.ask(page, 'request')).body.data.mustProve, true)
      await returnOf(browser, start, 'nora', there)
      assertRefused(await browser.ask(page, 'continue'), 403, 'REAUTHENTICATION_REQUIRED')
      const { away, location } = await returnOf(browser, `${start}&again=yes`, 'nora', there)
      assert.equal(away.searchParams.get('prompt'), 'login')
      const { asked } = await browser.untilAsked(location, unknown)
      assert.equal(asked.user.email, user.email)
    }
  })

  test('does not get the user who was signed in before another one has signed in there', async () => {
    const [before, user] = [await addUser(kontor().engine, 'sales'), await addUser(kontor().engine, 'sales')]
    provider().accounts.set('mia', { email: user.email, email_verified: true })
    const app = await appAt(site(), await site().register())
    const person = { email: before.email, password: PASSWORD }
    const { browser } = await connect(site(), app, { person })
    await returnOf(browser, '/ui/sso', 'mia')
    const silent = await browser.follow(await browser.open((await request(app, { more: { prompt: 'none' } })).address))
    assert.equal((silent as URL).searchParams.get('error'), 'login_required')
    const { asked } = await browser.untilAsked((await request(app)).address, unknown)
    assert.equal(asked.user.email, user.email)
  })
})

onEveryDatabase('Single sign-on with roles by a claim', (kind) => {
  const { kontor, signIn, grantOf } = companyFor(kind, {
    KONTOR_OIDC_ROLE_CLAIM: 'groups',
    KONTOR_OIDC_ROLES: 'kontor-admins=admin, kontor-sales=sales',
    KONTOR_OIDC_CREATE_USERS: '1',
    KONTOR_OIDC_TRUST_EMAIL: '1',
    KONTOR_PASSWORD_SIGN_IN: ADMIN.email,
  })

  test('creates a user with the role of the claim at the first sign-in', async () => {
    const claims = { email: 'New.User@example.com', name: 'New User', groups: ['staff', 'kontor-sales'] }
    const { browser } = await signIn('new', claims)
    const { user } = (await grantOf(browser)).body.data
    assert.partialDeepStrictEqual(user, { email: 'new.user@example.com', name: 'New User', role: 'sales' })
  })

  test('follows the claim at each sign-in, but never removes the last administrator', async () => {
    const user = await addUser(kontor().engine, 'viewer')
    await signIn('ida', { email: user.email, groups: ['kontor-sales'] })
    assert.equal((await read(kontor(), `/users/${user.id}`)).role, 'sales')
    const { location } = await signIn('admin', { email: ADMIN.email, groups: ['kontor-sales'] })
    assert.equal(location, '/#signed-in')
    const [admin] = (await kontor().get(`/users?email=${ADMIN.email}`)).body.data
    assert.equal(admin.role, 'admin')
  })

  test('refuses an account without a known value, and creates nothing', async () => {
    const { location } = await signIn('guest', { email: 'no.role@example.com', groups: ['guests'] })
    assert.equal(location, '/?sso=SSO_NO_ROLE')
    assert.equal((await kontor().get('/users?email=no.role@example.com')).body.data.length, 0)
  })

  test('a wrong password and the password of others have one answer; the one administrator keeps the password', async () => {
    const user = await addUser(kontor().engine, 'admin')
    const answers = await Promise.all(
      [user.email, 'unknown@example.com', ADMIN.email].map((email) => kontor().login(email, PASSWORD)),
    )
    for (const answer of answers) assertRefused(answer, 401, 'PASSWORD_SIGN_IN_OFF')
    assert.equal(new Set(answers.map(({ body }) => body.error.message)).size, 1)
    assert.equal((await kontor().login(ADMIN.email, ADMIN.password)).status, 200)
  })

  test('every address is slowed down alike where the password is off', async () => {
    const user = await addUser(kontor().engine, 'admin')
    const triesOf = async (email: string) => {
      for (let tries = 1; ; tries++) {
        const answer = await callFrom(kontor().app.server, `198.51.100.${email.length}`, 'POST', '/auth/login', {
          body: { email, password: 'not this one' },
        })
        if (answer.status === 429) return tries
        assertRefused(answer, 401, 'PASSWORD_SIGN_IN_OFF')
      }
    }
    assert.equal(await triesOf(user.email), await triesOf(ADMIN.email))
  })

  test('a role that requires a second factor leaves that to the provider', async () => {
    const name = await addRole(kontor().engine, { items: { can: ['read'] } })
    const user = await addUser(kontor().engine, name)
    const [role] = (await kontor().get(`/roles?name=${name}`)).body.data
    await kontor().put(`/roles/${role.id}`, { requiresSecondFactor: true, secondFactorGraceDays: 0 })
    const { browser } = await signIn('karl', { email: user.email, groups: ['kontor-admins'] })
    const { token } = (await grantOf(browser)).body.data
    assert.equal((await kontor().get('/items', { token })).status, 200)
  })
})
