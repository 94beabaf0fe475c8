import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { addRole, addUser, changeUser, PASSWORD } from '../support/people.ts'
import { assertRefused, itemBody } from '../support/records.ts'
import { appAt, connect, refusedWith, request, type Site, siteFor } from './site.ts'

const EVERYTHING = 'read write delete admin'

const signInAs = async ({ kontor }: Site, role: string) => {
  const { id, email } = await addUser(kontor.engine, role)
  return { id, person: { email, password: PASSWORD } }
}

onEveryDatabase('What an app may do', (kind) => {
  const site = siteFor(kind)
  const write = (token: string) => site().kontor.post('/items', itemBody(), { token })

  test('is what was granted: each scope allows its own actions and no others', async () => {
    const app = await appAt(site(), await site().register())
    const { id } = (await site().kontor.post('/items', itemBody())).body.data
    const { tokens: reading } = await connect(site(), app, { scope: 'read' })
    assert.equal((await site().api(reading.access_token, `/items/${id}`)).status, 200)
    const refused = await write(reading.access_token)
    assertRefused(refused, 403, 'INSUFFICIENT_SCOPE')
    assert.match(refused.headers['www-authenticate']!, /error="insufficient_scope", scope="write"/)
    assertRefused(await site().api(reading.access_token, `/items/${id}`, 'DELETE'), 403, 'INSUFFICIENT_SCOPE')
    assertRefused(await site().api(reading.access_token, '/users'), 403, 'INSUFFICIENT_SCOPE')

    const { tokens: rest } = await connect(site(), app, { scope: 'write delete admin' })
    assertRefused(await site().api(rest.access_token, `/items/${id}`), 403, 'INSUFFICIENT_SCOPE')
    assert.equal((await write(rest.access_token)).status, 201)
    assert.equal((await site().api(rest.access_token, `/items/${id}`, 'DELETE')).status, 204)
    assert.equal((await site().api(rest.access_token, '/users')).status, 200)
  })

  test('is never more than its user may do, whatever was granted', async () => {
    const app = await appAt(site(), await site().register())
    const { person } = await signInAs(site(), 'warehouse')
    const { tokens } = await connect(site(), app, { scope: 'read write', person })
    assertRefused(await write(tokens.access_token), 403, 'FORBIDDEN')
    assertRefused(await site().api(tokens.access_token, '/customers'), 403, 'FORBIDDEN')
    const { data } = (await site().api(tokens.access_token, '/items')).body
    for (const item of data) assert.ok(!('costPrice' in item))
  })

  test('does not include the name and the e-mail address of its user, unless these were granted', async () => {
    const app = await appAt(site(), await site().register())
    const { id, person } = await signInAs(site(), 'viewer')
    const known = async (scope: string) => {
      const { tokens } = await connect(site(), app, { scope, person })
      const { status, body } = await site().api(tokens.access_token, '/auth/me')
      assert.equal(status, 200)
      assert.equal(body.data.id, id)
      return [body.data.email, 'name' in body.data]
    }
    assert.deepEqual(await known('read'), [undefined, false])
    assert.deepEqual(await known('read email'), [person.email, false])
    assert.deepEqual(await known('openid profile read'), [undefined, true])
    assert.deepEqual(await known('openid profile email read'), [person.email, true])
  })

  test('follows the role of its user at once', async () => {
    const app = await appAt(site(), await site().register())
    const { id, person } = await signInAs(site(), 'admin')
    const { tokens } = await connect(site(), app, { scope: 'write admin', person })
    assert.equal((await write(tokens.access_token)).status, 201)
    await changeUser(site().kontor.engine, id, { role: 'viewer' })
    assertRefused(await write(tokens.access_token), 403, 'FORBIDDEN')
    assertRefused(await site().api(tokens.access_token, '/users'), 403, 'FORBIDDEN')
  })

  test('follows the scopes of the app at once', async () => {
    const registered = await site().register()
    const { tokens } = await connect(site(), await appAt(site(), registered), { scope: 'read write' })
    await site().kontor.put(`/oauth-clients/${registered.id}`, { scopes: ['read'] })
    assertRefused(await write(tokens.access_token), 403, 'INSUFFICIENT_SCOPE')
    assert.equal((await site().api(tokens.access_token)).status, 200)
  })

  test('excludes what needs a signed-in person', async () => {
    const { tokens } = await connect(site(), await appAt(site(), await site().register()), { scope: EVERYTHING })
    for (const [method, path] of [
      ['GET', '/auth/sessions'],
      ['DELETE', '/auth/sessions'],
      ['GET', '/auth/connected-apps'],
      ['POST', '/auth/logout'],
    ] as const)
      assertRefused(await site().api(tokens.access_token, path, method), 403, 'FORBIDDEN')
    const me = await site().api(tokens.access_token, '/auth/me')
    assert.deepEqual(me.body.data.scopes, ['read', 'write', 'delete', 'admin'])
  })

  test('needs the access token: no other token of the app is accepted by the API', async () => {
    const registered = await site().register()
    const { refreshToken, back } = await connect(site(), await appAt(site(), registered))
    for (const token of [refreshToken, registered.clientSecret, back.searchParams.get('code')!])
      assertRefused(await site().api(token), 401, 'INVALID_TOKEN')
  })
})

