import type { Context } from '../../core/action.ts'
import { amendRecord } from '../../core/changes.ts'
import { type Blocker, defineProblems, Problem, refuseBlocked, refuseFaults } from '../../core/problem.ts'
import type { Detail } from '../../model/input.ts'
import { choiceName, msg } from '../../model/message.ts'
import { currencyDecimals, sumOf } from '../../model/money.ts'
import { customers } from '../customers/customers.resource.ts'
import { isIssued } from '../documents/document-type.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { invoiceRules } from './invoices.rules.ts'

export const { OVERPAYMENT } = defineProblems({
  OVERPAYMENT: [422, msg`The payment is more than what is outstanding.`],
})

/** A payment came in, or was deleted. Never more than is outstanding. */
export async function settleInvoice(ctx: Context, id: string, amount: number): Promise<Invoice> {
  const invoice = await ctx.records.lock(invoices, id)
  await ctx.records.lock(customers, invoice.customer)
  refuseBlocked(statusBlocker(invoice))
  if (amount > invoice.outstanding) throw tooMuch(invoice, amount)
  refuseFaults(fractionFaults(amount, invoice.currency))
  return amendRecord(ctx, invoices, invoiceRules, invoice, { amountPaid: sumOf([invoice.amountPaid, amount]) })
}

/** Why nothing can be paid on an invoice now. */
export const unpayable = (invoice: Invoice): Blocker | undefined =>
  statusBlocker(invoice) ?? (invoice.outstanding === 0 ? nothingOutstanding(invoice) : undefined)

const nothingOutstanding = ({ invoiceNumber }: Invoice): Blocker => ({
  code: OVERPAYMENT,
  text: msg`Nothing is outstanding on ${invoiceNumber!}.`,
  reveals: ['invoices.outstanding', 'invoices.invoiceNumber'],
})

function statusBlocker({ status }: Invoice): Blocker | undefined {
  if (isIssued(invoices, status)) return undefined
  const message =
    status === 'draft'
      ? msg`The invoice is a draft. Issue it first.`
      : msg`The invoice is ${choiceName(status)}. Nothing is owed on it.`
  return {
    code: 'DOCUMENT_LOCKED',
    text: message,
    details: [{ field: 'invoice', message }],
    reveals: ['invoices.status'],
  }
}

const tooMuch = ({ invoiceNumber, outstanding, currency }: Invoice, amount: number) => {
  const message = msg`${amount} is more than the ${outstanding} ${currency} outstanding on ${invoiceNumber!}. Enter at most that.`
  return new Problem(OVERPAYMENT, {
    text: message,
    details: [{ field: 'amount', message }],
    reveals: ['invoices.outstanding', 'invoices.invoiceNumber', 'invoices.currency'],
  })
}

/** No payment has a tenth of a cent. */
function fractionFaults(amount: number, currency: string): Detail[] {
  const decimals = currencyDecimals(currency)
  if (Number(amount.toFixed(decimals)) === amount) return []
  return [{ field: 'amount', message: msg`Amount must have at most ${decimals} decimals in ${currency}.` }]
}
