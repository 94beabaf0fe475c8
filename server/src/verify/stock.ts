import { sql } from 'kysely'
import { difference, fromScaled } from '../model/money.ts'
import { statusesIn } from '../model/stage.ts'
import { type Item, items } from '../resources/items/items.resource.ts'
import { salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import { stockMovements } from '../resources/stock-movements/stock-movements.resource.ts'
import type { Check } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const stock: Check = {
  name: 'stock',
  promise: 'Stock is the sum of its ledger and never below zero; what is reserved is what open orders still need.',
  async run(snapshot, protocol) {
    for await (const page of snapshot.pages(items)) {
      protocol.looked(page.length)
      const ids = page.map(({ id }) => id)
      const moved = await snapshot.reads.totals(stockMovements, 'quantity', 'item', ids, [])
      const needed = await neededOf(snapshot, ids)
      for (const item of page) {
        const { id, currentStock, reservedStock, availableStock } = item
        protocol.expect(id, 'currentStock', currentStock, moved.get(id) ?? 0)
        protocol.expect(id, 'reservedStock', reservedStock, needed.get(id) ?? 0)
        protocol.expect(id, 'availableStock', availableStock, difference(currentStock, reservedStock))
        protocol.expect(id, 'isLowStock', item.isLowStock, isLow(item))
        if (currentStock < 0) protocol.fault(id, `currentStock is ${currentStock}.`)
      }
    }
    const { builder } = snapshot.engine
    const below = await snapshot.offenders(builder.selectFrom('stock-movements as row').where('row.balance', '<', 0))
    protocol.faults(below, 'It took the stock below zero.')
  },
}

const isLow = ({ isActive, itemType, availableStock, reorderLevel }: Item) =>
  isActive && itemType !== 'Service' && availableStock < reorderLevel

/** What open orders have yet to deliver of each item. */
async function neededOf({ engine, connection }: Snapshot, ids: readonly string[]): Promise<Map<string, number>> {
  const open = sql<number>`sum(${sql.ref('line.quantity')} - ${sql.ref('line.deliveredQuantity')})`
  const select = engine.builder
    .selectFrom('sales-orders_items as line')
    .innerJoin('sales-orders as document', 'document.id', 'line.parent')
    .where('document.status', 'in', statusesIn(salesOrders.document.statuses, 'open'))
    .where('line.itemType', '<>', 'Service')
    .where('line.item', 'in', ids)
    .groupBy('line.item')
    .select(['line.item', open.as('open')])
  const rows = await connection.query(select.compile())
  return new Map(rows.map(([item, quantity]) => [item as string, fromScaled(Number(quantity))]))
}
