import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { addUser, PASSWORD, signedIn } from '../support/people.ts'
import { assertUsualHeaders } from '../support/raw-http.ts'
import { addApp } from '../support/second-factor.ts'
import { actionIn, type Browser, type Shown } from './browser.ts'
import { appAt, connect, request, type Site, siteFor } from './site.ts'

const SESSION = 'kontor_oauth_session /oauth'
const SEAL = 'kontor_oauth_session.sig /oauth'

/** A browser that has been sent here by a new app, and the page that it shows. */
async function arrived(site: Site, more: object = {}, asked = {}) {
  const app = await appAt(site, await site.register(more))
  const { address } = await request(app, asked)
  const browser = site.browser()
  return { app, address, browser, page: await shownBy(browser, address) }
}

async function shownBy(browser: Browser, address: string): Promise<Shown> {
  const page = await browser.follow(await browser.open(address))
  assert.ok(!(page instanceof URL), 'a page is shown')
  return page
}

async function signIn(browser: Browser, page: Shown): Promise<Shown> {
  const next = await browser.follow(await browser.submit(actionIn(page), { ...ADMIN }))
  assert.ok(!(next instanceof URL))
  return next
}

onEveryDatabase('The sign-in and consent pages', (kind) => {
  const site = siteFor(kind)

  test('cannot be framed, run no script, are not cached, and send no referrer', async () => {
    const { browser, page } = await arrived(site())
    const wrong = await browser.submit(actionIn(page), { email: ADMIN.email, password: 'wrong' })
    const consent = await signIn(browser, page)
    const failed = await browser.open('/oauth/interaction/unknown')
    for (const { headers, status, text } of [page, wrong, consent, failed]) {
      const policy = headers.get('content-security-policy')!
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /script-src|unsafe|form-action/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'same-origin')
      assertUsualHeaders({ status, headers: Object.fromEntries(headers) })
      assert.match(text, /<html lang="en">/)
      assert.doesNotMatch(text, /<script|\sstyle=|\son\w+=/)
      assert.equal((text.match(/<h1>/g) ?? []).length, 1)
    }
  })

  test('escape names, whatever they contain', async () => {
    const name = `<script>alert("1")</script>'&amp;`
    const { browser, page } = await arrived(site(), { name }, { more: { login_hint: '"><b>x' } })
    const consent = await signIn(browser, page)
    for (const { text } of [page, consent]) {
      assert.ok(text.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp;'))
      assert.doesNotMatch(text, /<script|<b>/)
    }
    const failed = await browser.open('/oauth/authorize?client_id=%3Cscript%3E&redirect_uri=%22%3E%3Cscript%3E')
    assert.equal(failed.status, 400)
    assert.doesNotMatch(failed.text, /<script/)
  })

  test('name the app, its scopes, the user and the destination', async () => {
    const { browser, page } = await arrived(site(), { name: 'Ledger Sync' }, { scope: 'read admin openid email' })
    assert.match(page.text, /to continue to <strong>Ledger Sync<\/strong>/)
    for (const field of ['email', 'password']) assert.match(page.text, new RegExp(`<label for="${field}">`))
    const { text } = await signIn(browser, page)
    assert.match(text, /Let <strong>Ledger Sync<\/strong> use your Kontor\?/)
    assert.match(text, /<strong>Administrator<\/strong> \(admin@kontor\.local\)/)
    for (const words of ['See records', 'Administer this Kontor', 'Know who you are', 'See your e-mail address'])
      assert.ok(text.includes(`<strong>${words}</strong>`), words)
    assert.ok(!text.includes('Delete records'))
    assert.match(text, /sent to <strong>app\.example\.com<\/strong>/)
  })

  test('let the user deny consent, before and after sign-in: the app gets access_denied', async () => {
    const { browser, page, address } = await arrived(site())
    const cancelled = await browser.follow(await browser.submit(actionIn(page).replace('sign-in', 'deny'), {}))
    assert.ok(cancelled instanceof URL)
    assert.equal(cancelled.searchParams.get('error'), 'access_denied')
    const denied = await site().browser().authorise(address, ADMIN, 'deny')
    assert.equal(denied.searchParams.get('error'), 'access_denied')
    assert.equal(denied.searchParams.get('code'), null)
  })

  test('report a wrong password, and slow down guessing together with the API', async () => {
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const { browser, page } = await arrived(site())
    const wrong = () => browser.submit(actionIn(page), { email, password: 'wrong' })
    const first = await wrong()
    assert.equal(first.status, 401)
    assert.match(first.text, /role="alert" id="fault">The e-mail address or the password is wrong\./)
    assert.ok(first.text.includes(`value="${email}"`) && !first.text.includes('value="wrong"'))
    for (let attempt = 0; attempt < 4; attempt++) await wrong()
    const slowed = await wrong()
    assert.equal(slowed.status, 429)
    assert.match(slowed.text, /Too many attempts/)
    assert.ok(Number(slowed.headers.get('retry-after')) > 0)
    assert.equal((await browser.submit(actionIn(page), { email, password: PASSWORD })).status, 429)
    const { headers } = slowed
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  })

  test('belong to the browser that started: neither the address nor a cookie alone is enough', async () => {
    const { browser, page } = await arrived(site())
    const elsewhere = site().browser()
    assert.equal((await elsewhere.open(page.url.href)).status, 400)
    assert.equal((await elsewhere.submit(actionIn(page), { ...ADMIN })).status, 400)
    assert.match((await elsewhere.open(page.url.href)).text, /This page has expired/)
    for (const [name, cookie] of browser.cookies)
      elsewhere.cookies.set(name, { ...cookie, value: name.includes('.sig') ? 'forged' : cookie.value })
    assert.equal((await elsewhere.open(page.url.href)).status, 400)
    site().kontor.advance(11 * 60_000)
    assert.equal((await browser.open(page.url.href)).status, 400, 'and only for ten minutes')
  })
})

