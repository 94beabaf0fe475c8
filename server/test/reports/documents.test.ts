import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrations } from '../../src/db/migrations/index.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { gadgetMakers, gadgetOrders, gadgetOrdersMigration } from '../support/gadget-orders.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { create, createItem, read } from '../support/records.ts'

onEveryDatabase('A new type of document in the summary of the business', (kind) => {
  const kontor = kontorFor(kind, {
    catalog: [...catalog, gadgetMakers, gadgetOrders],
    migrations: [...migrations, gadgetOrdersMigration],
  })

  before(async () => {
    const { id: maker } = await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Nord' })
    const { id: item } = await createItem(kontor(), { costPrice: 12.5 })
    const order = () => create(kontor(), '/gadget-orders', { maker, items: [{ item, quantity: 1 }] })
    await order()
    await kontor().put(`/gadget-orders/${(await order()).id}/status`, { status: 'ordered' })
  })

  test('is counted by its statuses, as orders are', async () => {
    const { documentsByStatus } = await read(kontor(), '/reports/summary')
    assert.deepEqual(documentsByStatus, {
      quotations: { draft: 0, sent: 0, accepted: 0, rejected: 0 },
      'credit-notes': { draft: 0, open: 0, settled: 0, void: 0 },
      'gadget-orders': { draft: 1, ordered: 1, received: 0, cancelled: 0 },
    })
  })

  test('is left out for a role that may not see it, or not its status', async () => {
    for (const permissions of [{}, { 'gadget-orders': { can: ['read'] as const, hidden: ['status'] } }]) {
      const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
      const { data } = (await kontor().get('/reports/summary', { token })).body
      assert.equal('documentsByStatus' in data, false)
    }
  })
})
