import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { onEveryDatabase } from '../support/databases.ts'
import { askForKey, createKey, withKey } from '../support/keys.ts'
import { ADMIN, kontorFor } from '../support/kontor.ts'
import { addUser, changeUser, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createItem, itemBody, read } from '../support/records.ts'
import { DAY, stoppedKontorFor } from '../support/stopped-clock.ts'
import { wholeDatabase } from './whole-database.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ALL = ['read', 'write', 'delete', 'admin']

/** The last six letters: the CRC32 of what comes before, to the base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  for (let place = 0; place < 6; place++, rest = Math.floor(rest / 62)) checksum = ALPHABET[rest % 62] + checksum
  return checksum
}

onEveryDatabase('An API key', (kind) => {
  const lines: string[] = []
  const kontor = kontorFor(kind, { log: { write: (line: string) => void lines.push(line) } })
  const refused = async (more: object, ...fields: string[]) => assertInvalid(await askForKey(kontor(), more), ...fields)
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

  test('has a value of 58 characters with a fixed prefix and a checksum at the end', async () => {
    const { id, key, prefix, lastFour } = await createKey(kontor())
    assert.match(id, /^key_/)
    assert.match(key, /^ktk_live_[0-9A-Za-z]{49}$/)
    assert.equal(key.length, 58)
    assert.equal(key.slice(-6), checksumOf(key.slice(0, -6)))
    assert.deepEqual([prefix, lastFour], [key.slice(0, 13), key.slice(-4)])
  })

  test('shows its value in the response to its creation, and nowhere else', async () => {
    const answer = await askForKey(kontor(), { scopes: ALL })
    const { id, key } = answer.body.data
    assert.equal(answer.headers['cache-control'], 'no-store')
    const options = withKey({ key })
    const seen = [
      await kontor().get(`/api-keys/${id}`, options),
      await kontor().get('/api-keys?perPage=100', options),
      await kontor().put(`/api-keys/${id}`, { name: 'Renamed' }, options),
      await kontor().get(`/api-keys/${id}/history`, options),
      await kontor().get('/audit-log?perPage=100', options),
      await kontor().post('/items', { key }, options),
      await kontor().get('/items', { token: key }),
      await kontor().get('/items', withKey({ key: `${key}x` })),
    ]
    for (const { text, status } of seen) assert.ok(!text.includes(key) && status < 500, text)
    const { body } = seen[0]!
    assert.ok(!('key' in body.data) && !('keyHash' in body.data))
    for (const name of ['key', 'keyHash']) {
      assertRefused(await kontor().get(`/api-keys?${name}[like]=ktk`), 400, 'INVALID_FILTER')
    }
    const stored = await wholeDatabase(kontor().engine)
    assert.ok(stored.includes(id) && !stored.includes(key), 'the database knows it')
    const logged = lines.join('')
    assert.ok(logged.length > 0 && !logged.includes(key), 'it was logged')
  })

  test('is not repeated by an Idempotency-Key: each response contains another key', async () => {
    const headers = { 'idempotency-key': 'same-key-twice' }
    const [first, second] = [await createKey(kontor(), {}, { headers }), await createKey(kontor(), {}, { headers })]
    assert.notEqual(first.key, second.key)
  })

  test('needs a name and at least one scope, and only scopes that exist', async () => {
    assertInvalid(await kontor().post('/api-keys', {}), 'name', 'scopes')
    await refused({ scopes: [] }, 'scopes')
    await refused({ scopes: ['read', 'everything'] }, 'scopes[1]')
    await refused({ scopes: 'read' }, 'scopes')
  })

  test('expires after 90 days by default, after at most 365, and never in the past', async () => {
    const { expiresAt, createdAt } = await createKey(kontor())
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 90 * DAY)
    const far = inDays(364.9)
    assert.equal((await createKey(kontor(), { expiresAt: far })).expiresAt, far)
    assert.match((await refused({ expiresAt: inDays(366) }, 'expiresAt')).expiresAt!, /within 365 days/)
    assert.match((await refused({ expiresAt: inDays(-1) }, 'expiresAt')).expiresAt!, /in the future/)
    await refused({ expiresAt: 'never' }, 'expiresAt')
    const { id } = await createKey(kontor())
    assertInvalid(await kontor().put(`/api-keys/${id}`, { expiresAt: inDays(366) }), 'expiresAt')
    assertInvalid(await kontor().put(`/api-keys/${id}`, { expiresAt: inDays(-1) }), 'expiresAt')
  })

  test('acts for its owner, who is named as the creator of its records', async () => {
    const { id: owner } = await addUser(kontor().engine, 'manager', { type: 'service', passwordHash: null })
    const key = await createKey(kontor(), { owner, scopes: ['read', 'write'] })
    assert.equal(key.owner, owner)
    const { body } = await kontor().post('/items', itemBody(), withKey(key))
    assert.equal(body.data.createdBy, owner)
    const me = (await kontor().get('/auth/me', withKey(key))).body.data
    assert.deepEqual([me.id, me.role, me.scopes], [owner, 'manager', ['read', 'write']])
  })

  test('needs an owner who exists and is active', async () => {
    await refused({ owner: 'usr_nobody' }, 'owner')
    const { id } = await addUser(kontor().engine, 'viewer', { isActive: false })
    await refused({ owner: id }, 'owner')
  })

  test('can be narrowed to some resources, each with some of its scopes', async () => {
    const item = await createItem(kontor())
    const resources = { items: ['read'], customers: ['read', 'write'] }
    const key = withKey(await createKey(kontor(), { scopes: ['read', 'write'], resources }))
    assert.equal((await kontor().get(`/items/${item.id}`, key)).status, 200)
    assert.equal((await kontor().post('/customers', { name: 'New' }, key)).status, 201)
    assertRefused(await kontor().put(`/items/${item.id}`, { itemName: 'x' }, key), 403, 'INSUFFICIENT_SCOPE')
    assertRefused(await kontor().delete(`/items/${item.id}`, key), 403, 'INSUFFICIENT_SCOPE')
    for (const path of ['/invoices', '/sales-orders', '/users'])
      assertRefused(await kontor().get(path, key), 403, 'INSUFFICIENT_SCOPE')
    assert.equal((await read(kontor(), `/items/${item.id}`)).version, 1)
  })

  test('can be narrowed only to resources that exist, and to scopes that it has', async () => {
    const answer = await askForKey(kontor(), { resources: { itmes: ['read'] } })
    assert.match(assertInvalid(answer, 'resources.itmes')['resources.itmes']!, /Did you mean "items"\?/)
    assert.match(
      (await refused({ resources: { items: ['delete'] } }, 'resources.items'))['resources.items']!,
      /"delete"/,
    )
    await refused({ resources: { items: ['fly'] } }, 'resources.items[0]')
    await refused({ resources: { sessions: ['read'] } }, 'resources.sessions')
  })

  test('cannot do what its owner may not do, whatever its scopes', async () => {
    const { id: owner } = await addUser(kontor().engine, 'manager')
    const key = withKey(await createKey(kontor(), { owner, scopes: ALL }))
    assert.equal((await kontor().post('/items', itemBody(), key)).status, 201)
    assertRefused(await kontor().get('/roles', key), 403, 'FORBIDDEN')
    await changeUser(kontor().engine, owner, { role: 'viewer' })
    assertRefused(await kontor().post('/items', itemBody(), key), 403, 'FORBIDDEN')
    assert.equal((await kontor().get('/items', key)).status, 200)
  })

  test('is refused for actions that need a signed-in person', async () => {
    const key = withKey(await createKey(kontor(), { scopes: ALL }))
    for (const [method, path] of [
      ['POST', '/auth/logout'],
      ['GET', '/auth/sessions'],
      ['DELETE', '/auth/sessions'],
      ['DELETE', '/auth/sessions/ses_1'],
      ['POST', '/auth/password'],
    ] as const)
      assertRefused(await kontor().call(method, path, key), 403, 'FORBIDDEN')
    assert.equal((await kontor().get('/auth/me')).status, 200)
  })

  test('is refused once revoked, is gone from the list, and cannot be changed or revoked again', async () => {
    const key = await createKey(kontor())
    const path = `/api-keys/${key.id}`
    assert.equal((await kontor().delete(path)).status, 204)
    assertRefused(await kontor().get('/items', withKey(key)), 401, 'INVALID_API_KEY')
    for (const answer of [
      await kontor().get(path),
      await kontor().put(path, { name: 'x' }),
      await kontor().delete(path),
    ])
      assertRefused(answer, 404, 'NOT_FOUND')
    assertRefused(await kontor().post(`${path}/rotate`, {}), 404, 'NOT_FOUND')
    const { body } = await kontor().get('/api-keys?perPage=100')
    assert.ok(!body.data.some(({ id }: { id: string }) => id === key.id))
  })

  test('of another user cannot be created without the rights of an administrator', async () => {
    const { token } = await signedIn(kontor(), 'manager')
    assertRefused(await askForKey(kontor(), {}, { token }), 403, 'FORBIDDEN')
  })
})

onEveryDatabase('A key that expires', (kind) => {
  const kontor = stoppedKontorFor(kind)

  test('is refused as expired from the exact time on', async () => {
    const expiresAt = new Date(kontor.now() + DAY).toISOString()
    const key = await createKey(kontor(), { expiresAt })
    kontor.advance(DAY - 1)
    assert.equal((await kontor().get('/items', withKey(key))).status, 200)
    kontor.advance(1)
    const answer = await kontor().get('/items', withKey(key))
    assertRefused(answer, 401, 'API_KEY_EXPIRED')
    assert.match(answer.headers['www-authenticate']!, /^Bearer /)
  })

  test('says so in every answer of its last 14 days', async () => {
    const signIn = async () => (await kontor().login(ADMIN.email, ADMIN.password)).body.data.token
    const key = await createKey(kontor(), {}, { token: await signIn() })
    const headerOf = async () => (await kontor().get('/items/itm_none', withKey(key))).headers['kontor-key-expires']
    kontor.advance(76 * DAY - 1)
    assert.equal(await headerOf(), undefined)
    kontor.advance(1 + DAY)
    assert.equal(await headerOf(), key.expiresAt)
    const token = await signIn()
    assert.equal((await kontor().get('/items', { token })).headers['kontor-key-expires'], undefined)
  })
})
