import type { Context } from '../../core/action.ts'
import { derived } from '../../core/changes.ts'
import { Problem } from '../../core/problem.ts'
import type { Operation } from '../../core/rules.ts'
import { sumOf } from '../../model/money.ts'
import { customers } from '../customers/customers.resource.ts'
import { invoiceLifecycle } from './invoice-moves.ts'
import { isIssued } from './invoice-state.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { invoiceRules } from './invoices.rules.ts'

async function change(ctx: Context, invoice: Invoice, changes: Partial<Invoice>): Promise<Invoice> {
  return ctx.records.update(invoices, invoice, await derived(ctx, invoiceRules, { ...invoice, ...changes }, invoice))
}

/** A move as a part of something larger that was allowed: whoever may create an invoice may issue it. */
async function enter(ctx: Context, id: string, status: 'unpaid' | 'cancelled'): Promise<Invoice> {
  const invoice = await ctx.records.lock(invoices, id)
  await invoiceLifecycle.lock!(ctx, invoice)
  const move = invoiceLifecycle.moves.find(({ from, to }) => from.includes(invoice.status) && to === status)!
  return change(ctx, invoice, { ...(await move.effect!(ctx, invoice)), status })
}

export const issueInvoice: Operation = { name: 'issue', run: (ctx, id) => enter(ctx, id, 'unpaid') }
export const cancelInvoice: Operation = { name: 'cancel', run: (ctx, id) => enter(ctx, id, 'cancelled') }

/** Money came in, or a payment was taken back. Never more than is outstanding. */
export const settleInvoice: Operation = {
  name: 'settle',
  async run(ctx, id, { amount }: { amount: number }) {
    const invoice = await ctx.records.lock(invoices, id)
    await ctx.records.lock(customers, invoice.customer)
    if (!isIssued(invoice.status)) throw notPayable(invoice)
    if (amount > invoice.outstanding) throw tooMuch(invoice, amount)
    return change(ctx, invoice, { amountPaid: sumOf([invoice.amountPaid, amount]) })
  },
}

const notPayable = ({ status }: Invoice) => {
  const instead = status === 'draft' ? 'Issue it first.' : 'Nothing is owed on it.'
  const message = `The invoice is ${status === 'draft' ? 'a draft' : status}. ${instead}`
  return new Problem('DOCUMENT_LOCKED', { message, details: [{ field: 'invoice', message }] })
}

const tooMuch = ({ invoiceNumber, outstanding, currency }: Invoice, amount: number) => {
  const message = `${amount} is more than the ${outstanding} ${currency} outstanding on ${invoiceNumber}. Enter at most that.`
  return new Problem('OVERPAYMENT', {
    message,
    details: [{ field: 'amount', message }],
    reveals: ['invoices.outstanding'],
  })
}
