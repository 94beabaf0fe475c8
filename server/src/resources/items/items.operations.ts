import type { Context } from '../../core/action.ts'
import { amendRecord } from '../../core/changes.ts'
import { type Blocker, defineProblems, Problem, refuseBlocked } from '../../core/problem.ts'
import { defineWarnings } from '../../core/warnings.ts'
import { type Message, msg, toldOf } from '../../model/message.ts'
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
    const told = toldOf(items, after)
    ctx.warn({
      code: BACKORDER,
      message: msg`${told('itemCode')} is short by ${-after.availableStock} ${told('uom')}: ${told('currentStock')} in stock, ${told('reservedStock')} reserved.`,
      reveals: STOCK,
    })
  }
  return after
}

/** Why an item has no stock that could change. */
export const unstocked = (item: Item): Blocker | undefined =>
  item.itemType === 'Service'
    ? refusal(msg`${toldOf(items, item)('itemCode')} is a service. Only goods have a stock.`, ['items.itemType'])
    : undefined

const STOCK = ['items.currentStock', 'items.reservedStock', 'items.availableStock', 'items.uom']

const refusal = (message: Message, reveals: readonly string[]) =>
  new Problem(INSUFFICIENT_STOCK, { text: message, details: [{ field: 'quantity', message }], reveals })

export function shortage(item: Item, wanted: number): Problem {
  const told = toldOf(items, item)
  return refusal(
    msg`${wanted} of ${told('itemCode')} is more than the ${told('currentStock')} ${told('uom')} in stock. Take less, or enter a receipt first.`,
    STOCK,
  )
}

/** More could not be kept exactly. */
function refuseTooMuch(stock: number, item: Item): void {
  if (stock <= DECIMAL_MAX) return
  const code = toldOf(items, item)('itemCode')
  const message = msg`Quantity is too large: the stock of ${code} would exceed ${DECIMAL_MAX}.`
  const details = [{ field: 'quantity', message }]
  throw new Problem('VALIDATION_ERROR', { text: message, details, reveals: STOCK })
}
