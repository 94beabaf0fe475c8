import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey } from '../support/keys.ts'
import { ADMIN } from '../support/kontor.ts'
import { PASSWORD, signedIn } from '../support/people.ts'
import { assertUsualHeaders } from '../support/raw-http.ts'
import { assertRefused } from '../support/records.ts'
import { addApp } from '../support/second-factor.ts'
import type { Browser, Shown } from './browser.ts'
import { type Asked, appAt, connect, request, type Site, siteFor } from './site.ts'

const QUESTIONS = ['request', 'continue', 'allow', 'deny'] as const

/** A browser that has been sent here by a new app, and the page that it shows. */
async function arrived(site: Site, more: object = {}, asked: Asked = {}) {
  const app = await appAt(site, await site.register(more))
  const { address } = await request(app, asked)
  const browser = site.browser()
  return { app, address, browser, page: await shownBy(browser, address) }
}

/** The same, where the administrator is asked for consent. */
async function asked(site: Site) {
  const app = await appAt(site, await site.register())
  const browser = site.browser()
  return { app, browser, ...(await browser.untilAsked((await request(app)).address, ADMIN)) }
}

async function shownBy(browser: Browser, address: string): Promise<Shown> {
  const page = await browser.follow(await browser.open(address))
  assert.ok(!(page instanceof URL), 'a page is shown')
  return page
}

