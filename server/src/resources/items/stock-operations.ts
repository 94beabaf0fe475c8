import type { Context } from '../../core/action.ts'
import { derived } from '../../core/changes.ts'
import { Problem } from '../../core/problem.ts'
import type { Operation } from '../../core/rules.ts'
import { DECIMAL_MAX } from '../../model/decimal.ts'
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
    if (item.itemType === 'Service') throw refusal(`${item.itemCode} is a service. Only goods have a stock.`)
    if (currentStock < 0) throw shortage(item, -quantity)
    refuseTooMuch(currentStock, item)
    return change(ctx, item, { currentStock })
  },
}

/** Orders set stock aside, or give it back. More may be set aside than is there: that is a backorder. */
export const reserveStock: Operation = {
  name: 'reserve-stock',
  async run(ctx, id, { quantity }: { quantity: number }) {
    const item = await ctx.records.lock(items, id)
    const reservedStock = sumOf([item.reservedStock, quantity])
    refuseTooMuch(reservedStock, item)
    const after = await change(ctx, item, { reservedStock })
    if (quantity > 0 && after.availableStock < 0) {
      ctx.warn({
        code: 'BACKORDER',
        message: `${item.itemCode} is short by ${-after.availableStock} ${item.uom}: ${item.currentStock} in stock, ${after.reservedStock} reserved.`,
        reveals: STOCK,
      })
    }
    return after
  },
}

const STOCK = ['items.currentStock', 'items.reservedStock', 'items.availableStock']

const refusal = (message: string) =>
  new Problem('INSUFFICIENT_STOCK', { message, details: [{ field: 'quantity', message }], reveals: STOCK })

const shortage = ({ itemCode, uom, currentStock }: Item, wanted: number) =>
  refusal(
    `Of ${itemCode} only ${currentStock} ${uom} are in stock, not ${wanted}. Take less, or enter a receipt first.`,
  )

/** More could not be kept exactly. */
function refuseTooMuch(stock: number, { itemCode }: Item): void {
  if (stock <= DECIMAL_MAX) return
  const message = `Quantity must be smaller: of ${itemCode} there would be more than ${DECIMAL_MAX}.`
  throw new Problem('VALIDATION_ERROR', { message, details: [{ field: 'quantity', message }] })
}
