import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { type Blocker, defineProblems, Problem, refuseBlocked } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { date, flag, lines, quantity, ref, text } from '../../model/fields.ts'
import { choiceName, listed, msg, NO_TEXT, verbatim } from '../../model/message.ts'
import { sumOf } from '../../model/money.ts'
import { type Picking, pickLines, type RequestedLine } from '../documents/pick-lines.ts'
import {
  invoiceNamesOf,
  noteBilled,
  submissionBlocker,
  submitOrder,
  submitProblems,
} from '../sales-orders/sales-orders.operations.ts'
import { type OrderLine, type SalesOrder, salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { type InvoiceLine, invoices } from './invoices.resource.ts'
import { invoiceRules } from './invoices.rules.ts'
import { billedParts, invoiceLines } from './order-shares.ts'

export const { NOTHING_TO_INVOICE, OVER_INVOICED } = defineProblems({
  NOTHING_TO_INVOICE: [422, msg`Nothing of the order is left to be invoiced.`],
  OVER_INVOICED: [422, msg`The quantity is more than is left to be invoiced.`],
})

/** What of an order can be invoiced. */
export const pickingFrom = ({ orderNumber }: SalesOrder): Picking<OrderLine> => ({
  source: msg`The order ${orderNumber}`,
  reveals: [
    'orderNumber',
    ...['itemCode', 'description', 'uom', 'quantity', 'invoicedQuantity'].map((part) => `items.${part}`),
  ].map((path) => `${salesOrders.name}.${path}`),
  left: ({ quantity: ordered, invoicedQuantity }) => sumOf([ordered, -invoicedQuantity]),
  tooMuch: OVER_INVOICED,
  purpose: msg`invoiced`,
})

/** Invoices what is left of an order, or a part of it. The order stays locked, so that two calls at once make one invoice. */
export const createFromOrder: Action = writeAction({
  name: 'create-from-order',
  method: 'POST',
  path: '/from-order',
  summary: 'Create an invoice from a sales order',
  description:
    'Invoices all that is left of the order, or the given lines. A draft order is submitted first, under the same checks.',
  access: 'create',
  from: { resource: salesOrders, field: 'salesOrder', blocker: uninvoiceable },
  status: 201,
  problems: [NOTHING_TO_INVOICE, OVER_INVOICED, 'DOCUMENT_LOCKED', ...submitProblems],
  input: {
    salesOrder: ref('sales-orders', { required: true }),
    invoiceDate: date({ example: '2026-11-15', description: 'Today if left out.' }),
    dueDate: date(),
    items: lines(
      {
        line: text({ max: 64, example: 'lin_0t3q8m5xk00a7b2c9d4', description: 'The id of a line of the order …' }),
        item: ref('items', { description: '… or its item.' }),
        quantity: quantity({ required: true, min: 0.0001, example: 4 }),
      },
      { min: 1, description: 'Which lines, and how much of each; all that is left if left out.' },
    ),
    draft: flag({ description: 'Keeps the new invoice a draft instead of issuing it.' }),
    notes: text({ max: 4000 }),
  },
  async run(ctx, { input }) {
    const order = await submittedOrder(ctx, input.salesOrder)
    const picks = pickLines(order.items, (input.items ?? []) as readonly RequestedLine[], pickingFrom(order))
    if (picks.length === 0) throw nothingLeft(order, await invoiceNamesOf(ctx, order))
    const items = invoiceLines(order, picks)
    await noteBilled(ctx, order.id, billedParts(items as unknown as InvoiceLine[]))
    const { customer, paymentTerms, taxRounding } = order
    const { invoiceDate = null, dueDate = null, notes = null, draft } = input
    const values = {
      salesOrder: order.id,
      customer,
      paymentTerms,
      taxRounding,
      invoiceDate,
      dueDate,
      notes,
      items,
      draft,
    }
    return { record: await createRecord(ctx, invoices, invoiceRules, values) }
  },
})

/** An order that may be invoiced. A draft is submitted first, with the rights and checks of submitting it. */
async function submittedOrder(ctx: Context, id: string): Promise<SalesOrder> {
  const order = await ctx.records.lock(salesOrders, id)
  if (order.status === 'draft') return submitOrder(ctx, id)
  refuseBlocked(orderBlocker(order))
  return order
}

/** Why nothing of an order can be invoiced now. */
async function uninvoiceable(order: SalesOrder, ctx: Context<Reads>): Promise<Blocker | undefined> {
  if (order.status === 'draft') return submissionBlocker(ctx, order)
  return (
    orderBlocker(order) ??
    (pickLines(order.items, [], pickingFrom(order)).length === 0 ? nothingLeft(order, []) : undefined)
  )
}

/** Why an order in its state cannot be invoiced. */
export function orderBlocker({ status, orderNumber }: SalesOrder): Blocker | undefined {
  if (status === 'submitted' || status === 'closed') return undefined
  const instead = status === 'on_hold' ? msg`Release it first.` : msg`Nothing of it can be invoiced.`
  return {
    code: 'DOCUMENT_LOCKED',
    text: msg`The order ${orderNumber} has the status "${choiceName(status)}". ${instead}`,
    details: [{ field: 'salesOrder', message: msg`The order has the status "${choiceName(status)}".` }],
    reveals: ['sales-orders.status', 'sales-orders.orderNumber'],
  }
}

export function nothingLeft({ orderNumber }: SalesOrder, names: readonly string[]): Problem {
  const by = names.length > 0 ? msg` by ${listed(names)}` : NO_TEXT
  return new Problem(NOTHING_TO_INVOICE, {
    text: msg`All of the order ${orderNumber} has been invoiced already${by}. Void an invoice to invoice it again.`,
    details: names.map((name) => ({ field: 'invoices', message: verbatim(name) })),
    reveals: ['sales-orders.invoiceStatus', 'sales-orders.orderNumber'],
  })
}
