import type { Context } from '../../core/action.ts'
import { defineProblems } from '../../core/problem.ts'
import type { Detail } from '../../model/input.ts'
import { listed, msg, NO_TEXT, toldOf } from '../../model/message.ts'
import type { Derived } from '../documents/derive-document.ts'
import type { DocumentBehaviour } from '../documents/document-behaviour.ts'
import { documentRules } from '../documents/document-rules.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { earlyPaymentOf } from './early-payment.ts'
import { invoiceLifecycle } from './invoice-moves.ts'
import { creditNotesOf, paymentsOf } from './invoice-payments.ts'
import { warnIfBefore } from './invoice-warnings.ts'
import { type Invoice, invoices } from './invoices.resource.ts'

export const { NOTHING_TO_INVOICE, OVER_INVOICED } = defineProblems({
  NOTHING_TO_INVOICE: [422, msg`Nothing of the order is left to be invoiced.`],
  OVER_INVOICED: [422, msg`The quantity is more than is left to be invoiced.`],
})

export const invoiceRules = documentRules(invoices, {
  adds: warnOfDate,
  // Those of a corrected invoice are those of the one that it replaces.
  isPriced: ({ replaces }) => replaces !== null,
  check: (invoice, before) => [...dueDateFaults(invoice, before), ...supplyFaults(invoice)],
  editableLater: ({ status }) => (status === 'cancelled' || status === 'paid' ? ['notes'] : ['notes', 'dueDate']),
  refusals: {
    tooMuch: OVER_INVOICED,
    nothingLeft: NOTHING_TO_INVOICE,
    allTaken(order, names) {
      const by = names.length > 0 ? msg` by ${listed(names)}` : NO_TEXT
      return msg`All of the order ${order} has been invoiced already${by}. Void an invoice to invoice it again.`
    },
  },
  deletable: { field: 'status', values: ['draft'] },
  lifecycle: invoiceLifecycle,
  compute: async (ctx, shown) => {
    const [paid, credited] = [await paymentsOf(ctx, shown), await creditNotesOf(ctx, shown)]
    return shown.map((invoice) => ({
      ...earlyPaymentOf(invoice),
      payments: paid(invoice.id),
      creditNotes: credited(invoice.id),
    }))
  },
})

/** Once it is issued, a customer can count on the day. */
function dueDateFaults({ invoiceDate, dueDate }: Invoice, before?: Invoice): Detail[] {
  const promised = before?.status === 'draft' ? undefined : before?.dueDate
  if (promised && (!dueDate || dueDate < promised)) {
    const day = toldOf(invoices, before!)('dueDate')
    const message = msg`Due date can only be moved to a later day: it must not be before ${day}.`
    return [{ field: 'dueDate', message }]
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

async function warnOfDate(invoice: Invoice, usual: Derived<typeof invoices>, ctx: Context, before?: Invoice) {
  const whole = { ...invoice, ...usual }
  if (invoice.salesOrder && whole.invoiceDate !== before?.invoiceDate) {
    const [order] = await ctx.records.heads(salesOrders, 'id', [invoice.salesOrder])
    if (order) warnIfBefore(ctx, whole, order)
  }
  return {}
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
