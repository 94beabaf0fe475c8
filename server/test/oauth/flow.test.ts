import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as client from 'openid-client'
import { AuthorizationCode } from 'simple-oauth2'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { assertUsualHeaders } from '../support/raw-http.ts'
import { appAt, CALLBACK, connect, refusedWith, request, siteFor } from './site.ts'

onEveryDatabase('An app built on openid-client', (kind) => {
  const site = siteFor(kind)

  test('gets tokens by code and PKCE, uses, refreshes and revokes them', async () => {
    const app = await appAt(site(), await site().register())
    const { tokens, refreshToken, browser } = await connect(site(), app)
    assert.equal(browser.pages.length, 2, 'one page to sign in, one to consent')
    assert.equal(tokens.token_type, 'bearer')
    assert.equal(tokens.expires_in, 3600)
    assert.equal(tokens.scope, 'read write')
    assert.match(tokens.access_token, /^kto_\w{49}$/)
    assert.match(refreshToken, /^ktor_\w{49}$/)
    assert.equal((await site().api(tokens.access_token)).status, 200)

    const fresh = await client.refreshTokenGrant(app, refreshToken)
    assert.notEqual(fresh.refresh_token, refreshToken)
    assert.equal(fresh.scope, 'read write')
    assert.equal((await site().api(fresh.access_token)).status, 200)

    assert.equal((await client.tokenIntrospection(app, fresh.access_token)).active, true)
    await client.tokenRevocation(app, fresh.refresh_token!)
    assert.equal((await site().api(fresh.access_token)).status, 401)
    assert.equal((await client.tokenIntrospection(app, fresh.access_token)).active, false)
    assert.equal((await site().api(tokens.access_token)).status, 401, 'all tokens of the grant are gone')
  })

  test('can ask for less when it refreshes', async () => {
    const app = await appAt(site(), await site().register())
    const { refreshToken } = await connect(site(), app)
    const fresh = await client.refreshTokenGrant(app, refreshToken, { scope: 'read' })
    assert.equal(fresh.scope, 'read')
    assert.equal((await site().api(fresh.access_token, '/items', 'POST')).status, 403)
  })

  test('does not ask twice: a signed-in user who has allowed it is sent back at once', async () => {
    const app = await appAt(site(), await site().register())
    const { browser } = await connect(site(), app)
    browser.pages.length = 0
    const again = await connect(site(), app, { browser })
    assert.equal(browser.pages.length, 0)
    assert.equal((await site().api(again.tokens.access_token)).status, 200)
    await connect(site(), app, { browser, scope: 'read write delete' })
    assert.equal(browser.pages.length, 1, 'more than before needs a new consent, but no second sign-in')
  })

  test('can require a response without, or with, a question to the user', async () => {
    const app = await appAt(site(), await site().register())
    const { browser } = await connect(site(), app, { scope: 'read' })
    browser.pages.length = 0
    const silently = async (scope: string) => {
      const { address } = await request(app, { scope, more: { prompt: 'none' } })
      return (await browser.follow(await browser.open(address))) as URL
    }
    assert.ok((await silently('read')).searchParams.get('code'))
    assert.equal((await silently('read write')).searchParams.get('error'), 'consent_required')
    assert.equal(browser.pages.length, 0)
    const scope = 'read offline_access'
    const { tokens } = await connect(site(), app, { browser, scope, more: { prompt: 'consent' } })
    assert.equal(browser.pages.length, 1)
    assert.deepEqual(browser.asked.at(-1)!.allowed, ['read', 'offline_access'])
    assert.equal(tokens.scope, scope)
    await connect(site(), app, { browser, scope: 'read', more: { prompt: 'login' } })
    assert.equal(browser.pages.length, 2)
  })

  test('that revokes an access token loses all tokens, but not the consent', async () => {
    const app = await appAt(site(), await site().register())
    const { browser, tokens, refreshToken } = await connect(site(), app)
    await client.tokenRevocation(app, tokens.access_token)
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_grant')
    browser.pages.length = 0
    await connect(site(), app, { browser })
    assert.equal(browser.pages.length, 0)
  })

  test('learns who the user is, if it asks for that scope', async () => {
    const registered = await site().register()
    const options = { algorithm: 'oidc' as const, execute: [client.allowInsecureRequests] }
    const secret = client.ClientSecretBasic(registered.clientSecret)
    const app = await client.discovery(new URL(site().origin), registered.clientId, undefined, secret, options)
    const { tokens } = await connect(site(), app, { scope: 'openid profile email read' })
    const { sub, iss } = (tokens as client.TokenEndpointResponse & client.TokenEndpointResponseHelpers).claims()!
    const me = (await site().kontor.get('/auth/me')).body.data
    assert.equal(sub, me.id)
    assert.equal(iss, site().origin)
    const info = await client.fetchUserInfo(app, tokens.access_token, sub)
    assert.deepEqual({ ...info }, { sub: me.id, name: me.name, email: me.email })
  })

  test('can push its authorization request', async () => {
    const app = await appAt(site(), await site().register())
    const { address, checks } = await request(app)
    const parameters = new URL(address).searchParams
    const pushed = await client.buildAuthorizationUrlWithPAR(app, parameters)
    assert.ok(!pushed.href.includes('code_challenge'))
    const back = await site().browser().authorise(pushed.href, ADMIN)
    const tokens = await client.authorizationCodeGrant(app, back, checks)
    assert.equal(tokens.scope, 'read write')
  })

  test('gets the scope read if it names none', async () => {
    const app = await appAt(site(), await site().register())
    const { address, checks } = await request(app)
    const url = new URL(address)
    url.searchParams.delete('scope')
    const tokens = await client.authorizationCodeGrant(app, await site().browser().authorise(url.href, ADMIN), checks)
    assert.equal(tokens.scope, 'read')
  })
})