onEveryDatabase('The page for consent', (kind) => {
  const site = siteFor(kind)

  test('cannot be framed, runs only our scripts, and is not cut off from the window of the app', async () => {
    const { page } = await arrived(site())
    assert.match(page.url.pathname, /^\/ui\/oauth\/[\w-]+$/)
    const policy = page.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(policy, /script-src 'self'/)
    assert.equal(page.headers.get('x-frame-options'), 'DENY')
    assert.equal(page.headers.get('cross-origin-opener-policy'), null)
    const other = await site().browser().open('/items')
    assert.equal(other.headers.get('cross-origin-opener-policy'), 'same-origin')
  })

  test('learns who asks before a user has signed in, and then what is asked of which user', async () => {
    const { browser, page } = await arrived(
      site(),
      { name: 'Ledger Sync' },
      { scope: 'read admin openid email', more: { login_hint: 'anna@example.com' } },
    )
    const known = await browser.ask(page, 'request')
    assert.deepEqual(known.body.data, { app: 'Ledger Sync', loginHint: 'anna@example.com', mustProve: false })
    assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
    const { asked: told } = await browser.untilAsked(page.url.href, ADMIN)
    const { id, name, email } = (await site().kontor.get('/auth/me')).body.data
    assert.deepEqual(told, {
      app: 'Ledger Sync',
      redirectUri: 'https://app.example.com/callback',
      user: { id, name, email },
      allowed: ['read', 'admin', 'openid', 'email'],
      withheld: [],
    })
    for (const { headers } of [known, await browser.ask(page, 'continue')]) assertUsualHeaders({ status: 200, headers })
    assert.equal(known.headers['cache-control'], 'no-store')
  })

  test('lets the user deny consent, before and after sign-in: the app gets access_denied', async () => {
    const { browser, page, address } = await arrived(site())
    const cancelled = await browser.decide(page, 'deny')
    assert.ok(cancelled instanceof URL)
    assert.equal(cancelled.searchParams.get('error'), 'access_denied')
    const denied = await site().browser().authorise(address, ADMIN, 'deny')
    assert.equal(denied.searchParams.get('error'), 'access_denied')
    assert.equal(denied.searchParams.get('code'), null)
  })

  test('belongs to the browser that started: neither the address nor a cookie alone is enough', async () => {
    const { browser, page } = await asked(site())
    const elsewhere = site().browser()
    assert.equal((await elsewhere.signIn(ADMIN)).status, 200)
    for (const what of QUESTIONS) assertRefused(await elsewhere.ask(page, what), 400, 'BAD_REQUEST')
    assert.match((await elsewhere.ask(page, 'request')).body.error.message, /has expired, or it was opened in another/)
    for (const [name, cookie] of browser.cookies)
      elsewhere.cookies.set(name, { ...cookie, value: name.includes('.sig') ? 'forged' : cookie.value })
    for (const what of QUESTIONS) assertRefused(await elsewhere.ask(page, what), 400, 'BAD_REQUEST')
    site().kontor.advance(11 * 60_000)
    for (const what of QUESTIONS) assert.equal((await browser.ask(page, what)).status, 400, 'and only for ten minutes')
  })

  test('cannot be answered for another request of the same browser', async () => {
    const { browser, page } = await asked(site())
    const other = await browser.untilAsked((await request(await appAt(site(), await site().register()))).address, ADMIN)
    const [cookie] = [...browser.cookies.values()].filter(({ path }) => path === other.page.url.pathname)
    for (const name of ['kontor_oauth_step', 'kontor_oauth_step.sig']) {
      const given = browser.cookies.get(`${name} ${other.page.url.pathname}`)!
      browser.cookies.set(`${name} ${page.url.pathname}`, { ...given, path: page.url.pathname })
    }
    assert.ok(cookie)
    assertRefused(await browser.ask(page, 'allow'), 400, 'BAD_REQUEST')
  })

  test('takes the cookie of the web interface only: no access token and no API key', async () => {
    const { kontor } = site()
    const { browser, page } = await arrived(site())
    const { token } = await signedIn(kontor, 'admin')
    const { key } = await createKey(kontor, { scopes: ['read', 'write', 'delete', 'admin'] })
    for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-api-key': key }])
      for (const what of ['continue', 'allow'] as const)
        assertRefused(await browser.ask(page, what, headers), 401, 'UNAUTHORIZED')
    const { refreshToken } = await signedIn(kontor, 'admin')
    browser.cookies.set('kontor_session /ui', { value: refreshToken, path: '/ui', attributes: '' })
    assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
  })

  test('takes the newest cookie of a session: one that was replaced opens nothing', async () => {
    const { browser, page } = await asked(site())
    const before = browser.cookies.get('kontor_session /ui')!
    assert.equal((await browser.call('POST', '/ui/session/refresh')).status, 200)
    const current = browser.cookies.get('kontor_session /ui')!
    site().kontor.advance(11_000)
    browser.cookies.set('kontor_session /ui', before)
    for (const what of ['continue', 'allow'] as const) assertRefused(await browser.ask(page, what), 401, 'UNAUTHORIZED')
    browser.cookies.set('kontor_session /ui', current)
    assert.ok((await browser.decide(page, 'allow')) instanceof URL)
  })

  test('says in the language of the interface what is wrong', async () => {
    const { page } = await arrived(site())
    const { body } = await site().browser('de').ask(page, 'request')
    assert.match(body.error.message, /^Die Anfrage der App ist abgelaufen/)
  })
})

onEveryDatabase('A page of another site', (kind) => {
  const site = siteFor(kind)

  test('can neither allow nor deny, whatever user is signed in', async () => {
    const { browser, page } = await asked(site())
    const { origin } = site()
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: `${origin}.evil.example`, 'sec-fetch-site': 'same-site' },
      { origin, 'sec-fetch-site': 'cross-site' },
    ])
      for (const what of QUESTIONS) assertRefused(await browser.ask(page, what, headers), 403, 'FORBIDDEN')
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
      const silent = await browser.open(`${page.url.pathname}/allow`, { method: 'POST', headers })
      assert.equal(silent.status, 403, 'nor one that does not say truly where it comes from')
    }
    assert.ok((await browser.decide(page, 'allow')) instanceof URL)
  })
})

