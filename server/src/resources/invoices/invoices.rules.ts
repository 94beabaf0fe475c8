import type { Context } from '../../core/action.ts'
import type { Condition } from '../../core/list-query.ts'
import { Problem } from '../../core/problem.ts'
import { defineRules } from '../../core/rules.ts'
import type { Reads } from '../../core/store.ts'
import { currencyDecimals } from '../../model/money.ts'
import { customers } from '../customers/customers.resource.ts'
import { items } from '../items/items.resource.ts'
import { payments } from '../payments/payments.resource.ts'
import { businessSettings, dayIn, today } from '../shared/business.ts'
import { documentTotals, pricedLines, refuseInactive, refuseUnexpectedTotal } from '../shared/document-lines.ts'
import { invoiceLifecycle } from './invoice-moves.ts'
import { daysLate, settlementOf } from './invoice-state.ts'
import { type Invoice, type InvoiceLine, invoices } from './invoices.resource.ts'

export const invoiceRules = defineRules(invoices, {
  derive: deriveInvoice,
  check: ({ invoiceDate, dueDate }, before) => [
    ...(dueDate && dueDate < invoiceDate
      ? [{ field: 'dueDate', message: 'Due date must not be before the invoice date.' }]
      : []),
    ...(before?.status !== 'draft' && before?.dueDate && (!dueDate || dueDate < before.dueDate)
      ? [{ field: 'dueDate', message: `Due date can only be put off: it must not be before ${before.dueDate}.` }]
      : []),
  ],
  editable: ({ status, salesOrder }) => {
    if (status === 'cancelled' || status === 'paid') return ['notes']
    if (status !== 'draft') return ['notes', 'dueDate']
    return salesOrder ? ['notes', 'dueDate', 'invoiceDate', 'paymentTerms'] : undefined
  },
  lifecycle: invoiceLifecycle,
  compute: computeInvoices,
  interpret: async (ctx, condition) => overdueConditions(await today(ctx), condition),
})

/** Lines of an order come priced; a direct invoice prices its own. */
async function deriveInvoice(invoice: Invoice, ctx: Context, before?: Invoice): Promise<Partial<Invoice>> {
  const business = await businessSettings(ctx)
  const { currency } = before ?? business
  const lines = invoice.salesOrder ? invoice.items : await directLines(invoice, ctx, currency, before)
  const totals = documentTotals(lines)
  refuseUnexpectedTotal(invoice.expectedTotal, totals.total, lines)
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
  const { name, isActive, paymentTerms } = await records.get(customers, invoice.customer)
  if (!isActive && !invoice.salesOrder) {
    const message = `Customer ${name} is inactive. Activate him, or take another.`
    throw new Problem('INACTIVE_REFERENCE', { message, details: [{ field: 'customer', message }] })
  }
  return { customerName: name, paymentTerms: invoice.paymentTerms ?? paymentTerms }
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

/** `status=overdue` and `isOverdue=…`, in terms of the day from which an invoice is overdue. */
function overdueConditions(day: string, { path, operator, values }: Condition): Condition[] | undefined {
  const isStatus = path === 'status' && values.includes('overdue')
  if (!isStatus && path !== 'isOverdue') return undefined
  if (operator !== 'eq') {
    const message = `${path} can only be compared with "overdue" or true and false by equality here.`
    throw new Problem('INVALID_FILTER', { message, details: [{ field: path, message }] })
  }
  const isWanted = isStatus || values[0] === true
  return [{ path: 'overdueFrom', operator: isWanted ? 'lte' : 'gt', values: [day] }]
}
