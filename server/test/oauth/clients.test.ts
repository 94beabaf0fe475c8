import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { onEveryDatabase } from '../support/databases.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused } from '../support/records.ts'
import { appAt, CALLBACK, connect, refusedWith, siteFor } from './site.ts'

const PATH = '/oauth-clients'
const body = (more: object = {}) => ({ name: 'Shop', redirectUris: [CALLBACK], scopes: ['read'], ...more })

onEveryDatabase('Registering an app', (kind) => {
  const site = siteFor(kind)
  const kontor = () => site().kontor

  test('answers with its id and, this once, with its secret', async () => {
    const answer = await kontor().post(PATH, body())
    assert.equal(answer.status, 201)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { id, clientId, clientSecret, ...rest } = answer.body.data
    assert.match(id, /^app_/)
    assert.equal(clientId, id)
    assert.match(clientSecret, /^kts_\w{49}$/)
    assert.deepEqual([rest.isPublic, rest.isActive], [false, true])
    assert.ok(!('secretHash' in rest))
    const shown = [
      await kontor().get(`${PATH}/${id}`),
      await kontor().get(PATH),
      await kontor().put(`${PATH}/${id}`, { name: 'Renamed' }),
      await kontor().get(`${PATH}/${id}/history`),
      await kontor().get('/audit-log'),
    ]
    for (const { status, text } of shown) {
      assert.equal(status, 200)
      assert.ok(!text.includes(clientSecret) && !text.includes('"clientSecret"'))
    }
    assert.equal(shown[2]!.body.data.name, 'Renamed')
  })

  test('gives no secret to an app that could not keep it', async () => {
    const answer = await kontor().post(PATH, body({ isPublic: true }))
    assert.equal(answer.status, 201)
    assert.equal(answer.body.data.clientSecret, null)
    assertInvalid(await kontor().post(`${PATH}/${answer.body.data.id}/rotate-secret`), 'isPublic')
  })

  test('takes addresses that are safe, and says of each other one what is wrong with it', async () => {
    const good = ['https://a.example/cb', 'https://a.example:8443/', 'http://localhost:3000/cb', 'http://127.0.0.1/cb']
    const ipv6 = 'http://[::1]:9/cb'
    assert.equal((await kontor().post(PATH, body({ redirectUris: [...good, ipv6] }))).status, 201)
    const own = ['com.example.app:/cb', 'com.example.app://cb/x', 'http://127.0.0.1/cb', 'https://a.example/cb']
    assert.equal((await kontor().post(PATH, body({ redirectUris: own, isPublic: true }))).status, 201)

    const bad: [string, RegExp][] = [
      ['http://a.example/cb', /must begin with https/],
      ['http://localhost.evil.example/cb', /must begin with https/],
      ['http://127.0.0.2/cb', /must begin with https/],
      ['https://a.example/cb#x', /fragment/],
      ['https://a.example/cb#', /fragment/],
      ['https://user@a.example/cb', /user name/],
      ['https://user:word@a.example/cb', /user name/],
      ['https://*.a.example/cb', /wildcard/],
      ['https://a.example/*', /wildcard/],
      ['a.example/cb', /whole address/],
      ['/cb', /whole address/],
      ['https:a.example/cb', /whole address/],
      ['https://a.example/c b', /whole address/],
      ['https:\\\\a.example\\cb', /whole address/],
      ['javascript:alert(1)', /https/],
      ['data:text/html,x', /https/],
      ['file:///etc/passwd', /https/],
      ['myapp://cb', /domain in reverse/],
      ['com.example.app:/cb', /public app/],
    ]
    const redirectUris = bad.map(([address]) => address)
    const refused = await kontor().post(PATH, body({ redirectUris }))
    const said = assertInvalid(refused, ...bad.map((_, index) => `redirectUris[${index}]`))
    for (const [index, [address, message]] of bad.entries())
      assert.match(said[`redirectUris[${index}]`]!, message, address)
    const mixed = ['com.example.app:/cb', 'https://localhost/cb']
    assertInvalid(await kontor().post(PATH, body({ redirectUris: mixed, isPublic: true })), 'redirectUris[1]')
    assertInvalid(await kontor().post(PATH, body({ redirectUris: [] })), 'redirectUris')
    const { id } = (await kontor().post(PATH, body())).body.data
    assertInvalid(await kontor().put(`${PATH}/${id}`, { redirectUris: ['http://a.example'] }), 'redirectUris[0]')
  })

  test('takes known scopes only, and at least one', async () => {
    assertInvalid(await kontor().post(PATH, body({ scopes: [] })), 'scopes')
    assertInvalid(await kontor().post(PATH, body({ scopes: ['read', 'everything'] })), 'scopes[1]')
    assertInvalid(await kontor().post(PATH, { name: 'Shop' }), 'redirectUris', 'scopes')
  })

  test('cannot be turned from an app with a secret into one without', async () => {
    const { id } = (await kontor().post(PATH, body())).body.data
    assertInvalid(await kontor().put(`${PATH}/${id}`, { isPublic: true }), 'isPublic')
    assert.equal((await kontor().put(`${PATH}/${id}`, { isPublic: false })).status, 200)
  })

  test('is for administrators', async () => {
    for (const role of ['manager', 'sales', 'viewer']) {
      const { token } = await signedIn(kontor(), role)
      assertRefused(await kontor().post(PATH, body(), { token }), 403, 'FORBIDDEN')
      assertRefused(await kontor().get(PATH, { token }), 403, 'FORBIDDEN')
    }
  })
})

onEveryDatabase('A new secret', (kind) => {
  const site = siteFor(kind)

  test('replaces the old one at once; tokens stay valid', async () => {
    const registered = await site().register()
    const old = await appAt(site(), registered)
    const { tokens, refreshToken } = await connect(site(), old)
    const answer = await site().kontor.post(`${PATH}/${registered.id}/rotate-secret`)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.notEqual(answer.body.data.clientSecret, registered.clientSecret)
    assert.equal((await site().api(tokens.access_token)).status, 200)
    await refusedWith(client.refreshTokenGrant(old, refreshToken), 'invalid_client')
    await client.refreshTokenGrant(await appAt(site(), answer.body.data), refreshToken)
  })
})
