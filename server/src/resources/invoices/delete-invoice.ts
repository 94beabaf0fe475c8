import { type Action, writeAction } from '../../core/action.ts'
import { enterStatus } from '../../core/moves.ts'
import type { Blocker } from '../../core/problem.ts'
import { msg, toldOf } from '../../model/message.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { invoiceRules } from './invoices.rules.ts'

/** A draft is deleted. An issued invoice is voided and hidden: its number is never used again. */
export const deleteInvoice: Action = writeAction({
  name: 'delete',
  method: 'DELETE',
  path: '/:id',
  summary: 'Delete an invoice',
  description: 'A draft is deleted; an unpaid invoice is voided and no longer shown. Its number is not used again.',
  access: 'delete',
  status: 204,
  problems: ['DOCUMENT_LOCKED'],
  blocker: keptBlocker,
  async run(ctx, { id }) {
    const voided = await enterStatus(ctx, invoices, invoiceRules, id, 'cancelled')
    // What is out of sight must not keep the order from being deleted.
    await ctx.records.remove(invoices, await ctx.records.update(invoices, voided, { salesOrder: null }))
    return undefined
  },
})

/** Money that came in for an invoice must not lose what it was paid for. */
export function paidBlocker(invoice: Invoice): Blocker | undefined {
  if (invoice.amountPaid === 0) return undefined
  const told = toldOf(invoices, invoice)
  const text = msg`${told('amountPaid')} has been paid on ${told('invoiceNumber')}. Delete its payments first.`
  return { code: 'DOCUMENT_LOCKED', text }
}

function keptBlocker(invoice: Invoice): Blocker | undefined {
  if (invoice.status !== 'cancelled') return paidBlocker(invoice)
  const message = msg`The invoice is cancelled: nothing is owed on it, and it stays in the books. There is no need to delete it.`
  return { code: 'DOCUMENT_LOCKED', text: message, reveals: ['invoices.status'] }
}
