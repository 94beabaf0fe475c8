import { maySee, refusedAccess } from '../../core/access.ts'
import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { enterStatus } from '../../core/moves.ts'
import { type Blocker, Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { text } from '../../model/fields.ts'
import { msg, NO_TEXT } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { pickLines } from '../documents/pick-lines.ts'
import { noteBilled } from '../sales-orders/sales-orders.operations.ts'
import { type SalesOrder, salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { NOTHING_TO_INVOICE, nothingLeft, OVER_INVOICED, orderBlocker, pickingFrom } from './create-from-order.ts'
import { paidBlocker } from './delete-invoice.ts'
import { type Invoice, type InvoiceLine, invoices } from './invoices.resource.ts'
import { invoiceRules } from './invoices.rules.ts'
import { billedParts, invoiceLines } from './order-shares.ts'

/**
 * Voids an invoice and drafts it anew, in one transaction: at no moment can the order be invoiced twice. A voided invoice is only
 * drafted anew.
 */
export const correctInvoice: Action = writeAction({
  name: 'correct',
  method: 'POST',
  path: '/:id/correct',
  summary: 'Void an invoice and draft it anew',
  description:
    'Voids an issued invoice without payments and creates a draft of the same lines, whose prices, discounts and tax rates can be changed. The draft keeps the order. Needs the rights to cancel and to create invoices.',
  access: 'cancel',
  status: 201,
  problems: ['DOCUMENT_LOCKED', NOTHING_TO_INVOICE, OVER_INVOICED],
  blocker: uncorrectable,
  input: { notes: text({ max: 4000, description: 'Of the draft; those of the invoice if left out.' }) },
  async run(ctx, { id, input }) {
    const invoice = await ctx.records.get(invoices, id)
    if (invoice.status !== 'cancelled') await enterStatus(ctx, invoices, invoiceRules, id, 'cancelled')
    const { salesOrder, customer, paymentTerms, taxRounding, supplyFrom, supplyUntil, notes } = invoice
    const items = salesOrder ? await orderLines(ctx, salesOrder, invoice) : invoice.items.map(copyOf)
    const own = { salesOrder, customer, paymentTerms, taxRounding, supplyFrom, supplyUntil }
    const kept = { ...own, notes: input.notes ?? notes }
    return { record: await createRecord(ctx, invoices, invoiceRules, { ...kept, items, replaces: id, draft: true }) }
  },
})

const copyOf = ({ id: _, ...line }: InvoiceLine) => line

/** The same quantities of the same lines, at the prices of the invoice. The order counts them as invoiced. */
async function orderLines(ctx: Context, id: string, { items }: Invoice): Promise<AnyRecord[]> {
  const order = await ctx.records.lock(salesOrders, id)
  const prices = new Map(items.map((line) => [line.orderLine, line]))
  const lines = invoiceLines(order, picksOf(order, items), (line) => prices.get(line.id)!)
  await noteBilled(ctx, id, billedParts(lines as unknown as InvoiceLine[]))
  return lines
}

const picksOf = (order: SalesOrder, items: readonly InvoiceLine[]) =>
  pickLines(
    order.items,
    items.map(({ orderLine, quantity }) => ({ line: orderLine, item: null, quantity })),
    pickingFrom(order),
  )

/** Why an invoice cannot be corrected now. */
async function uncorrectable(invoice: Invoice, ctx: Context<Reads>): Promise<Blocker | undefined> {
  const refusal = refusedAccess(ctx.actor, invoices, { method: 'POST', access: 'create' })
  if (refusal) return refusal
  if (invoice.status === 'draft')
    return {
      code: 'DOCUMENT_LOCKED',
      text: msg`The invoice is a draft. Change it directly.`,
      reveals: ['invoices.status'],
    }
  return paidBlocker(invoice) ?? (await replacedBlocker(invoice, ctx)) ?? (await takenBlocker(invoice, ctx))
}

/** A correction is made once. One that was voided itself does not count. */
async function replacedBlocker({ id, status }: Invoice, ctx: Context<Reads>): Promise<Blocker | undefined> {
  if (status !== 'cancelled') return undefined
  const drafts = await ctx.records.unscoped().heads(invoices, 'replaces', [id])
  const found = drafts.find((one) => one.status !== 'cancelled')
  if (!found) return undefined
  const by = maySee(ctx.actor, invoices, found) ? msg` by ${found.invoiceNumber ?? found.id}` : NO_TEXT
  return {
    code: 'DOCUMENT_LOCKED',
    text: msg`The invoice has been corrected already${by}. Correct that one instead.`,
    reveals: ['invoices.replaces', 'invoices.invoiceNumber'],
  }
}

/** The order must be open, and what a voided invoice held of it must not have been invoiced meanwhile. */
async function takenBlocker({ salesOrder, status, items }: Invoice, ctx: Context<Reads>): Promise<Blocker | undefined> {
  if (!salesOrder) return undefined
  const order = await ctx.records.get(salesOrders, salesOrder)
  const blocker = orderBlocker(order)
  if (blocker || status !== 'cancelled') return blocker
  try {
    if (pickLines(order.items, [], pickingFrom(order)).length === 0) return nothingLeft(order, [])
    picksOf(order, items)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}