onEveryDatabase('An app on the user’s own device', (kind) => {
  const site = siteFor(kind)

  test('listens on any free port', async () => {
    const app = await appAt(site(), await site().register({ isPublic: true, redirectUris: ['http://127.0.0.1/back'] }))
    const { tokens, browser } = await connect(site(), app, { redirectUri: 'http://127.0.0.1:51999/back' })
    assert.equal((await site().api(tokens.access_token)).status, 200)
    assert.equal(browser.asked.at(-1)!.redirectUri, 'http://127.0.0.1:51999/back')
    browser.pages.length = 0
    await connect(site(), app, { browser, redirectUri: 'http://127.0.0.1:52000/back' })
    assert.equal(browser.pages.length, 1, 'another program could impersonate it, so the user is asked every time')
  })

  test('may have its own URI scheme', async () => {
    const redirectUri = 'com.example.app:/back'
    const app = await appAt(site(), await site().register({ isPublic: true, redirectUris: [redirectUri] }))
    const { back, tokens, browser } = await connect(site(), app, { redirectUri })
    assert.equal(back.protocol, 'com.example.app:')
    assert.equal(browser.asked.at(-1)!.redirectUri, redirectUri)
    assert.equal((await site().api(tokens.access_token)).status, 200)
  })
})

onEveryDatabase('An app built on simple-oauth2', (kind) => {
  const site = siteFor(kind)

  for (const authorizationMethod of ['header', 'body'] as const) {
    test(`gets, refreshes and revokes tokens with its secret in the ${authorizationMethod}`, async () => {
      const { clientId: id, clientSecret: secret } = await site().register()
      const auth = {
        tokenHost: site().origin,
        tokenPath: '/oauth/token',
        authorizePath: '/oauth/authorize',
        revokePath: '/oauth/revoke',
      }
      const app = new AuthorizationCode({ client: { id, secret }, auth, options: { authorizationMethod } })
      const verifier = randomBytes(32).toString('base64url')
      const pkce = { code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' }
      const address = app.authorizeURL({ redirect_uri: CALLBACK, scope: 'read', state: 'abc', ...pkce } as never)
      const back = await site().browser().authorise(address, ADMIN)
      assert.equal(back.searchParams.get('state'), 'abc')
      const code = back.searchParams.get('code')!
      const first = await app.getToken({ code, redirect_uri: CALLBACK, code_verifier: verifier } as never)
      assert.equal((await site().api(String(first.token.access_token))).status, 200)
      const second = await first.refresh()
      assert.equal((await site().api(String(second.token.access_token))).status, 200)
      await second.revoke('refresh_token')
      assert.equal((await site().api(String(second.token.access_token))).status, 401)
    })
  }
})

onEveryDatabase('The metadata', (kind) => {
  const site = siteFor(kind)

  test('tells libraries all endpoints, under the origin that they know', async () => {
    const { origin } = site()
    for (const name of ['oauth-authorization-server', 'openid-configuration']) {
      const response = await fetch(`${origin}/.well-known/${name}`)
      assertUsualHeaders({ status: response.status, headers: Object.fromEntries(response.headers) })
      const metadata = (await response.json()) as Record<string, unknown>
      assert.equal(metadata.issuer, origin)
      assert.equal(metadata.authorization_endpoint, `${origin}/oauth/authorize`)
      assert.equal(metadata.token_endpoint, `${origin}/oauth/token`)
      assert.equal(metadata.revocation_endpoint, `${origin}/oauth/revoke`)
      assert.equal(metadata.introspection_endpoint, `${origin}/oauth/introspect`)
      assert.equal(metadata.userinfo_endpoint, `${origin}/oauth/userinfo`)
      assert.equal(metadata.pushed_authorization_request_endpoint, `${origin}/oauth/par`)
      assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
      assert.deepEqual(metadata.response_types_supported, ['code'])
      assert.deepEqual(metadata.grant_types_supported, ['authorization_code', 'refresh_token'])
      for (const scope of ['read', 'write', 'delete', 'admin'])
        assert.ok((metadata.scopes_supported as string[]).includes(scope))
    }
    const { keys } = (await (await fetch(`${origin}/oauth/jwks`)).json()) as { keys: Record<string, unknown>[] }
    assert.deepEqual(Object.keys(keys[0]!).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'], 'the public half only')
  })

  test('does not depend on the Host header of a client', async () => {
    const { origin } = site()
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`, { headers })).text()
    assert.doesNotMatch(metadata, /evil/)
    const injected = await site().kontor.app.server.inject({
      url: '/.well-known/oauth-authorization-server',
      headers: { host: 'evil.example', ...headers },
    })
    assert.equal(injected.json().issuer, origin)
    const app = await appAt(site(), await site().register())
    const { address } = await request(app)
    const sent = await site().browser().open(address, { headers })
    assert.match(sent.headers.get('location')!, /^\/ui\/oauth\//)
    for (const cookie of sent.headers.getSetCookie()) assert.doesNotMatch(cookie, /evil/)
  })
})

onEveryDatabase('Behind a public origin', (kind) => {
  const site = siteFor(kind, { environment: { KONTOR_BASE_URL: 'https://kontor.example.com' } })

  test('all addresses have that origin, and cookies are for https only', async () => {
    const { origin } = site()
    const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()
    assert.equal((metadata as { token_endpoint: string }).token_endpoint, 'https://kontor.example.com/oauth/token')
    const { clientId } = await site().register()
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: CALLBACK,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    const sent = await site().browser().open(`/oauth/authorize?${query}`)
    const cookies = sent.headers.getSetCookie()
    assert.ok(cookies.length > 0)
    for (const cookie of cookies) assert.match(cookie, /; secure/i)
  })
})
