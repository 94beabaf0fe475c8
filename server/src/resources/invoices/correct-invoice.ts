import { maySee, refusedAccess } from '../../core/access.ts'
import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { enterStatus } from '../../core/moves.ts'
import { type Blocker, Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { text } from '../../model/fields.ts'
import { msg, NO_TEXT, toldOf } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { AnyDocument } from '../documents/document-type.ts'
import { originsOf } from '../documents/references/origins.ts'
import { pickLines } from '../documents/references/pick-lines.ts'
import { nothingLeft, pickingFrom, statusBlocker } from '../documents/references/refusals.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { paidBlocker } from './delete-invoice.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { invoiceRules, NOTHING_TO_INVOICE, OVER_INVOICED } from './invoices.rules.ts'

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
    const { salesOrder, customer, paymentTerms, supplyFrom, supplyUntil, notes } = invoice
    const { taxRounding, pricesIncludeTax } = invoice
    const items = invoice.items.map(({ id: _, ...line }) => line)
    const own = { salesOrder, customer, paymentTerms, taxRounding, pricesIncludeTax, supplyFrom, supplyUntil }
    const kept = { ...own, notes: input.notes ?? notes }
    return { record: await createRecord(ctx, invoices, invoiceRules, { ...kept, items, replaces: id, draft: true }) }
  },
})

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
  const correction = found.invoiceNumber ? toldOf(invoices, found)('invoiceNumber') : found.id
  const by = maySee(ctx.actor, invoices, found) ? msg` by ${correction}` : NO_TEXT
  const text = msg`The invoice has been corrected already${by}. Correct that one instead.`
  return { code: 'DOCUMENT_LOCKED', text, reveals: ['invoices.replaces'] }
}

/** The order must be open, and what a voided invoice held of it must not have been invoiced meanwhile. */
async function takenBlocker({ salesOrder, status, items }: Invoice, ctx: Context<Reads>): Promise<Blocker | undefined> {
  if (!salesOrder) return undefined
  const order = (await ctx.records.get(salesOrders, salesOrder)) as AnyRecord as AnyDocument
  const [origin] = originsOf(invoices.document)
  const blocker = statusBlocker(origin!, order)
  if (blocker || status !== 'cancelled') return blocker
  const picking = pickingFrom(invoices, origin!, order)
  try {
    if (pickLines(order.items as never[], [], picking).length === 0) return nothingLeft(invoices, origin!, order)
    const asked = items.map(({ orderLine, quantity }) => ({ line: orderLine, item: null, quantity }))
    pickLines(order.items as never[], asked, picking)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}