onEveryDatabase('The page that asks for the second factor', (kind) => {
  const site = siteFor(kind)

  /** A user with an authenticator app, who has entered the password. */
  async function halfWay() {
    const { kontor } = site()
    const me = await signedIn(kontor, 'viewer')
    const app = await addApp(kontor, me)
    const { browser, page } = await arrived(site())
    const asked = await browser.submit(actionIn(page), { email: me.email, password: PASSWORD })
    const answer = async (shown: Shown, code: string) =>
      browser.follow(await browser.submit(actionIn(shown), { challenge: challengeIn(shown), code }))
    return { me, app, asked, answer }
  }
  const challengeIn = ({ text }: Shown) => /name="challenge" value="([^"]+)"/.exec(text)![1]!
  const assertConsent = (shown: Shown | URL) => {
    assert.ok(!(shown instanceof URL))
    assert.match(shown.text, /<h1>Let /)
  }

  test('follows the password, reports a wrong code, and goes on after a right one', async () => {
    const { app, asked, answer } = await halfWay()
    assert.equal(asked.status, 401)
    assert.match(asked.text, /<h1>Second factor<\/h1>/)
    assert.match(asked.text, /<label for="code">Code<\/label>/)
    assert.doesNotMatch(asked.text, /<script|id="use-passkey"/, 'this user has no passkey')
    assert.match(asked.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(asked.headers.get('cache-control'), 'no-store')
    const wrong = await answer(asked, '000000')
    assert.ok(!(wrong instanceof URL))
    assert.equal(wrong.status, 401)
    assert.match(wrong.text, /role="alert" id="fault">[^<]+/)
    assert.match(wrong.text, /aria-invalid="true" aria-describedby="fault"/)
    assertConsent(await answer(wrong, app.code()))
  })

  test('takes a recovery code, once', async () => {
    const { me, app, asked, answer } = await halfWay()
    const [code] = app.recoveryCodes
    assertConsent(await answer(asked, code!))
    const { browser, page } = await arrived(site())
    const again = await browser.submit(actionIn(page), { email: me.email, password: PASSWORD })
    const refused = await browser.submit(actionIn(again), { challenge: challengeIn(again), code: code! })
    assert.equal(refused.status, 401)
    assert.match(refused.text, /<h1>Second factor/)
  })

  test('begins again with the password after five minutes', async () => {
    const { app, asked, answer } = await halfWay()
    site().kontor.advance(5 * 60_000)
    const late = await answer(asked, app.code())
    assert.ok(!(late instanceof URL))
    assert.match(late.text, /<h1>Sign in/)
    assert.match(late.text, /role="alert"/)
    assert.match(late.text, /<label for="password">/)
  })
})

