import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addUser, PASSWORD, type Person, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused } from '../support/records.ts'

const MINUTE_MS = 60_000

onEveryDatabase('A session whose user was last asked for the password 15 minutes ago', (kind) => {
  const kontor = kontorFor(kind)
  let number = 0

  async function olderSession(): Promise<Person> {
    const me = await signedIn(kontor(), 'admin')
    kontor().advance(15 * MINUTE_MS)
    return me
  }

  test('must confirm before it changes users, roles, keys or apps, and nothing is done before', async () => {
    const { id } = await addUser(kontor().engine, 'viewer')
    const { token } = await olderSession()
    const asked = { token }
    const before = (await kontor().get('/users', asked)).headers['x-total-count']
    const refused = [
      await kontor().post('/users', { email: 'new@example.com', name: 'New', role: 'viewer' }, asked),
      await kontor().put(`/users/${id}`, { name: 'Other' }, asked),
      await kontor().delete(`/users/${id}`, asked),
      await kontor().post('/roles', { name: 'clerk', permissions: {} }, asked),
      await kontor().post('/api-keys', { name: 'Script', scopes: ['read'] }, asked),
      await kontor().post('/oauth-clients', { name: 'App', redirectUris: ['https://app.example/cb'] }, asked),
      await kontor().post('/auth/two-factor/passkeys/options', undefined, asked),
    ]
    for (const answer of refused) assertRefused(answer, 403, 'REAUTHENTICATION_REQUIRED')
    const bulk = await kontor().post('/users/bulk', { action: 'update', ids: [id], input: { name: 'Other' } }, asked)
    assertRefused(bulk, 403, 'REAUTHENTICATION_REQUIRED')
    assert.equal((await kontor().get('/users', asked)).headers['x-total-count'], before)
  })

  test('must confirm before it exports records of administration, or changes the bank account or the rate limits', async () => {
    const { token } = await olderSession()
    const asked = { token }
    const exports = [
      '/audit-log/export',
      '/users/export',
      '/api-keys/export?format=ndjson',
      '/messages/export?format=xlsx',
    ]
    const sensitive = [{ plan: 'pro' }, { letterhead: { iban: 'DE89370400440532013000' }, companyName: 'Other' }]
    const send = async () => [
      ...(await Promise.all(exports.map((path) => kontor().get(path, asked)))),
      ...(await Promise.all(sensitive.map((body) => kontor().put('/settings', body, asked)))),
    ]
    const { version, ...before } = (await kontor().get('/settings', asked)).body.data
    for (const answer of await send()) assertRefused(answer, 403, 'REAUTHENTICATION_REQUIRED')
    assert.equal((await kontor().get('/settings', asked)).body.data.version, version)
    // The whole record may be sent back as long as these are the same.
    assert.equal((await kontor().put('/settings', { ...before, companyName: 'Renamed' }, asked)).status, 200)
    assert.equal((await kontor().get('/customers/export', asked)).status, 200)
    assert.equal((await kontor().post('/auth/reauthenticate', { password: PASSWORD }, asked)).status, 200)
    for (const answer of await send()) assert.equal(answer.status, 200, answer.text)
  })

  test('goes on with everything else, and is told what it may do after a confirmation', async () => {
    const { id } = await addUser(kontor().engine, 'viewer')
    const { token } = await olderSession()
    assert.equal((await kontor().get('/items', { token })).status, 200)
    const { permitted } = (await kontor().get(`/users/${id}?include=permitted`, { token })).body.data
    assert.equal(permitted.delete.allowed, true)
  })

  test('confirms by the password, for 15 minutes, also after a refresh', async () => {
    const { token } = await olderSession()
    const create = () => kontor().post('/roles', { name: `role ${++number}`, permissions: {} }, { token })
    const confirm = (body: object) => kontor().post('/auth/reauthenticate', body, { token })
    assertRefused(await confirm({ password: 'wrong' }), 401, 'INVALID_CREDENTIALS')
    assertInvalid(await confirm({}), 'password')
    assertRefused(await create(), 403, 'REAUTHENTICATION_REQUIRED')
    const confirmed = await confirm({ password: PASSWORD })
    assert.equal(confirmed.status, 200, confirmed.text)
    assert.ok(confirmed.body.data.provenUntil)
    assert.equal((await create()).status, 201)
    kontor().advance(14 * MINUTE_MS)
    assert.equal((await create()).status, 201)
    kontor().advance(MINUTE_MS)
    assertRefused(await create(), 403, 'REAUTHENTICATION_REQUIRED')
  })

  test('a refresh of the tokens does not confirm anything', async () => {
    const me = await olderSession()
    const { body } = await kontor().post('/auth/refresh', { refreshToken: me.refreshToken }, { token: null })
    const answer = await kontor().post('/roles', { name: 'clerk', permissions: {} }, { token: body.data.token })
    assertRefused(answer, 403, 'REAUTHENTICATION_REQUIRED')
  })

  test('a confirmation of one session does not count for another', async () => {
    const [one, other] = [await signedIn(kontor(), 'admin'), await olderSession()]
    kontor().advance(15 * MINUTE_MS)
    await kontor().post('/auth/reauthenticate', { password: PASSWORD }, { token: other.token })
    const answer = await kontor().post('/roles', { name: 'clerk', permissions: {} }, { token: one.token })
    assertRefused(answer, 403, 'REAUTHENTICATION_REQUIRED')
  })

  test('an API key cannot confirm, and what it may do needs no confirmation', async () => {
    const me = await signedIn(kontor(), 'admin')
    const { key } = (await kontor().post('/api-keys', { name: 'Script', scopes: ['admin'] }, { token: me.token })).body
      .data
    const { id } = await addUser(kontor().engine, 'viewer')
    const asked = { token: null, headers: { 'x-api-key': key } }
    kontor().advance(60 * MINUTE_MS)
    assertRefused(await kontor().post('/auth/reauthenticate', { password: PASSWORD }, asked), 403, 'FORBIDDEN')
    assert.equal((await kontor().put(`/users/${id}`, { name: 'Other' }, asked)).status, 200)
  })
})
