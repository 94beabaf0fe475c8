import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { clearExpired } from '../../src/app/housekeeping.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, rowsIn } from '../support/records.ts'
import { appAt, connect, openSite, refusedWith, request, siteFor } from './site.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

onEveryDatabase('A refresh token', (kind) => {
  const site = siteFor(kind)

  test('may be sent again within ten seconds, and concurrently: the response may have been lost', async () => {
    const app = await appAt(site(), await site().register())
    const { refreshToken } = await connect(site(), app)
    const rushed = await Promise.all(Array.from({ length: 5 }, () => client.refreshTokenGrant(app, refreshToken)))
    site().kontor.advance(4 * SECOND)
    const late = await client.refreshTokenGrant(app, refreshToken)
    for (const { access_token } of [...rushed, late]) assert.equal((await site().api(access_token)).status, 200)
    await client.refreshTokenGrant(app, rushed[0]!.refresh_token!)
  })

  test('has one successor, however often it is sent: a copy of it does not begin a chain of its own', async () => {
    const app = await appAt(site(), await site().register())
    const { refreshToken } = await connect(site(), app)
    const rushed = await Promise.all(Array.from({ length: 5 }, () => client.refreshTokenGrant(app, refreshToken)))
    const late = await client.refreshTokenGrant(app, refreshToken)
    const [successor, ...others] = new Set([...rushed, late].map(({ refresh_token }) => refresh_token))
    assert.deepEqual(others, [])
    assert.notEqual(successor, refreshToken)
    const next = await client.refreshTokenGrant(app, successor!)
    assert.equal((await client.refreshTokenGrant(app, refreshToken)).refresh_token, successor)
    assert.equal((await client.refreshTokenGrant(app, successor!)).refresh_token, next.refresh_token)
    site().kontor.advance(11 * SECOND)
    // Of two bearers of the chain, the one that comes second is noticed.
    const last = await client.refreshTokenGrant(app, next.refresh_token!)
    site().kontor.advance(11 * SECOND)
    await refusedWith(client.refreshTokenGrant(app, next.refresh_token!), 'invalid_grant')
    await refusedWith(client.refreshTokenGrant(app, last.refresh_token!), 'invalid_grant')
  })

  test('used again after that ends the grant: it may have been stolen', async () => {
    const app = await appAt(site(), await site().register())
    const { refreshToken, browser } = await connect(site(), app)
    const fresh = await client.refreshTokenGrant(app, refreshToken)
    site().kontor.advance(11 * SECOND)
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_grant')
    assertRefused(await site().api(fresh.access_token), 401, 'INVALID_TOKEN')
    await refusedWith(client.refreshTokenGrant(app, fresh.refresh_token!), 'invalid_grant')
    browser.pages.length = 0
    await connect(site(), app, { browser })
    assert.equal(browser.pages.length, 1, 'the user is asked again')
  })

  test('expires after thirty days, each on its own', async () => {
    const app = await appAt(site(), await site().register())
    const { refreshToken } = await connect(site(), app)
    site().kontor.advance(29 * DAY)
    const { refresh_token: second } = await client.refreshTokenGrant(app, refreshToken)
    site().kontor.advance(29 * DAY)
    const { refresh_token: third } = await client.refreshTokenGrant(app, second!)
    site().kontor.advance(31 * DAY)
    await refusedWith(client.refreshTokenGrant(app, third!), 'invalid_grant')
  })
})

onEveryDatabase('An access token', (kind) => {
  const site = siteFor(kind)

  test('expires after an hour, is reported as expired for a day, and is deleted then', async () => {
    const app = await appAt(site(), await site().register())
    const { tokens, refreshToken } = await connect(site(), app)
    const { executor } = site().kontor.app
    site().kontor.advance(HOUR + SECOND)
    assertRefused(await site().api(tokens.access_token), 401, 'TOKEN_EXPIRED')
    await clearExpired(executor)
    assertRefused(await site().api(tokens.access_token), 401, 'TOKEN_EXPIRED')
    site().kontor.advance(DAY)
    await clearExpired(executor)
    assertRefused(await site().api(tokens.access_token), 401, 'INVALID_TOKEN')
    const fresh = await client.refreshTokenGrant(app, refreshToken)
    assert.equal((await site().api(fresh.access_token)).status, 200)
    site().kontor.advance(400 * DAY)
    for (let hour = 0; hour < 10; hour++) await clearExpired(executor)
    assert.equal(await rowsIn(site().kontor, 'oauth-artifacts'), 0, 'nothing stays for ever')
  })
})

