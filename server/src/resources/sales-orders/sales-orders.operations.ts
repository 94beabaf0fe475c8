import { authorise, permissionFor, refusedAccess } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { amendRecord } from '../../core/changes.ts'
import { moveBlocker, moveRecord } from '../../core/moves.ts'
import type { Blocker } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { type LineAmounts, sumOf } from '../../model/money.ts'
import { changeStock } from '../documents/document-stock.ts'
import { INACTIVE_REFERENCE } from '../documents/priced-lines.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { CREDIT_LIMIT_EXCEEDED, CUSTOMER_ON_HOLD, invoiceNames } from './order-moves.ts'
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

/** Applies each part to the line that it belongs to. */
const withParts = <P extends { line: string }>(
  lines: readonly OrderLine[],
  parts: readonly P[],
  apply: (line: OrderLine, part: P) => OrderLine,
) => lines.map((line) => parts.filter((part) => part.line === line.id).reduce(apply, line))

export async function noteBilled(ctx: Context, id: string, parts: readonly BilledPart[]): Promise<SalesOrder> {
  const order = await ctx.records.lock(salesOrders, id)
  const items = withParts(order.items, parts, (line, part) => ({
    ...line,
    invoicedQuantity: sumOf([line.invoicedQuantity, part.quantity]),
    billedDiscount: sumOf([line.billedDiscount, part.discountAmount]),
    billedAmount: sumOf([line.billedAmount, part.amount]),
    billedTax: sumOf([line.billedTax, part.taxAmount]),
  }))
  return amendRecord(ctx, salesOrders, salesOrderRules, order, { items })
}

/** An invoice was issued, or an issued one voided: its total counts as owed, no longer as ordered. */
export async function noteIssued(ctx: Context, id: string, amount: number): Promise<SalesOrder> {
  const order = await ctx.records.lock(salesOrders, id)
  return amendRecord(ctx, salesOrders, salesOrderRules, order, { issuedTotal: sumOf([order.issuedTotal, amount]) })
}

/** Goods went out, or came back. Stock that went out need not be reserved any more. */
export async function noteDelivered(ctx: Context, id: string, parts: readonly DeliveredPart[]): Promise<SalesOrder> {
  const order = await ctx.records.lock(salesOrders, id)
  const items = withParts(order.items, parts, (line, { quantity }) => ({
    ...line,
    deliveredQuantity: sumOf([line.deliveredQuantity, quantity]),
  }))
  await changeStock(ctx, salesOrders, { before: order, after: { ...order, items } })
  return amendRecord(ctx, salesOrders, salesOrderRules, order, { items })
}

/** The names of the live invoices of an order, as far as the actor may see them. */
export const invoiceNamesOf = async (ctx: Context<Reads>, { id }: SalesOrder): Promise<string[]> =>
  invoiceNames(ctx, await ctx.records.heads(invoices, 'salesOrder', [id]))

/** Why submitting an order may be refused. */
export const submitProblems = [CREDIT_LIMIT_EXCEEDED, CUSTOMER_ON_HOLD, INACTIVE_REFERENCE]

const submitting = { method: 'PUT', access: 'read' } as const

/** Why a draft cannot be submitted as a part of another request. */
export async function submissionBlocker(ctx: Context<Reads>, order: SalesOrder): Promise<Blocker | undefined> {
  const refusal = refusedAccess(ctx.actor, salesOrders, submitting)
  if (refusal) return refusal
  const permission = permissionFor(ctx.actor, salesOrders)
  return moveBlocker({ ...ctx, permission }, salesOrders, salesOrderRules, order, 'submitted')
}

/** Submits a draft as a part of another request, under the rights and guards of submitting it. */
export function submitOrder(ctx: Context, id: string): Promise<SalesOrder> {
  const permission = authorise(ctx.actor, salesOrders, submitting)
  return moveRecord({ ...ctx, permission }, salesOrders, salesOrderRules, id, { status: 'submitted' })
}
