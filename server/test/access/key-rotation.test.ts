import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { ADMIN, type CallOptions, openKontor } from '../support/kontor.ts'
import { callFrom } from '../support/people.ts'
import { assertInvalid, assertRefused, read, rowsIn } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'
import { DAY, HOUR, stoppedKontorFor } from '../support/stopped-clock.ts'

onEveryDatabase('Rotating a key', (kind) => {
  const kontor = stoppedKontorFor(kind)
  let operator: CallOptions
  const signInAgain = async () => {
    operator = { token: (await kontor().login(ADMIN.email, ADMIN.password)).body.data.token }
  }
  before(signInAgain)
  /** The tokens of a sign-in last an hour. */
  const advance = (ms: number) => {
    kontor.advance(ms)
    return signInAgain()
  }
  const created = (more: object = {}) => createKey(kontor(), more, operator)
  const stored = async ({ id }: { id: string }) => (await kontor().get(`/api-keys/${id}`, operator)).body.data
  const rotate = (id: string, body: object = {}) => kontor().post(`/api-keys/${id}/rotate`, body, operator)
  const statusWith = async (key: { key: string }) => (await kontor().get('/items', withKey(key))).status

  test('returns a new key with the same rights; the old one stays valid for the overlap', async () => {
    const rights = { scopes: ['read', 'write'], resources: { items: ['read'] }, allowedIps: ['127.0.0.0/8'] }
    const old = await created({ name: 'Till', ...rights })
    const { status, headers, body } = await rotate(old.id, { overlapHours: 2 })
    assert.deepEqual([status, headers['cache-control']], [201, 'no-store'])
    const fresh = body.data
    assert.notEqual(fresh.key, old.key)
    for (const field of ['name', 'owner', 'scopes', 'resources', 'allowedIps'])
      assert.deepEqual(fresh[field], old[field])
    const { replacedBy, expiresAt } = await stored(old)
    assert.deepEqual([replacedBy, Date.parse(expiresAt)], [fresh.id, kontor.now() + 2 * HOUR])
    assert.deepEqual([await statusWith(old), await statusWith(fresh)], [200, 200])
    await advance(2 * HOUR - 1)
    assert.equal(await statusWith(old), 200)
    await advance(1)
    assertRefused(await kontor().get('/items', withKey(old)), 401, 'API_KEY_EXPIRED')
    assert.equal(await statusWith(fresh), 200)
  })

  test('has an overlap of one day by default, and none on request', async () => {
    const [first, second] = [await created(), await created()]
    await rotate(first.id)
    await rotate(second.id, { overlapHours: 0 })
    assertRefused(await kontor().get('/items', withKey(second)), 401, 'API_KEY_EXPIRED')
    await advance(24 * HOUR - 1)
    assert.equal(await statusWith(first), 200)
    await advance(1)
    assertRefused(await kontor().get('/items', withKey(first)), 401, 'API_KEY_EXPIRED')
  })

  test('never prolongs the old key, and gives the new one the same lifetime', async () => {
    const expiresAt = new Date(kontor.now() + 3 * HOUR).toISOString()
    const old = await created({ expiresAt })
    await advance(HOUR)
    const fresh = (await rotate(old.id, { overlapHours: 100 })).body.data
    assert.equal((await stored(old)).expiresAt, expiresAt)
    assert.equal(Date.parse(fresh.expiresAt), kontor.now() + 3 * HOUR)
  })

  test('happens once: the old key refers to its successor', async () => {
    const { id } = await created()
    const fresh = (await rotate(id)).body.data
    const again = await rotate(id)
    assertRefused(again, 422, 'DOCUMENT_LOCKED')
    assert.ok(again.body.error.message.includes(fresh.id))
    assert.equal((await rotate(fresh.id)).status, 201)
  })

  test('by concurrent requests creates one new key', async () => {
    const { id } = await created()
    const before = await rowsIn(kontor(), 'api-keys')
    const answers = await Promise.all([rotate(id), rotate(id), rotate(id)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422])
    assert.equal(await rowsIn(kontor(), 'api-keys'), before + 1)
  })

  test('is refused for an expired key, and for an invalid overlap', async () => {
    const { id } = await created({ expiresAt: new Date(kontor.now() + DAY).toISOString() })
    for (const overlapHours of [-1, 721, 1.5, 'long']) assertInvalid(await rotate(id, { overlapHours }), 'overlapHours')
    await advance(DAY)
    assertRefused(await rotate(id), 422, 'DOCUMENT_LOCKED')
  })

  test('is logged without the values', async () => {
    const old = await created()
    const answer = await rotate(old.id)
    const fresh = answer.body.data
    const entries = await auditLog(kontor(), `requestId=${answer.headers['x-request-id']}`, operator)
    const deeds = entries.map(({ action, recordId }) => [action, recordId])
    assert.deepEqual(deeds.sort(), [
      ['create', fresh.id],
      ['update', old.id],
    ])
    assert.deepEqual(entries.find(({ action }) => action === 'update').changes.replacedBy, [null, fresh.id])
    assert.ok(!JSON.stringify(entries).includes(fresh.key))
  })
})

onEveryDatabase('The use of a key', (kind) => {
  const same = sameDatabase(kind)

  test('is counted, and stored at the latest when the server stops, without a new version', async () => {
    const first = await openKontor(same)
    const key = await createKey(first)
    assert.deepEqual([key.lastUsedAt, key.lastUsedIp, key.useCount], [null, null, 0])
    const use = () => callFrom(first.app.server, '203.0.113.7', 'GET', '/items', withKey(key))
    for (let count = 0; count < 3; count++) assert.equal((await use()).status, 200)
    await first.close()

    const second = await openKontor(same)
    const used = await read(second, `/api-keys/${key.id}`)
    assert.deepEqual([used.lastUsedIp, used.useCount, used.version], ['203.0.113.7', 3, 1])
    assert.ok(used.lastUsedAt >= key.createdAt)
    assert.equal((await second.get('/items', withKey(key))).status, 200)
    await second.close()

    const third = await openKontor(same)
    assert.equal((await read(third, `/api-keys/${key.id}`)).useCount, 4)
    assert.deepEqual(
      (await auditLog(third, `recordId=${key.id}`)).map(({ action }) => action),
      ['create'],
    )
    await third.close()
  })

  test('by two servers at once is counted completely', async () => {
    const nodes = [await openKontor(same), await openKontor(same)]
    const key = await createKey(nodes[0]!)
    for (const node of nodes) assert.equal((await node.get('/items', withKey(key))).status, 200)
    await Promise.all(nodes.map((node) => node.close()))
    const later = await openKontor(same)
    assert.equal((await read(later, `/api-keys/${key.id}`)).useCount, 2)
    await later.close()
  })

  test('that is refused is not counted', async () => {
    const node = await openKontor(same)
    const key = await createKey(node, { allowedIps: ['203.0.113.7'] })
    assertRefused(await node.get('/items', withKey(key)), 403, 'IP_NOT_ALLOWED')
    await node.close()
    const later = await openKontor(same)
    assert.equal((await read(later, `/api-keys/${key.id}`)).useCount, 0)
    await later.close()
  })
})
