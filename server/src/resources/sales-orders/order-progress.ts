import type { Context } from '../../core/action.ts'
import { sumOf } from '../../model/money.ts'
import { reserveStock } from '../items/items.operations.ts'
import type { OrderLine, SalesOrder } from './sales-orders.resource.ts'

/** Services are done, not delivered. */
export const isStocked = ({ itemType }: Pick<OrderLine, 'itemType'>) => itemType !== 'Service'

export const undelivered = ({ quantity, deliveredQuantity }: OrderLine) => sumOf([quantity, -deliveredQuantity])
export const uninvoiced = ({ quantity, invoicedQuantity }: OrderLine) => sumOf([quantity, -invoicedQuantity])

/** Orders in these states have stock set aside … */
export const holdsStock = (status: SalesOrder['status']) => status === 'submitted' || status === 'on_hold'

export const isPartlyDelivered = ({ items }: Pick<SalesOrder, 'items'>) =>
  items.some(({ deliveredQuantity }) => deliveredQuantity > 0)

export function deliveryStatusOf(lines: readonly OrderLine[]): SalesOrder['deliveryStatus'] {
  const stocked = lines.filter(isStocked)
  if (stocked.length === 0) return 'not_applicable'
  if (stocked.every((line) => undelivered(line) <= 0)) return 'delivered'
  return stocked.some(({ deliveredQuantity }) => deliveredQuantity > 0) ? 'partly_delivered' : 'not_delivered'
}

export function invoiceStatusOf(lines: readonly OrderLine[]): SalesOrder['invoiceStatus'] {
  if (lines.every((line) => uninvoiced(line) <= 0)) return 'invoiced'
  return lines.some(({ invoicedQuantity }) => invoicedQuantity > 0) ? 'partly_invoiced' : 'not_invoiced'
}

/** … and count against the customer's credit with what is not invoiced yet. */
export const creditClaimOf = (status: SalesOrder['status'], total: number, issuedTotal: number): number =>
  holdsStock(status) ? Math.max(0, sumOf([total, -issuedTotal])) : 0

/** What each item still has to be set aside for, the items in one order everywhere. */
export function openQuantities(lines: readonly OrderLine[]): [item: string, quantity: number][] {
  const open = Map.groupBy(lines.filter(isStocked), ({ item }) => item)
  return [...open]
    .map(([item, group]): [string, number] => [item, sumOf(group.map(undelivered))])
    .filter(([, quantity]) => quantity !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

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
