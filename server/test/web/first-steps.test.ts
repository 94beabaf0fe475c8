import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webInterface } from '../../src/db/migrations/0010-web-interface.ts'
import { SchemaChange } from '../../src/db/schema-change.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { describedApi } from '../support/openapi.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem, read, rowsIn } from '../support/records.ts'

onEveryDatabase('A new company', (kind) => {
  test('is not set up until a user completes the first steps', async () => {
    const kontor = await openKontor(kind)
    try {
      assert.equal((await read(kontor, '/settings')).isSetUp, false)
      const done = await kontor.put('/settings', { isSetUp: true })
      assert.deepEqual([done.status, done.body.data.isSetUp], [200, true])
    } finally {
      await kontor.close()
    }
  })

  test('can be filled with demo data once, by an administrator', async () => {
    const kontor = await openKontor(kind)
    try {
      const api = describedApi((await kontor.get('/openapi.json')).body)
      const { token } = await signedIn(kontor, 'manager')
      assertRefused(await kontor.post('/settings/demo-data', undefined, { token }), 403, 'FORBIDDEN')
      const key = withKey(await createKey(kontor, { scopes: ['read', 'write'] }))
      assertRefused(await kontor.post('/settings/demo-data', undefined, key), 403, 'INSUFFICIENT_SCOPE')
      assert.equal(await rowsIn(kontor, 'items'), 0)
      const once = { headers: { 'idempotency-key': 'the demo' } }
      const filled = await kontor.post('/settings/demo-data', undefined, once)
      assert.equal(filled.status, 200, filled.text)
      api.foresees('POST', '/api/v1/settings/demo-data', filled)
      const { items, customers, orders } = filled.body.data
      assert.ok(items > 50 && customers > 10 && orders > 50)
      assert.equal((await kontor.get('/items')).body.meta.total, items)
      assert.equal((await kontor.get('/sales-orders')).body.meta.total, orders)
      assert.equal((await read(kontor, '/settings')).isSetUp, true)
      const again = await kontor.post('/settings/demo-data')
      assertRefused(again, 422, 'NOT_EMPTY')
      api.foresees('POST', '/api/v1/settings/demo-data', again)
      const replayed = await kontor.post('/settings/demo-data', undefined, once)
      assert.deepEqual([replayed.status, replayed.text], [200, filled.text])
      assert.equal(await rowsIn(kontor, 'items'), items)
    } finally {
      await kontor.close()
    }
  })
})

onEveryDatabase('A company with data', (kind) => {
  const kontor = kontorFor(kind)

  test('is not filled with demo data: one customer is enough', async () => {
    await createCustomer(kontor())
    assertRefused(await kontor().post('/settings/demo-data'), 422, 'NOT_EMPTY')
    assert.equal(await rowsIn(kontor(), 'items'), 0)
    assert.equal((await read(kontor(), '/settings')).isSetUp, false)
  })

  test('of an older version counts as set up if it has documents', async () => {
    await migrateAgain(kontor())
    assert.equal((await read(kontor(), '/settings')).isSetUp, false)
    const [{ id: item }, { id: customer }] = [await createItem(kontor()), await createCustomer(kontor())]
    await create(kontor(), '/sales-orders', { customer, items: [{ item, quantity: 1 }] })
    await migrateAgain(kontor())
    assert.equal((await read(kontor(), '/settings')).isSetUp, true)
  })
})

/** As if the database were older than the web interface. */
const migrateAgain = ({ engine }: Kontor): Promise<void> =>
  engine.write(async (connection) => {
    const undone = [
      'drop table views',
      ...['sessions drop column "isWeb"', 'settings drop column "isSetUp"'].map((change) => `alter table ${change}`),
    ]
    for (const sql of undone) await connection.query({ sql, parameters: [] })
    await webInterface.up(new SchemaChange(engine, connection))
  })
