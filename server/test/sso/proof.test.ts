import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Browser } from '../oauth/browser.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { addUser, changeUser } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { companyFor } from './company.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

onEveryDatabase('What a provider of single sign-on proves:', (kind) => {
  let mails: MailServer
  const { kontor, provider, signIn, grantOf } = companyFor(kind, async () => {
    mails = await startMailServer()
    return {
      ...mails.environment,
      KONTOR_OIDC_ROLE_CLAIM: 'groups',
      KONTOR_OIDC_ROLES: 'kontor-admins=admin',
      KONTOR_OIDC_DEFAULT_ROLE: 'viewer',
      KONTOR_OIDC_CREATE_USERS: '1',
      KONTOR_OIDC_TRUST_EMAIL: '1',
    }
  })
  after(() => mails[Symbol.asyncDispose]())
  let lastRole = 0
  const createRole = async (browser: Browser) => {
    const { token } = (await grantOf(browser)).body.data
    return kontor().post('/roles', { name: `role ${++lastRole}`, permissions: {} }, { token })
  }

  test('a session is confirmed if the provider has asked for the password, and not if it says nothing of it', async () => {
    const { email } = await addUser(kontor().engine, 'admin')
    assert.equal((await createRole((await signIn('anna', { email })).browser)).status, 201)
    const silent = await signIn('anna', { email }, { edit: ({ searchParams }) => searchParams.delete('max_age') })
    assertRefused(await createRole(silent.browser), 403, 'REAUTHENTICATION_REQUIRED')
  })

  test('an id token with a wrong signature is refused', async () => {
    const { email } = await addUser(kontor().engine, 'sales')
    provider().forges = true
    assert.equal((await signIn('berta', { email })).location, '/?sso=SSO_FAILED')
    provider().forges = false
    assert.equal((await signIn('berta', { email })).location, '/#signed-in')
  })

  test('an address that the provider calls unverified by a text is refused, also where addresses are trusted', async () => {
    const { email } = await addUser(kontor().engine, 'sales')
    for (const word of ['false', 'no', ''])
      assert.equal(
        (await signIn(`carl ${word}`, { email, email_verified: word })).location,
        '/?sso=SSO_EMAIL_NOT_VERIFIED',
      )
    assert.equal((await signIn('carl', { email, email_verified: 'true' })).location, '/#signed-in')
  })

  test('a linked user who became a service has no session any more and does not sign in', async () => {
    const { id, email } = await addUser(kontor().engine, 'sales', { passwordHash: null })
    const { browser } = await signIn('dora', { email })
    const { token } = (await grantOf(browser)).body.data
    await changeUser(kontor().engine, id, { type: 'service' })
    assertRefused(await kontor().get('/items', { token }), 401, 'INVALID_TOKEN')
    assert.equal((await grantOf(browser)).status, 401)
    assert.equal((await signIn('dora', { email })).location, '/?sso=SSO_USER_UNKNOWN')
  })

  test('an administrator by the claim is announced to all administrators, once', async () => {
    const { email, name } = await addUser(kontor().engine, 'viewer')
    const groups = ['kontor-admins']
    for (const _ of ['first', 'again']) await signIn('emil', { email, groups })
    await signIn('frieda', { email: 'frieda@example.com', name: 'Frieda', groups })
    const { body } = await kontor().get(`/messages?kind=new-administrator&to=${ADMIN.email}`)
    assert.equal(body.data.length, 2)
    assert.match((await mails.mailTo(ADMIN.email)).text, new RegExp(`made ${name} .* an administrator`))
  })

  test('a session is not confirmed by a sign-in at the provider that was some time ago', async () => {
    const { email } = await addUser(kontor().engine, 'admin')
    const there = new Browser(provider().issuer)
    assert.equal((await createRole((await signIn('gerda', { email }, { there })).browser)).status, 201)
    kontor().advance(16 * MINUTE)
    const { browser, location } = await signIn('gerda', { email }, { there })
    assert.equal(location, '/#signed-in')
    assertRefused(await createRole(browser), 403, 'REAUTHENTICATION_REQUIRED')
  })

  test('a session ends after a day, however often it is refreshed', async () => {
    const { email } = await addUser(kontor().engine, 'sales')
    const { browser } = await signIn('hans', { email })
    kontor().advance(23 * HOUR)
    const { status, body } = await grantOf(browser)
    assert.equal(status, 200)
    kontor().advance(HOUR)
    assert.equal((await grantOf(browser)).status, 401)
    assert.equal((await kontor().get('/items', { token: body.data.token })).status, 401)
  })
})