onEveryDatabase('A user with a second factor', (kind) => {
  const site = siteFor(kind)

  test('is asked for consent only after it was proven', async () => {
    const { kontor } = site()
    const me = await signedIn(kontor, 'viewer')
    const app = await addApp(kontor, me)
    const { browser, page } = await arrived(site())
    const half = await browser.signIn({ email: me.email, password: PASSWORD })
    assert.deepEqual([half.status, half.body.error.code], [401, 'SECOND_FACTOR_REQUIRED'])
    assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
    const { challenge } = half.body.error
    const wrong = await browser.call('POST', '/ui/session', { challenge, code: '000000' })
    assertRefused(wrong, 401, 'INVALID_SECOND_FACTOR')
    assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
    assert.equal((await browser.call('POST', '/ui/session', { challenge, code: app.code() })).status, 200)
    const { asked: told } = await browser.untilAsked(page.url.href, ADMIN)
    assert.equal(told.user.id, me.id)
  })

  test('that the role requires and that is missing connects no app, also not one that was connected before', async () => {
    const { kontor } = site()
    const [role] = (await kontor.get('/roles?name=sales')).body.data
    const me = await signedIn(kontor, 'sales')
    const person = { email: me.email, password: PASSWORD }
    const app = await appAt(site(), await site().register())
    const { browser } = await connect(site(), app, { person, scope: 'read' })
    const change = { requiresSecondFactor: true, secondFactorGraceDays: 0 }
    assert.equal((await kontor.put(`/roles/${role.id}`, change)).status, 200)
    const page = await shownBy(browser, (await request(app, { scope: 'read' })).address)
    for (const what of ['continue', 'allow'] as const)
      assertRefused(await browser.ask(page, what), 403, 'SECOND_FACTOR_SETUP_REQUIRED')
    const { address } = await request(app, { scope: 'read', more: { prompt: 'none' } })
    const silent = await browser.follow(await browser.open(address))
    assert.equal((silent as URL).searchParams.get('error'), 'login_required')
    const { token } = (await browser.call('POST', '/ui/session/refresh')).body.data
    await addApp(kontor, { token }) // in this browser: all other sessions of the user end
    assert.ok((await browser.ask(page, 'continue')).body.data.returnTo)
  })
})

onEveryDatabase('The error page', (kind) => {
  const site = siteFor(kind)

  test('cannot be framed, runs no script, is not cached, and escapes what it names', async () => {
    const failed = await site()
      .browser()
      .open('/oauth/authorize?client_id=%3Cscript%3E&redirect_uri=%22%3E%3Cscript%3E')
    assert.equal(failed.status, 400)
    const policy = failed.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /script-src|unsafe/)
    assert.equal(failed.headers.get('x-frame-options'), 'DENY')
    assert.equal(failed.headers.get('cache-control'), 'no-store')
    assert.doesNotMatch(failed.text, /<script|\sstyle=|\son\w+=/)
    assert.equal((failed.text.match(/<h1>/g) ?? []).length, 1)
    assertUsualHeaders({ status: failed.status, headers: Object.fromEntries(failed.headers) })
  })
})

onEveryDatabase('Too many requests', (kind) => {
  const site = siteFor(kind, { environment: { KONTOR_PLAN: 'custom:20/unlimited' } })

  test('are refused with a page for users, and with an OAuth error for programs', async () => {
    const browser = site().browser()
    let shown = await browser.open('/oauth/authorize')
    for (let count = 0; count < 30 && shown.status !== 429; count++) shown = await browser.open('/oauth/authorize')
    assert.equal(shown.status, 429)
    assert.match(shown.headers.get('content-type')!, /html/)
    assert.equal(shown.headers.get('x-ratelimit-remaining'), '0')
    assert.ok(Number(shown.headers.get('retry-after')) > 0)
    const response = await fetch(`${site().origin}/oauth/token`, { method: 'POST', body: new URLSearchParams() })
    assert.equal(response.status, 429)
    const body = (await response.json()) as Record<string, string>
    assert.deepEqual(Object.keys(body), ['error', 'error_description'])
    assert.equal(body.error, 'temporarily_unavailable')
    const own = await browser.call('GET', '/ui/oauth/anything/request')
    assertRefused(own, 429, 'RATE_LIMIT_EXCEEDED')
  })
})