onEveryDatabase('A form of another site', (kind) => {
  const site = siteFor(kind)

  test('has no effect, whatever user is signed in', async () => {
    const { browser, page } = await arrived(site())
    const consent = await signIn(browser, page)
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${site().origin}.evil.example` },
      { origin: site().origin, 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await browser.submit(actionIn(consent), {}, headers)
      assert.equal(refused.status, 403)
      assert.equal(refused.headers.get('location'), null)
    }
    const silent = await browser.open(actionIn(consent), { method: 'POST', body: new URLSearchParams() })
    assert.equal(silent.status, 403, 'nor one that does not say where it comes from')
    const json = await browser.open(actionIn(consent), {
      method: 'POST',
      body: '{}',
      headers: { origin: site().origin, 'content-type': 'application/json' },
    })
    assert.equal(json.status, 415)
    assert.ok((await browser.follow(await browser.submit(actionIn(consent), {}))) instanceof URL)
  })
})

onEveryDatabase('Signing in', (kind) => {
  const site = siteFor(kind)

  test('gives the browser a new cookie, that scripts cannot read and other sites cannot send', async () => {
    const { browser } = await connect(site(), await appAt(site(), await site().register()))
    const [before, seal] = [browser.cookies.get(SESSION)!, browser.cookies.get(SEAL)!]
    assert.match(before.attributes, /httponly/i)
    assert.match(before.attributes, /samesite=lax/i)
    const app = await appAt(site(), await site().register())
    const old = site().browser()
    old.cookies.set(SESSION, before).set(SEAL, seal)
    assert.match((await shownBy(old, (await request(app)).address)).text, /<h1>Let/, 'the old one is good until then')
    await connect(site(), app, { browser, more: { prompt: 'login' } })
    assert.notEqual(browser.cookies.get(SESSION)!.value, before.value)
    old.cookies.set(SESSION, before).set(SEAL, seal)
    assert.match((await shownBy(old, (await request(app)).address)).text, /<h1>Sign in/)
  })

  test('as another user keeps the grants of the first user, and gives none of them to the second', async () => {
    const app = await appAt(site(), await site().register())
    const { browser, tokens } = await connect(site(), app)
    const { id, email } = await addUser(site().kontor.engine, 'viewer')
    const page = await shownBy(browser, (await request(app, { scope: 'read delete' })).address)
    const [, link] = /href="([^"]+\/sign-in)"/.exec(page.text)!
    const form = await browser.open(link!)
    const next = await browser.follow(await browser.submit(actionIn(form), { email, password: PASSWORD }))
    assert.ok(!(next instanceof URL))
    assert.match(next.text, new RegExp(`\\(${email}\\)`))
    const second = await connect(site(), app, { browser, scope: 'read' })
    assert.equal((await site().api(second.tokens.access_token, '/auth/me')).body.data.id, id)
    assert.equal((await site().api(tokens.access_token)).status, 200)
  })

  test('in two tabs at once, as two users, lets the last one continue', async () => {
    const app = await appAt(site(), await site().register())
    const { email } = await addUser(site().kontor.engine, 'viewer')
    const browser = site().browser()
    const first = await shownBy(browser, (await request(app)).address)
    await connect(site(), app, { browser })
    const next = await browser.follow(await browser.submit(actionIn(first), { email, password: PASSWORD }))
    assert.ok(!(next instanceof URL))
    assert.match(next.text, new RegExp(`\\(${email}\\)`))
    assert.ok((await browser.follow(await browser.submit(actionIn(next), {}))) instanceof URL)
  })

  test('ends with a new password', async () => {
    const { kontor } = site()
    const { id, email } = await addUser(kontor.engine, 'manager')
    const app = await appAt(site(), await site().register())
    const { browser, tokens } = await connect(site(), app, { person: { email, password: PASSWORD } })
    kontor.advance(2000)
    const password = 'something quite different 7'
    assert.equal((await kontor.put(`/users/${id}`, { password })).status, 200)
    assert.match((await shownBy(browser, (await request(app)).address)).text, /<h1>Sign in/)
    assert.equal((await site().api(tokens.access_token)).status, 200, 'the apps stay')
    kontor.advance(2000)
    await connect(site(), app, { browser, person: { email, password } })
    browser.pages.length = 0
    await connect(site(), app, { browser })
    assert.equal(browser.pages.length, 0)
  })

  test('lasts eight hours', async () => {
    const app = await appAt(site(), await site().register())
    const { browser } = await connect(site(), app)
    site().kontor.advance(8 * 3_600_000 + 1000)
    assert.match((await shownBy(browser, (await request(app)).address)).text, /<h1>Sign in/)
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
  })
})
