import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { appAt, CALLBACK, connect, refusedWith, request, type Site, siteFor } from './site.ts'

const CHALLENGE = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }

/** The address that an app sends people to, with something about it changed; null leaves a parameter out. */
function asking(clientId: string, changes: Record<string, string | null> = {}): string {
  const usual = { client_id: clientId, response_type: 'code', scope: 'read', redirect_uri: CALLBACK, state: 's' }
  const all: Record<string, string | null> = { ...usual, ...CHALLENGE, ...changes }
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null)
  return `/oauth/authorize?${new URLSearchParams(given)}`
}

/** A request to the token endpoint, written by hand. */
async function post({ origin }: Site, path: string, fields: Record<string, string>, headers = {}) {
  const response = await fetch(origin + path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined }
}

onEveryDatabase('A request that cannot be trusted', (kind) => {
  const site = siteFor(kind)

  test('never redirects anywhere but to a registered address', async () => {
    const { clientId } = await site().register()
    const elsewhere = [
      'https://evil.example/callback',
      `${CALLBACK}/more`,
      `${CALLBACK}?more=1`,
      `${CALLBACK}#more`,
      'https://app.example.com@evil.example/callback',
      'https://app.example.com.evil.example/callback',
      'http://app.example.com/callback',
      'https://app.example.com:444/callback',
      'https://app.example.com/Callback',
      'https://app.example.com/x/../callback',
      'javascript:alert(1)',
      '//evil.example',
    ]
    const requests = [
      ...elsewhere.map((redirect_uri) => ({ redirect_uri })),
      ...elsewhere.map((redirect_uri) => ({ redirect_uri, scope: 'nonsense', response_type: 'token' })),
      { client_id: 'app_unknown' },
      { client_id: null },
      { redirect_uri: null, client_id: 'app_unknown' },
    ]
    for (const changes of requests) {
      const shown = await site().browser().open(asking(clientId, changes))
      assert.equal(shown.status, 400, JSON.stringify(changes))
      assert.equal(shown.headers.get('location'), null)
      assert.match(shown.headers.get('content-type')!, /^text\/html/)
      assert.ok(shown.text.includes(shown.headers.get('x-request-id')!), 'the page names the request')
      assert.doesNotMatch(shown.text, /href="(?!\/oauth\/style|data:)/)
    }
  })

  test('tells the app what is wrong with it', async () => {
    const { clientId } = await site().register({ scopes: ['read', 'write'] })
    const faults: [Record<string, string | null>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'id_token' }, 'unsupported_response_type'],
      [{ response_type: 'code id_token' }, 'unsupported_response_type'],
      [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ scope: 'read delete' }, 'invalid_scope'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ prompt: 'none' }, 'login_required'],
    ]
    for (const [changes, error] of faults) {
      const shown = await site().browser().open(asking(clientId, changes))
      const back = new URL(shown.headers.get('location') ?? 'none:')
      assert.equal(back.origin + back.pathname, CALLBACK, JSON.stringify(changes))
      const answer = back.searchParams.size > 0 ? back.searchParams : new URLSearchParams(back.hash.slice(1))
      assert.equal(answer.get('error'), error, JSON.stringify(changes))
      assert.equal(answer.get('state'), 's')
      assert.equal(answer.get('iss'), site().origin)
      assert.equal(answer.get('code'), null)
    }
  })

  test('gets an OAuth error from the endpoints for programs', async () => {
    const { clientId, clientSecret } = await site().register()
    const grant = { grant_type: 'refresh_token', refresh_token: 'nothing' }
    const basic = (secret: string) => ({ authorization: `Basic ${btoa(`${clientId}:${secret}`)}` })
    const wrong = await post(site(), '/oauth/token', grant, basic('kts_wrong'))
    assert.equal(wrong.status, 401)
    assert.equal(wrong.body.error, 'invalid_client')
    assert.match(wrong.headers.get('www-authenticate')!, /^Basic /)
    assert.equal((await post(site(), '/oauth/token', { ...grant, client_id: clientId })).body.error, 'invalid_client')
    const unknown = await post(site(), '/oauth/token', grant, basic(clientSecret))
    assert.deepEqual([unknown.status, unknown.body.error], [400, 'invalid_grant'])
    assert.equal(unknown.headers.get('cache-control'), 'no-store')
    assert.ok(unknown.headers.get('x-request-id') && unknown.headers.get('x-ratelimit-remaining'))
    const credentials = await post(site(), '/oauth/token', { grant_type: 'client_credentials' }, basic(clientSecret))
    assert.equal(credentials.body.error, 'unsupported_grant_type')
    const password = { grant_type: 'password', username: ADMIN.email, password: ADMIN.password }
    assert.equal(
      (await post(site(), '/oauth/token', password, basic(clientSecret))).body.error,
      'unsupported_grant_type',
    )
    const json = { 'content-type': 'application/json', ...basic(clientSecret) }
    assert.equal((await post(site(), '/oauth/token', grant, json)).body.error, 'invalid_request')
    const long = { ...grant, more: 'x'.repeat(100_000) }
    assert.equal((await post(site(), '/oauth/token', long, basic(clientSecret))).body.error, 'invalid_request')
    assert.equal((await post(site(), '/oauth/revoke', { token: 'x' })).body.error, 'invalid_request')
    assert.equal((await post(site(), '/oauth/introspect', { token: 'x' }, basic('no'))).body.error, 'invalid_client')
  })
})

