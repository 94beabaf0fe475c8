import type { Context } from '../../core/action.ts'
import { amendRecord } from '../../core/changes.ts'
import { type Blocker, defineProblems, Problem, refuseBlocked } from '../../core/problem.ts'
import { defineWarnings } from '../../core/warnings.ts'
import { type Message, msg } from '../../model/message.ts'
import { DECIMAL_MAX, sumOf } from '../../model/money.ts'
import { type Item, items } from './items.resource.ts'
import { itemRules } from './items.rules.ts'

const { BACKORDER } = defineWarnings({
  BACKORDER: 'More of an item is reserved than is in stock.',
})

export const { INSUFFICIENT_STOCK } = defineProblems({
  INSUFFICIENT_STOCK: [422, msg`There is not enough in stock.`],
})

/** Adds to the stock, or takes from it. It is never below zero. */
export async function moveStock(ctx: Context, id: string, quantity: number): Promise<Item> {
  const item = await ctx.records.lock(items, id)
  const currentStock = sumOf([item.currentStock, quantity])
  refuseBlocked(unstocked(item))
  if (currentStock < 0) throw shortage(item, -quantity)
  refuseTooMuch(currentStock, item)
  return amendRecord(ctx, items, itemRules, item, { currentStock })
}

/** Orders reserve stock, or give it back. More may be reserved than is in stock: that is a backorder. */
export async function reserveStock(ctx: Context, id: string, quantity: number): Promise<Item> {
  const item = await ctx.records.lock(items, id)
  const reservedStock = sumOf([item.reservedStock, quantity])
  refuseTooMuch(reservedStock, item)
  const after = await amendRecord(ctx, items, itemRules, item, { reservedStock })
  if (quantity > 0 && after.availableStock < 0) {
    ctx.warn({
      code: BACKORDER,
      message: msg`${item.itemCode} is short by ${-after.availableStock} ${item.uom}: ${item.currentStock} in stock, ${after.reservedStock} reserved.`,
      reveals: [...STOCK, ...NAME],
    })
  }
  return after
}

/** Why an item has no stock that could change. */
export const unstocked = ({ itemType, itemCode }: Item): Blocker | undefined =>
  itemType === 'Service'
    ? refusal(msg`${itemCode} is a service. Only goods have a stock.`, ['items.itemType', ...NAME])
    : undefined

const NAME = ['items.itemCode', 'items.uom']
const STOCK = ['items.currentStock', 'items.reservedStock', 'items.availableStock']

const refusal = (message: Message, reveals: readonly string[]) =>
  new Problem(INSUFFICIENT_STOCK, { text: message, details: [{ field: 'quantity', message }], reveals })

const shortage = ({ itemCode, uom, currentStock }: Item, wanted: number) =>
  refusal(
    msg`${wanted} of ${itemCode} is more than the ${currentStock} ${uom} in stock. Take less, or enter a receipt first.`,
    [...STOCK, ...NAME],
  )

/** More could not be kept exactly. */
function refuseTooMuch(stock: number, { itemCode }: Item): void {
  if (stock <= DECIMAL_MAX) return
  const message = msg`Quantity is too large: the stock of ${itemCode} would exceed ${DECIMAL_MAX}.`
  throw new Problem('VALIDATION_ERROR', {
    text: message,
    details: [{ field: 'quantity', message }],
    reveals: [...STOCK, ...NAME],
  })
}
