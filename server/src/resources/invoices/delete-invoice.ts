import { type Action, writeAction } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import { type Invoice, invoices } from './invoices.resource.ts'

/** A draft goes as if it had never been. An issued one is voided and put out of sight: its number is never given again. */
export const deleteInvoice: Action = writeAction({
  name: 'delete',
  method: 'DELETE',
  path: '/:id',
  summary: 'Delete an invoice',
  description: 'A draft is deleted; an unpaid invoice is voided and no longer shown. Its number is not used again.',
  access: 'delete',
  status: 204,
  problems: ['DOCUMENT_LOCKED'],
  async run(ctx, { id }) {
    const invoice = await ctx.records.lock(invoices, id)
    if (invoice.amountPaid > 0) throw locked(invoice, 'Delete its payments first.')
    if (invoice.status !== 'cancelled') await ctx.act(invoices, 'cancel', { id })
    await ctx.records.remove(invoices, await ctx.records.lock(invoices, id))
    return undefined
  },
})

const locked = ({ invoiceNumber, amountPaid }: Invoice, instead: string) =>
  new Problem('DOCUMENT_LOCKED', { message: `${amountPaid} has been paid on ${invoiceNumber}. ${instead}` })
