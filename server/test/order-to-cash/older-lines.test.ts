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

/** What today's code needs of later migrations, which rebuild nothing: it is made again in its place. */
const LATER = [
  { name: '0054-free-lines', tables: ['sales-orders_items', 'invoices_items'], columns: ['kind', 'description'] },
  { name: '0057-quotation-lines', tables: ['sales-orders_items'], columns: ['quotationLine'] },
]
const undoLater = ({ builder, changeSchema }: Engine) =>
  changeSchema(async (connection) => {
    for (const { name, tables, columns } of LATER) {
      await connection.query(builder.deleteFrom('migrations').where('name', '=', name).compile())
      for (const table of tables)
        for (const column of columns)
          await connection.query(builder.schema.alterTable(table).dropColumn(column).compile())
    }
  })

onEveryDatabase('An order of before its lines were kept together', (kind) => {
  const same = sameDatabase(kind)

  test('is the same after the update, even if a seed was interrupted meanwhile, and can be edited', async () => {
    const before = await openKontor(same, { migrations: older })
    const items = await Promise.all([createItem(before), createItem(before), createItem(before)])
    const lines = items.map(({ id }, index) => ({ item: id, quantity: index + 1, rate: 10 }))
    const orders = await Promise.all([lines, lines.toReversed()].map((own) => createOrder(before, own)))
    await before.engine.write((connection) => layAside(before.engine, connection, 'sales-orders_items'))
    await undoLater(before.engine)
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