onEveryDatabase('A code', (kind) => {
  const site = siteFor(kind)

  test('can be used once: a second use revokes the tokens of the first', async () => {
    const app = await appAt(site(), await site().register())
    const { back, checks, tokens, refreshToken } = await connect(site(), app)
    await refusedWith(client.authorizationCodeGrant(app, back, checks), 'invalid_grant')
    assert.equal((await site().api(tokens.access_token)).status, 401)
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_grant')
  })

  test('used concurrently is accepted once', async () => {
    const app = await appAt(site(), await site().register())
    const { address, checks } = await request(app)
    const back = await site().browser().authorise(address, ADMIN)
    const attempts = Array.from({ length: 6 }, () => client.authorizationCodeGrant(app, back, checks))
    const outcomes = await Promise.allSettled(attempts)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.error, 'invalid_grant')
  })

  test('is accepted for its own app, address and verifier only', async () => {
    const registered = await site().register({ redirectUris: [CALLBACK, `${CALLBACK}/two`] })
    const app = await appAt(site(), registered)
    const other = await appAt(site(), await site().register())
    const browser = site().browser()
    const fresh = async () => {
      const { address, checks } = await request(app)
      return { back: await browser.authorise(address, ADMIN), checks }
    }
    const stolen = await fresh()
    await refusedWith(client.authorizationCodeGrant(other, stolen.back, stolen.checks), 'invalid_grant')
    const guessed = await fresh()
    const wrong = { ...guessed.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() }
    await refusedWith(client.authorizationCodeGrant(app, guessed.back, wrong), 'invalid_grant')
    const moved = await fresh()
    const { code } = Object.fromEntries(moved.back.searchParams)
    const fields = {
      grant_type: 'authorization_code',
      code: code!,
      client_id: registered.clientId,
      client_secret: registered.clientSecret,
    }
    const verifier = { code_verifier: moved.checks.pkceCodeVerifier }
    const elsewhere = { ...fields, ...verifier, redirect_uri: `${CALLBACK}/two` }
    assert.equal((await post(site(), '/oauth/token', elsewhere)).body.error, 'invalid_grant')
    const without = await post(site(), '/oauth/token', { ...fields, redirect_uri: CALLBACK })
    assert.equal(without.status, 400, 'no verifier at all')
  })

  test('expires after a minute', async () => {
    const app = await appAt(site(), await site().register())
    const { address, checks } = await request(app)
    const back = await site().browser().authorise(address, ADMIN)
    site().kontor.advance(61_000)
    await refusedWith(client.authorizationCodeGrant(app, back, checks), 'invalid_grant')
  })
})

onEveryDatabase('A script in a browser', (kind) => {
  const site = siteFor(kind)

  test('gets tokens from the origin of its app, and from no other', async () => {
    const { clientId } = await site().register({ isPublic: true })
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId }
    const own = await post(site(), '/oauth/token', fields, { origin: new URL(CALLBACK).origin })
    assert.equal(own.body.error, 'invalid_grant', 'it is heard out')
    assert.equal(own.headers.get('access-control-allow-origin'), new URL(CALLBACK).origin)
    assert.equal(own.headers.get('access-control-allow-credentials'), null)
    for (const origin of ['https://evil.example', 'null']) {
      const foreign = await post(site(), '/oauth/token', fields, { origin })
      assert.equal(foreign.body.error, 'invalid_request')
      assert.equal(foreign.headers.get('access-control-allow-origin'), null)
    }
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' }
    const preflight = await fetch(`${site().origin}/oauth/token`, { method: 'OPTIONS', headers })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-methods')!, /POST/)
  })
})

onEveryDatabase('A token of another app', (kind) => {
  const site = siteFor(kind)

  test('cannot be inspected or revoked', async () => {
    const app = await appAt(site(), await site().register())
    const other = await appAt(site(), await site().register())
    const { tokens, refreshToken } = await connect(site(), app)
    assert.equal((await client.tokenIntrospection(other, tokens.access_token)).active, false)
    await client.tokenRevocation(other, tokens.access_token)
    await client.tokenRevocation(other, refreshToken)
    assert.equal((await site().api(tokens.access_token)).status, 200)
    await refusedWith(client.refreshTokenGrant(other, refreshToken), 'invalid_grant')
    await client.refreshTokenGrant(app, refreshToken)
  })
})
