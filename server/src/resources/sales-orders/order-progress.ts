import { sumOf } from '../../model/money.ts'
import { hasStock } from '../documents/priced-lines.ts'
import type { OrderLine, SalesOrder } from './sales-orders.resource.ts'

export const undelivered = ({ quantity, deliveredQuantity }: OrderLine) => sumOf([quantity, -deliveredQuantity])
export const uninvoiced = ({ quantity, invoicedQuantity }: OrderLine) => sumOf([quantity, -invoicedQuantity])

/** Orders in these states have stock set aside … */
export const holdsStock = (status: SalesOrder['status']) => status === 'submitted' || status === 'on_hold'

export const isPartlyDelivered = ({ items }: Pick<SalesOrder, 'items'>) =>
  items.some(({ deliveredQuantity }) => deliveredQuantity > 0)

export function deliveryStatusOf(lines: readonly OrderLine[]): SalesOrder['deliveryStatus'] {
  const stocked = lines.filter(hasStock)
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