onEveryDatabase('An app that was removed', (kind) => {
  const site = siteFor(kind)

  test('is refused at once when it is deleted', async () => {
    const registered = await site().register()
    const app = await appAt(site(), registered)
    const { tokens, refreshToken, browser } = await connect(site(), app)
    const pending = await request(app, { scope: 'read delete' })
    const page = await browser.follow(await browser.open(pending.address))
    assert.equal((await site().kontor.delete(`/oauth-clients/${registered.id}`)).status, 204)
    assertRefused(await site().api(tokens.access_token), 401, 'INVALID_TOKEN')
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_client')
    assert.equal((await browser.open(pending.address)).status, 400)
    assert.ok(!(page instanceof URL))
    for (const what of ['request', 'continue', 'allow', 'deny'] as const)
      assert.equal((await browser.ask(page, what)).status, 400, 'also where the user is just being asked')
    assertRefused(await site().kontor.get(`/oauth-clients/${registered.id}`), 404, 'NOT_FOUND')
    assert.deepEqual((await site().kontor.get('/auth/connected-apps')).body.data, [])
  })

  test('has to ask for consent again after it was deactivated', async () => {
    const registered = await site().register()
    const app = await appAt(site(), registered)
    const { tokens, refreshToken } = await connect(site(), app)
    const path = `/oauth-clients/${registered.id}`
    await site().kontor.put(path, { isActive: false })
    assertRefused(await site().api(tokens.access_token), 401, 'INVALID_TOKEN')
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_client')
    await site().kontor.put(path, { isActive: true })
    assertRefused(await site().api(tokens.access_token), 401, 'INVALID_TOKEN')
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_grant')
    assert.equal((await site().api((await connect(site(), app)).tokens.access_token)).status, 200)
  })
})

onEveryDatabase('Connected apps', (kind) => {
  const site = siteFor(kind)
  const mine = async () => (await site().kontor.get('/auth/connected-apps')).body.data

  test('are listed for their user, who can revoke each of them', async () => {
    const shop = await site().register({ name: 'Shop' })
    const app = await appAt(site(), shop)
    const { tokens, refreshToken } = await connect(site(), app, { scope: 'read' })
    const other = await connect(site(), await appAt(site(), await site().register({ name: 'Other' })))
    const listed = await mine()
    assert.equal(listed.length, 2)
    const entry = listed.find(({ name }: { name: string }) => name === 'Shop')
    assert.deepEqual(Object.keys(entry), ['id', 'client', 'name', 'scopes', 'createdAt'])
    assert.deepEqual([entry.client, entry.scopes], [shop.id, ['read']])

    const stranger = await signedIn(site().kontor, 'admin')
    assert.deepEqual((await site().kontor.get('/auth/connected-apps', { token: stranger.token })).body.data, [])
    const path = `/auth/connected-apps/${entry.id}`
    assertRefused(await site().kontor.delete(path, { token: stranger.token }), 404, 'NOT_FOUND')
    assertRefused(await site().kontor.delete(path, { token: other.tokens.access_token }), 403, 'FORBIDDEN')
    assert.equal((await site().api(tokens.access_token)).status, 200)

    assert.equal((await site().kontor.delete(path)).status, 204)
    assertRefused(await site().api(tokens.access_token), 401, 'INVALID_TOKEN')
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_grant')
    assertRefused(await site().kontor.delete(path), 404, 'NOT_FOUND')
    assert.equal((await site().api(other.tokens.access_token)).status, 200)
    assert.equal((await mine()).length, 1)
  })

  test('are those that can still act: not one that never fetched its tokens, nor one that revoked them', async () => {
    const before = (await mine()).length
    const app = await appAt(site(), await site().register())
    const { address } = await request(app)
    await site().browser().authorise(address, ADMIN)
    assert.equal((await mine()).length, before)
    const { refreshToken } = await connect(site(), app)
    assert.equal((await mine()).length, before + 1)
    await client.tokenRevocation(app, refreshToken)
    assert.equal((await mine()).length, before)
  })
})

onEveryDatabase('A restart', (kind) => {
  test('keeps tokens, refresh tokens, sign-ins and the signing key', async () => {
    const database = await kind.create()
    const same = { name: kind.name, create: async () => ({ ...database, drop: async () => {} }) }
    const keysOf = async (origin: string) => (await fetch(`${origin}/oauth/jwks`)).json()
    const first = await openSite(same)
    const registered = await first.register()
    const { tokens, refreshToken, browser } = await connect(first, await appAt(first, registered))
    const keys = await keysOf(first.origin)
    await first.kontor.close()

    const second = await openSite(same)
    assert.deepEqual(await keysOf(second.origin), keys)
    assert.equal((await second.api(tokens.access_token)).status, 200)
    const app = await appAt(second, registered)
    assert.ok((await client.refreshTokenGrant(app, refreshToken)).access_token)
    const returned = second.browser()
    for (const [name, cookie] of browser.cookies) returned.cookies.set(name, cookie)
    await connect(second, app, { browser: returned })
    assert.equal(returned.pages.length, 0, 'neither sign-in nor consent is asked for again')
    await second.kontor.close()
    await database.drop()
  })
})
