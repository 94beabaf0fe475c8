import type { Context } from '../../core/action.ts'
import { derived } from '../../core/changes.ts'
import type { Operation } from '../../core/rules.ts'
import { type LineAmounts, sumOf } from '../../model/money.ts'
import { holdsStock } from './order-progress.ts'
import { changeReservation } from './reservation.ts'
import { type OrderLine, type SalesOrder, salesOrders } from './sales-orders.resource.ts'
import { salesOrderRules } from './sales-orders.rules.ts'

/** A part of an order line that was invoiced; negative when an invoice is voided. */
export interface BilledPart extends LineAmounts {
  readonly line: string
  readonly quantity: number
}

export interface DeliveredPart {
  readonly line: string
  readonly quantity: number
}

async function change(ctx: Context, order: SalesOrder, changes: Partial<SalesOrder>): Promise<SalesOrder> {
  return ctx.records.update(salesOrders, order, await derived(ctx, salesOrderRules, { ...order, ...changes }, order))
}

/** Applies each part to the line that it belongs to. */
const withParts = <P extends { line: string }>(
  lines: readonly OrderLine[],
  parts: readonly P[],
  apply: (line: OrderLine, part: P) => OrderLine,
) => lines.map((line) => parts.filter((part) => part.line === line.id).reduce(apply, line))

export const noteBilled: Operation = {
  name: 'note-billed',
  async run(ctx, id, { parts }: { parts: readonly BilledPart[] }) {
    const order = await ctx.records.lock(salesOrders, id)
    const items = withParts(order.items, parts, (line, part) => ({
      ...line,
      invoicedQuantity: sumOf([line.invoicedQuantity, part.quantity]),
      billedDiscount: sumOf([line.billedDiscount, part.discountAmount]),
      billedAmount: sumOf([line.billedAmount, part.amount]),
      billedTax: sumOf([line.billedTax, part.taxAmount]),
    }))
    return change(ctx, order, { items })
  },
}

/** An invoice was issued, or an issued one voided: its total counts as owed, no longer as ordered. */
export const noteIssued: Operation = {
  name: 'note-issued',
  async run(ctx, id, { amount }: { amount: number }) {
    const order = await ctx.records.lock(salesOrders, id)
    return change(ctx, order, { issuedTotal: sumOf([order.issuedTotal, amount]) })
  },
}

/** Goods went out, or came back. What went out need not be set aside any more. */
export const noteDelivered: Operation = {
  name: 'note-delivered',
  async run(ctx, id, { parts }: { parts: readonly DeliveredPart[] }) {
    const order = await ctx.records.lock(salesOrders, id)
    const items = withParts(order.items, parts, (line, { quantity }) => ({
      ...line,
      deliveredQuantity: sumOf([line.deliveredQuantity, quantity]),
    }))
    if (holdsStock(order.status)) await changeReservation(ctx, order.items, items)
    return change(ctx, order, { items })
  },
}
