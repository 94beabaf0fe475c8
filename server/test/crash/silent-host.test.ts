import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts'
import { eventually } from '../support/raw-http.ts'

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

/** How long requests wait at most for a host that has forgotten their connections. */
const NOTICED_MS = 15_000

describe('A PostgreSQL host that falls silent', { skip: !served && 'there is no PostgreSQL here' }, () => {
  let proxy: PostgresProxy
  let kontor: Kontor
  before(async () => {
    kontor = await openKontor({
      name: 'PostgreSQL behind a proxy',
      async create(content) {
        const database = await served!.create(content)
        proxy = await openPostgresProxy(database.environment.DATABASE_URL!)
        return { ...database, environment: { ...database.environment, DATABASE_URL: proxy.url } }
      },
    })
  })
  after(async () => {
    await kontor?.close()
    await proxy?.close()
  })

  test('for a moment, and forgets its connections, keeps no request waiting for long', async () => {
    assert.equal((await kontor.post('/items', { itemCode: 'EARLIER', itemName: 'Anvil' })).status, 201)
    proxy.goSilent()
    const since = Date.now()
    const underWay = [
      kontor.get('/items?search=anvil'),
      kontor.post('/items', { itemCode: 'MEANWHILE', itemName: 'Anvil' }),
    ]
    await eventually(async () => (await kontor.get('root:/readyz')).status === 503 || undefined)
    proxy.recover()
    for (const { status } of await Promise.all(underWay)) assert.ok([200, 201, 503].includes(status))
    assert.ok(Date.now() - since < NOTICED_MS)
    const later = () => kontor.post('/items', { itemCode: 'LATER', itemName: 'Anvil' })
    await eventually(async () => (await later()).status === 201 || undefined)
  })

  test('fails the requests under way, and the node serves again once the host answers', async () => {
    const item = await kontor.post('/items', { itemCode: 'BEFORE', itemName: 'Anvil' })
    assert.equal(item.status, 201)
    proxy.goSilent()
    const underWay = [
      kontor.get('/items?search=anvil'),
      kontor.put(`/items/${item.body.data.id}`, { itemName: 'Changed' }),
    ]
    await eventually(async () => (await kontor.get('root:/readyz')).status === 503 || undefined)
    for (const answer of await Promise.all(underWay)) {
      assert.equal(answer.status, 503)
      assert.ok(['UNAVAILABLE', 'OUTCOME_UNKNOWN'].includes(answer.body.error.code), answer.text)
    }
    proxy.recover()
    assert.equal((await kontor.get(`/items/${item.body.data.id}`)).status, 200)
    assert.equal((await kontor.post('/items', { itemCode: 'AFTER', itemName: 'Anvil' })).status, 201)
    await eventually(async () => (await kontor.get('root:/readyz')).status === 200 || undefined)
  })
})
