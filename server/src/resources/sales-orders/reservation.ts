import type { Context } from '../../core/action.ts'
import { sumOf } from '../../model/money.ts'
import { reserveStock } from '../items/items.operations.ts'
import { openQuantities } from './order-progress.ts'
import type { OrderLine } from './sales-orders.resource.ts'

/** Sets aside, or gives back, the difference between what two states of the lines need. */
export async function changeReservation(
  ctx: Context,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
): Promise<void> {
  const [old, fresh] = [new Map(openQuantities(before)), new Map(openQuantities(after))]
  for (const id of [...new Set([...old.keys(), ...fresh.keys()])].sort()) {
    const quantity = sumOf([fresh.get(id) ?? 0, -(old.get(id) ?? 0)])
    if (quantity !== 0) await reserveStock(ctx, id, quantity)
  }
}

export const reserve = (ctx: Context, lines: readonly OrderLine[]) => changeReservation(ctx, [], lines)
export const release = (ctx: Context, lines: readonly OrderLine[]) => changeReservation(ctx, lines, [])
