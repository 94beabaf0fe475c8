import type { Context } from '../../core/action.ts'
import type { Behaviour } from '../../core/entry.ts'
import { refuseBlocked } from '../../core/problem.ts'
import { defineRules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import type { Detail } from '../../model/input.ts'
import { currencyDecimals } from '../../model/money.ts'
import { customers } from '../customers/customers.resource.ts'
import { items } from '../items/items.resource.ts'
import { payments } from '../payments/payments.resource.ts'
import { businessSettings, companySettings, dayIn, today } from '../shared/business.ts'
import {
  documentTotals,
  INACTIVE_REFERENCE,
  inactiveCustomer,
  pricedLines,
  refuseInactive,
  refuseUnexpectedTotal,
  TOTAL_MISMATCH,
} from '../shared/document-lines.ts'
import { invoiceLifecycle } from './invoice-moves.ts'
import { daysLate, settlementOf } from './invoice-state.ts'
import { type Invoice, type InvoiceLine, invoices } from './invoices.resource.ts'
import { overdueConditions } from './overdue-filter.ts'

export const invoiceRules = defineRules(invoices, {
  derive: deriveInvoice,
  problems: [INACTIVE_REFERENCE, TOTAL_MISMATCH],
  check: dueDateFaults,
  editable: ({ status, salesOrder }) => {
    if (status === 'cancelled' || status === 'paid') return ['notes']
    if (status !== 'draft') return ['notes', 'dueDate']
    return salesOrder ? ['notes', 'dueDate', 'invoiceDate', 'paymentTerms'] : undefined
  },
  deletable: { field: 'status', values: ['draft'] },
  lifecycle: invoiceLifecycle,
  compute: computeInvoices,
  interpret: async (ctx, condition) => overdueConditions(await today(ctx), condition),
})

/** Once it is issued, a customer can count on the day. */
function dueDateFaults({ invoiceDate, dueDate }: Invoice, before?: Invoice): Detail[] {
  const promised = before?.status === 'draft' ? undefined : before?.dueDate
  if (promised && (!dueDate || dueDate < promised)) {
    return [{ field: 'dueDate', message: `Due date can only be put off: it must not be before ${promised}.` }]
  }
  if (!dueDate || dueDate >= invoiceDate) return []
  return [{ field: 'dueDate', message: 'Due date must not be before the invoice date.' }]
}

/** Lines of an order come priced; a direct invoice prices its own. */
async function deriveInvoice(invoice: Invoice, ctx: Context, before?: Invoice): Promise<Partial<Invoice>> {
  const business = await businessSettings(ctx)
  const { currency } = before ?? business
  const lines = invoice.salesOrder ? invoice.items : await directLines(invoice, ctx, currency, before)
  const totals = documentTotals(lines)
  refuseUnexpectedTotal(invoices, invoice.expectedTotal, totals.total, lines)
  return {
    ...(await customerCopy(invoice, ctx, before)),
    ...totals,
    items: lines,
    currency,
    invoiceDate: invoice.invoiceDate ?? dayIn(business.timeZone, ctx.now),
    ...settlementOf({ ...invoice, total: totals.total }),
  }
}

async function directLines(
  invoice: Invoice,
  { records }: Context,
  currency: string,
  before?: Invoice,
): Promise<InvoiceLine[]> {
  const ids = invoice.items.map(({ item }) => item)
  const known = await records.getMany(items, [...new Set(ids)])
  if (ids.join() !== before?.items.map(({ item }) => item).join()) refuseInactive(invoice.items, known)
  return pricedLines(invoice.items, before?.items ?? [], known, currencyDecimals(currency))
}

async function customerCopy(invoice: Invoice, { records }: Context, before?: Invoice): Promise<Partial<Invoice>> {
  if (before?.customer === invoice.customer) return {}
  const customer = await records.get(customers, invoice.customer)
  if (!invoice.salesOrder) refuseBlocked(inactiveCustomer(customer))
  return { customerName: customer.name, paymentTerms: invoice.paymentTerms ?? customer.paymentTerms }
}

/** Overdue is a fact of the day on which one looks. */
async function computeInvoices(ctx: Context<Reads>, shown: readonly Invoice[]): Promise<Partial<Invoice>[]> {
  const day = await today(ctx)
  const paid = await ctx.records.related(
    payments,
    'invoice',
    shown.map(({ id }) => id),
  )
  const byInvoice = Map.groupBy(paid, ({ invoice }) => invoice)
  return shown.map((invoice) => {
    const daysOverdue = daysLate(invoice, day)
    const own = (byInvoice.get(invoice.id) ?? []).map(({ id, amount, paymentDate, method }) => ({
      id,
      amount,
      paymentDate,
      method,
    }))
    return { daysOverdue, isOverdue: daysOverdue > 0, payments: own }
  })
}

export const invoiceBehaviour: Behaviour = {
  rules: invoiceRules,
  stock: {
    create: {
      summary: 'Create an invoice without an order',
      from: { resource: customers, field: 'customer', blocker: inactiveCustomer },
    },
  },
  alwaysReads: [companySettings],
  shippedRights: {
    sales: { can: ['read'] },
    accountant: { can: ['read', 'create', 'update', 'submit', 'cancel', 'export'] },
    viewer: { can: ['read'] },
  },
}
