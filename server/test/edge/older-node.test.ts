import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { eventually } from '../support/raw-http.ts'

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

describe('A node after a newer version has migrated the database', {
  skip: !served && 'there is no PostgreSQL',
}, () => {
  test('answers reads, and refuses writes that the new tables may not fit', async () => {
    const kontor = await openKontor(served!)
    const item = (itemCode: string) => kontor.post('/items', { itemCode, itemName: 'Anvil' })
    assert.equal((await item('BEFORE')).status, 201)
    const { builder } = kontor.engine
    const later = builder.insertInto('migrations').values({ name: '9999-later', appliedAt: '2030-01-01' })
    await kontor.engine.changeSchema((connection) => connection.query(later.compile()))
    // A proxy learns of it without a write that fails.
    await eventually(async () => (await kontor.get('root:readyz')).status === 503 || undefined)
    assert.match((await kontor.get('root:readyz')).body.error.message, /^A newer version of Kontor has migrated/)
    const refused = await item('AFTER')
    assert.deepEqual([refused.status, refused.body.error.code], [503, 'UNAVAILABLE'])
    assert.equal((await kontor.get('/items')).body.meta.total, 1)
    assert.equal((await kontor.get('root:readyz')).status, 503)
    assert.equal((await kontor.get('root:readyz?for=reads')).status, 200)
    await kontor.close()
  })
})
