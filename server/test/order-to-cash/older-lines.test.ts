import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layAside } from '../../src/db/bulk/laid-aside.ts'
import type { Engine } from '../../src/db/engine.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { migrationsBefore } from '../support/older.ts'
import { createItem } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'
import { createOrder } from '../support/trade.ts'

const older = migrationsBefore('0023-lines-together')

/** What today's code needs of a later migration, which rebuilds nothing: it is made again in its place. */
const undoFreeLines = ({ builder, changeSchema }: Engine) =>
  changeSchema(async (connection) => {
    await connection.query(builder.deleteFrom('migrations').where('name', '=', '0054-free-lines').compile())
    for (const table of ['sales-orders_items', 'invoices_items'])
      for (const column of ['kind', 'description'])
        await connection.query(builder.schema.alterTable(table).dropColumn(column).compile())
  })

onEveryDatabase('An order of before its lines were kept together', (kind) => {
  const same = sameDatabase(kind)

  test('is the same after the update, even if a seed was interrupted meanwhile, and can be edited', async () => {
    const before = await openKontor(same, { migrations: older })
    const items = await Promise.all([createItem(before), createItem(before), createItem(before)])
    const lines = items.map(({ id }, index) => ({ item: id, quantity: index + 1, rate: 10 }))
    const orders = await Promise.all([lines, lines.toReversed()].map((own) => createOrder(before, own)))
    await before.engine.write((connection) => layAside(before.engine, connection, 'sales-orders_items'))
    await undoFreeLines(before.engine)
    await before.close()
    const kontor = await openKontor(same)
    for (const order of orders) {
      const { items: kept } = (await kontor.get(`/sales-orders/${order.id}`)).body.data
      assert.deepEqual(kept, order.items)
    }
    const [first, second] = orders
    const fewer = await kontor.put(`/sales-orders/${first!.id}`, { items: lines.slice(1) })
    assert.deepEqual(
      fewer.body.data.items.map(({ quantity }: { quantity: number }) => quantity),
      [2, 3],
    )
    assert.equal((await kontor.get(`/sales-orders/${second!.id}`)).body.data.items.length, 3)
    const refused = await kontor.delete(`/items/${items[0]!.id}`)
    assert.equal(refused.body.error.code, 'RESOURCE_IN_USE')
    await kontor.close()
  })
})
