import type { Context } from '../../core/action.ts'
import { derived } from '../../core/changes.ts'
import { Problem } from '../../core/problem.ts'
import type { Operation } from '../../core/rules.ts'
import { sumOf } from '../../model/money.ts'
import { type Item, items } from './items.resource.ts'
import { itemRules } from './items.rules.ts'

async function change(ctx: Context, item: Item, changes: Partial<Item>): Promise<Item> {
  return ctx.records.update(items, item, await derived(ctx, itemRules, { ...item, ...changes }, item))
}

/** Stock came or went. It is never below zero: what is not there cannot go. */
export const moveStock: Operation = {
  name: 'move-stock',
  async run(ctx, id, { quantity }: { quantity: number }) {
    const item = await ctx.records.lock(items, id)
    const currentStock = sumOf([item.currentStock, quantity])
    if (item.itemType === 'Service') throw refusal('A service has no stock', item)
    if (currentStock < 0) throw refusal(`Only ${item.currentStock} ${item.uom} in stock, not ${-quantity}`, item)
    return change(ctx, item, { currentStock })
  },
}

/** Orders set stock aside, or give it back. More may be set aside than is there: that is a backorder. */
export const reserveStock: Operation = {
  name: 'reserve-stock',
  async run(ctx, id, { quantity }: { quantity: number }) {
    const item = await ctx.records.lock(items, id)
    const after = await change(ctx, item, { reservedStock: sumOf([item.reservedStock, quantity]) })
    if (quantity > 0 && after.availableStock < 0) {
      ctx.warn({
        code: 'BACKORDER',
        message: `${item.itemCode} is short by ${-after.availableStock} ${item.uom}: ${item.currentStock} in stock, ${after.reservedStock} reserved.`,
      })
    }
    return after
  },
}

const refusal = (what: string, { itemCode }: Item) =>
  new Problem('INSUFFICIENT_STOCK', {
    message: `${what}: ${itemCode}.`,
    details: [{ field: 'quantity', message: `${what}: ${itemCode}.` }],
  })
