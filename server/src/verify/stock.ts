import { sql } from 'kysely'
import { difference, fromScaled, sumOf } from '../model/money.ts'
import type { DocumentResource, StockOf } from '../resources/documents/document-type.ts'
import { type Item, items } from '../resources/items/items.resource.ts'
import { stockMovements } from '../resources/stock-movements/stock-movements.resource.ts'
import type { Check } from './check.ts'
import type { Snapshot } from './snapshot.ts'
import { stockedIn } from './stock-sources.ts'

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

/** What documents that reserve stock still need of each item. */
async function neededOf(snapshot: Snapshot, ids: readonly string[]): Promise<Map<string, number>> {
  const needed = new Map<string, number>()
  for (const { resource, rule } of stockedIn(snapshot)) {
    if (rule.moves !== 'reserve') continue
    for (const [item, quantity] of await reservedBy(snapshot, resource, rule, ids))
      needed.set(item, sumOf([needed.get(item) ?? 0, quantity]))
  }
  return needed
}

async function reservedBy(
  { engine, connection }: Snapshot,
  { name, fields }: DocumentResource,
  { statuses, less }: StockOf,
  ids: readonly string[],
): Promise<[item: string, quantity: number][]> {
  const quantity = sql.ref('line.quantity')
  const open = less ? sql<number>`sum(${quantity} - ${sql.ref(`line.${less}`)})` : sql<number>`sum(${quantity})`
  const all = engine.builder
    .selectFrom(`${name}_items as line`)
    .innerJoin(`${name} as document`, 'document.id', 'line.parent')
    .where('line.item', 'in', ids)
    .groupBy('line.item')
    .select(['line.item', open.as('open')])
  const counting = statuses ? all.where('document.status', 'in', statuses) : all
  const goods =
    'itemType' in fields.items!.options.fields! ? counting.where('line.itemType', '<>', 'Service') : counting
  const rows = await connection.query(goods.compile())
  return rows.map(([item, scaled]) => [item as string, fromScaled(Number(scaled))])
}
