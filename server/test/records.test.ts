import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'

onEveryDatabase('Records', (kind) => {
  const kontor = kontorFor(kind)

  test('a created record comes back whole, with its address in Location', async () => {
    const created = await kontor().post('/items', { itemCode: 'ANVIL-1', itemName: 'Anvil', sellingPrice: 12.5 })
    assert.equal(created.status, 201)
    assert.equal(created.headers.location, `/api/v1/items/${created.body.data.id}`)
    const read = await kontor().get(`/items/${created.body.data.id}`)
    assert.deepEqual(read.body.data, created.body.data)
  })
})
