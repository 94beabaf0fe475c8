import { maySee } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import type { DocumentBehaviour } from '../documents/document-behaviour.ts'
import { deriveDocument, documentRules } from '../documents/document-rules.ts'
import { type Payment, payments } from '../payments/payments.resource.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { invoiceLifecycle } from './invoice-moves.ts'
import { warnIfBefore } from './invoice-warnings.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { hasOtherPrices, repricedLines } from './order-shares.ts'

/** What may change in a draft that an order was invoiced by: how much of what it charges for, the order decides. */
const ORDERED_DRAFT = [
  ...['notes', 'dueDate', 'invoiceDate', 'paymentTerms', 'supplyFrom', 'supplyUntil'],
  ...['items.rate', 'items.discount', 'items.taxRate'],
]

export const invoiceRules = documentRules(invoices, {
  derive: deriveInvoice,
  check: (invoice, before) => [...dueDateFaults(invoice, before), ...supplyFaults(invoice)],
  editable: ({ status, salesOrder }) => {
    if (status === 'cancelled' || status === 'paid') return ['notes']
    if (status !== 'draft') return ['notes', 'dueDate']
    return salesOrder ? ORDERED_DRAFT : undefined
  },
  deletable: { field: 'status', values: ['draft'] },
  lifecycle: invoiceLifecycle,
  compute: computePayments,
})

/** Once it is issued, a customer can count on the day. */
function dueDateFaults({ invoiceDate, dueDate }: Invoice, before?: Invoice): Detail[] {
  const promised = before?.status === 'draft' ? undefined : before?.dueDate
  if (promised && (!dueDate || dueDate < promised)) {
    const message = msg`Due date can only be moved to a later day: it must not be before ${promised}.`
    return [{ field: 'dueDate', message, reveals: ['invoices.dueDate'] }]
  }
  if (!dueDate || dueDate >= invoiceDate) return []
  return [{ field: 'dueDate', message: msg`Due date must not be before the invoice date.` }]
}

function supplyFaults({ supplyFrom, supplyUntil }: Invoice): Detail[] {
  if (!supplyUntil || (supplyFrom && supplyUntil >= supplyFrom)) return []
  const message = supplyFrom
    ? msg`The end of the supply must not be before its beginning.`
    : msg`Enter when the supply began, too.`
  return [{ field: supplyFrom ? 'supplyUntil' : 'supplyFrom', message }]
}

/** The lines of an order come with their prices, as do those of a corrected invoice; others are priced here. */
async function deriveInvoice(sent: Invoice, ctx: Context, before?: Invoice): Promise<Partial<Invoice>> {
  const invoice = before && sent.salesOrder ? await withPrices(sent, ctx, before) : sent
  const isFromAnother = invoice.salesOrder !== null || (!before && invoice.replaces !== null)
  const document = await deriveDocument(invoices, ctx, invoice, before, { isFromAnother })
  if (invoice.salesOrder && document.invoiceDate !== before?.invoiceDate) {
    const [order] = await ctx.records.heads(salesOrders, 'id', [invoice.salesOrder])
    if (order) warnIfBefore(ctx, document as Invoice, order)
  }
  return document
}

async function withPrices(invoice: Invoice, { records }: Context, before: Invoice): Promise<Invoice> {
  if (!hasOtherPrices(invoice.items, before.items)) return invoice
  const order = await records.get(salesOrders, invoice.salesOrder!)
  return { ...invoice, items: repricedLines(invoice.items, before.items, order) }
}

async function computePayments(ctx: Context<Reads>, shown: readonly Invoice[]): Promise<Partial<Invoice>[]> {
  const paid = await ctx.records.related(
    payments,
    'invoice',
    shown.map(({ id }) => id),
  )
  const seen = paid.filter((payment) => maySee(ctx.actor, payments, payment))
  const byInvoice = Map.groupBy(seen, ({ invoice }) => invoice)
  const told = ({ id, amount, paymentDate, method }: Payment) => ({ id, amount, paymentDate, method })
  return shown.map(({ id }) => ({ payments: (byInvoice.get(id) ?? []).map(told) }))
}

export const invoiceBehaviour: DocumentBehaviour = {
  rules: invoiceRules,
  stock: {
    create: { summary: 'Create an invoice without an order' },
  },
  shippedRights: {
    sales: { can: ['read'] },
    accountant: { can: ['read', 'create', 'update', 'submit', 'cancel', 'export'] },
    viewer: { can: ['read'] },
  },
}
