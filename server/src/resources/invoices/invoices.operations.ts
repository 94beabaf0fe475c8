import { type Blocker, defineProblems } from '../../core/problem.ts'
import { choiceName, msg } from '../../model/message.ts'
import { isIssued } from '../documents/document-type.ts'
import { type Allocatable, unallocatable } from '../documents/open-items/allocate.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { invoiceRules } from './invoices.rules.ts'

export { earlyPaymentOf } from './early-payment.ts'

export const { OVERPAYMENT } = defineProblems({
  OVERPAYMENT: [422, msg`The payment is more than what is outstanding.`],
})

/** Invoices, as what payments are allocated to. */
export const payableInvoices: Allocatable<typeof invoices> = {
  resource: invoices,
  rules: invoiceRules,
  tooMuch: OVERPAYMENT,
  blocker: statusBlocker,
}

/** Why nothing can be paid on an invoice now. */
export const unpayable = (invoice: Invoice): Blocker | undefined => unallocatable(payableInvoices, invoice)

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
