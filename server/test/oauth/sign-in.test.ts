import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { sessions } from '../../src/auth/access.resources.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { addUser, behindTheScenes, PASSWORD } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import type { Browser, Shown } from './browser.ts'
import { appAt, connect, request, type Site, siteFor } from './site.ts'

const SESSION = 'kontor_oauth_session /oauth'
const SEAL = 'kontor_oauth_session.sig /oauth'
const MINUTE = 60_000

const personAs = async ({ kontor }: Site, role: string) => {
  const { id, email } = await addUser(kontor.engine, role)
  return { id, email, password: PASSWORD }
}

async function shownBy(browser: Browser, address: string): Promise<Shown> {
  const page = await browser.follow(await browser.open(address))
  assert.ok(!(page instanceof URL), `a page is shown, not ${page}`)
  return page
}

onEveryDatabase('The sign-in of a browser for apps', (kind) => {
  const site = siteFor(kind)

  test('is a new cookie, that scripts cannot read and other sites cannot send', async () => {
    const { browser } = await connect(site(), await appAt(site(), await site().register()))
    const [before, seal] = [browser.cookies.get(SESSION)!, browser.cookies.get(SEAL)!]
    assert.match(before.attributes, /httponly/i)
    assert.match(before.attributes, /samesite=lax/i)
    const app = await appAt(site(), await site().register())
    const silently = async () => {
      const old = site().browser()
      old.cookies.set(SESSION, before).set(SEAL, seal)
      const { address } = await request(app, { more: { prompt: 'none' } })
      return ((await old.follow(await old.open(address))) as URL).searchParams.get('error')
    }
    assert.equal(await silently(), 'consent_required', 'the old one is good until then')
    await connect(site(), app, { browser, more: { prompt: 'login' } })
    assert.notEqual(browser.cookies.get(SESSION)!.value, before.value)
    assert.equal(await silently(), 'login_required')
  })

  test('as another user keeps the grants of the first user, and gives none of them to the second', async () => {
    const app = await appAt(site(), await site().register())
    const { browser, tokens } = await connect(site(), app)
    const person = await personAs(site(), 'viewer')
    assert.equal((await browser.signIn(person)).status, 200)
    const { asked } = await browser.untilAsked((await request(app, { scope: 'read delete' })).address, person)
    assert.equal(asked.user.email, person.email)
    const second = await connect(site(), app, { browser, scope: 'read', person })
    assert.equal((await site().api(second.tokens.access_token, '/auth/me')).body.data.id, person.id)
    assert.equal((await site().api(tokens.access_token)).status, 200)
  })

  test('as another user, between the question and the answer, grants nothing for either user', async () => {
    const app = await appAt(site(), await site().register())
    const browser = site().browser()
    const { page } = await browser.untilAsked((await request(app)).address, ADMIN)
    const person = await personAs(site(), 'viewer')
    assert.equal((await browser.signIn(person)).status, 200)
    assertRefused(await browser.ask(page, 'allow'), 400, 'BAD_REQUEST')
    const { asked } = await browser.untilAsked(page.url.href, person)
    assert.equal(asked.user.id, person.id, 'the other user is asked anew')
    const grants = (await site().kontor.get('/audit-log?action=grant')).body.data
    assert.deepEqual(
      grants.filter(({ actor }: { actor: string }) => actor === person.id),
      [],
    )
  })

  test('in two tabs at once, as two users, lets the last one continue', async () => {
    const app = await appAt(site(), await site().register())
    const person = await personAs(site(), 'viewer')
    const browser = site().browser()
    const first = await shownBy(browser, (await request(app)).address)
    await connect(site(), app, { browser })
    assert.equal((await browser.signIn(person)).status, 200)
    const { page, asked } = await browser.untilAsked(first.url.href, person)
    assert.equal(asked.user.email, person.email)
    assert.ok((await browser.decide(page, 'allow')) instanceof URL)
  })

  test('ends with a new password', async () => {
    const { kontor } = site()
    const { id, ...person } = await personAs(site(), 'manager')
    const app = await appAt(site(), await site().register())
    const { browser, tokens } = await connect(site(), app, { person })
    const password = 'something quite different 7'
    assert.equal((await kontor.put(`/users/${id}`, { password })).status, 200)
    const page = await shownBy(browser, (await request(app)).address)
    assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
    assert.equal((await site().api(tokens.access_token)).status, 200, 'the apps stay')
    await connect(site(), app, { browser, person: { ...person, password } })
    browser.pages.length = 0
    await connect(site(), app, { browser })
    assert.equal(browser.pages.length, 0)
  })

  test('sends the browser back without a page for eight hours; then it asks for consent again', async () => {
    const app = await appAt(site(), await site().register())
    const { browser } = await connect(site(), app)
    site().kontor.advance(8 * 60 * MINUTE + 1000)
    const page = await shownBy(browser, (await request(app)).address)
    assert.ok((await browser.ask(page, 'continue')).body.data.returnTo, 'the session of the web interface goes on')
  })
})