onEveryDatabase('What a user can grant', (kind) => {
  const site = siteFor(kind)

  const handedOut = async (role: string, scope = EVERYTHING) => {
    const { person } = await signInAs(site(), role)
    const { tokens, browser } = await connect(site(), await appAt(site(), await site().register()), { scope, person })
    return { scope: tokens.scope, withheld: browser.asked.at(-1)!.withheld }
  }

  test('is what the role allows: administration only for administrators, changes only for roles with changes', async () => {
    const engine = site().kontor.engine
    const remover = await addRole(engine, { items: { can: ['read', 'delete'] } })
    const keeper = await addRole(engine, { users: { can: ['read', 'manage'] } })
    assert.equal((await handedOut('admin')).scope, EVERYTHING)
    assert.equal((await handedOut('manager')).scope, 'read write delete')
    assert.equal((await handedOut('sales')).scope, 'read write')
    assert.equal((await handedOut(remover)).scope, 'read delete')
    assert.equal((await handedOut(keeper)).scope, 'read')
    const { scope, withheld } = await handedOut('viewer')
    assert.equal(scope, 'read')
    assert.deepEqual(withheld, ['write', 'delete', 'admin'])
  })

  test('may be nothing at all: then the app gets access_denied', async () => {
    const { person } = await signInAs(site(), 'viewer')
    const browser = site().browser()
    const { address } = await request(await appAt(site(), await site().register()), { scope: 'admin' })
    const back = await browser.authorise(address, person, 'deny')
    assert.deepEqual(browser.asked.at(-1)!.allowed, [])
    assert.equal(back.searchParams.get('error'), 'access_denied')
    const insisted = await site().browser().authorise(address, person, 'allow')
    assert.equal(insisted.searchParams.get('error'), 'access_denied')
  })

  test('grows with the role: the user is asked again', async () => {
    const { id, person } = await signInAs(site(), 'viewer')
    const app = await appAt(site(), await site().register())
    const { browser, tokens } = await connect(site(), app, { scope: 'read admin', person })
    assert.equal(tokens.scope, 'read')
    browser.pages.length = 0
    assert.equal((await connect(site(), app, { scope: 'read admin', person, browser })).tokens.scope, 'read')
    assert.equal(browser.pages.length, 0, 'nothing has changed')
    site().kontor.advance(2000)
    assert.equal((await site().kontor.put(`/users/${id}`, { role: 'admin' })).status, 200)
    assert.equal((await connect(site(), app, { scope: 'read admin', person, browser })).tokens.scope, 'read admin')
    assert.equal(browser.pages.length, 1, 'for consent; the session of the web interface goes on')
  })
})

onEveryDatabase('Deactivating a user, or making them a service,', (kind) => {
  const site = siteFor(kind)
  const endings = [{ isActive: false }, { type: 'service' }] as const

  test('ends their apps: tokens, refreshing, and the sign-in in the browser', async () => {
    for (const changes of endings) await endsApps(changes)
  })

  async function endsApps(changes: (typeof endings)[number]) {
    const app = await appAt(site(), await site().register())
    const { id, person } = await signInAs(site(), 'admin')
    const { tokens, refreshToken, browser } = await connect(site(), app, { person })
    const pending = await request(app)
    const back = await browser.authorise(pending.address, person)
    await changeUser(site().kontor.engine, id, changes)
    assertRefused(await site().api(tokens.access_token), 401, 'INVALID_TOKEN')
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_grant')
    await refusedWith(client.authorizationCodeGrant(app, back, pending.checks), 'invalid_grant')
    const info = await fetch(`${site().origin}/oauth/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    assert.notEqual(info.status, 200)

    const { address } = await request(app)
    const page = await browser.follow(await browser.open(address))
    assert.ok(!(page instanceof URL))
    assertRefused(await browser.ask(page, 'continue'), 401, 'UNAUTHORIZED')
    assertRefused(await browser.signIn(person), 401, 'INVALID_CREDENTIALS')
    assert.equal((await browser.authorise(address, ADMIN)).searchParams.get('error'), null)
  }
})