onEveryDatabase('An app that asks for a new sign-in', (kind) => {
  const site = siteFor(kind)
  const confirm = async (browser: Browser) => {
    const { body } = await browser.call('POST', '/ui/session/refresh')
    const { status } = await site().kontor.post(
      '/auth/reauthenticate',
      { password: PASSWORD },
      { token: body.data.token },
    )
    assert.equal(status, 200)
  }
  /** The library has a clock of its own, so this time must lie in the past for both. */
  const proveEarlier = (userId: string, ms: number) =>
    behindTheScenes(site().kontor.engine, async (records) => {
      const [session] = await records.related(sessions, 'user', [userId])
      const provenAt = new Date(Date.parse(session!.provenAt!) - ms).toISOString()
      await records.update(sessions, session!, { provenAt })
    })
  async function connected(more: Record<string, string>) {
    const person = await personAs(site(), 'sales')
    const app = await appAt(site(), await site().register())
    const { browser } = await connect(site(), app, { person, scope: 'openid read' })
    const asked = await request(app, { scope: 'openid read', more })
    return { person, browser, ...asked }
  }

  for (const more of [{ prompt: 'login' }, { max_age: '0' }])
    test(`by ${JSON.stringify(more)} gets a user who has confirmed it since, also where one is signed in`, async () => {
      const { browser, address } = await connected(more)
      site().kontor.advance(1000)
      const page = await shownBy(browser, address)
      assert.equal((await browser.ask(page, 'request')).body.data.mustProve, true)
      assertRefused(await browser.ask(page, 'continue'), 403, 'REAUTHENTICATION_REQUIRED')
      assertRefused(await browser.ask(page, 'allow'), 400, 'BAD_REQUEST')
      await confirm(browser)
      const { body } = await browser.ask(page, 'continue')
      const back = await browser.follow(await browser.open(body.data.returnTo))
      assert.ok((back as URL).searchParams.get('code'))
    })

  test('within an age (max_age) asks again only after that time, and learns when the user has signed in', async () => {
    const { browser, address } = await connected({ max_age: '600' })
    assert.ok(((await browser.follow(await browser.open(address))) as URL).searchParams.get('code'))
    const later = await connected({ max_age: '600' })
    await proveEarlier(later.person.id, 11 * MINUTE)
    const page = await shownBy(later.browser, later.address)
    assertRefused(await later.browser.ask(page, 'continue'), 403, 'REAUTHENTICATION_REQUIRED')
    await confirm(later.browser)
    assert.ok((await later.browser.ask(page, 'continue')).body.data.returnTo)
  })

  test('learns in the id token when the user has last confirmed it', async () => {
    const person = await personAs(site(), 'sales')
    const registered = await site().register()
    const options = { algorithm: 'oidc' as const, execute: [client.allowInsecureRequests] }
    const secret = client.ClientSecretBasic(registered.clientSecret)
    const app = await client.discovery(new URL(site().origin), registered.clientId, undefined, secret, options)
    const asked = { person, scope: 'openid read', more: { max_age: '86400' } }
    const timeIn = ({ tokens }: Awaited<ReturnType<typeof connect>>) =>
      (tokens as client.TokenEndpointResponse & client.TokenEndpointResponseHelpers).claims()!.auth_time as number
    const first = await connect(site(), app, asked)
    site().kontor.advance(5 * MINUTE)
    assert.equal(timeIn(await connect(site(), app, { ...asked, browser: first.browser })), timeIn(first))
    await confirm(first.browser)
    const after = timeIn(await connect(site(), app, { ...asked, browser: first.browser }))
    assert.ok(after >= timeIn(first) + 300, `${after} is not later than ${timeIn(first)}`)
  })
})
