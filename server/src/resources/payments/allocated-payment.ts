import type { Context } from '../../core/action.ts'
import { refuseFaults } from '../../core/problem.ts'
import { defineWarnings } from '../../core/warnings.ts'
import type { Detail } from '../../model/input.ts'
import { msg, toldOf } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { fractionFaults, refuseUnsettled } from '../documents/open-items/allocate.ts'
import { unallocatedOf } from '../documents/open-items/allocating-rules.ts'
import { earlyPaymentOf, payableInvoices } from '../invoices/invoices.operations.ts'
import { type Invoice, invoices } from '../invoices/invoices.resource.ts'
import { businessSettings, today } from '../settings/settings.operations.ts'
import { settings } from '../settings/settings.resource.ts'
import { type Payment, payments } from './payments.resource.ts'

const { DISCOUNT_NOT_OFFERED } = defineWarnings({
  DISCOUNT_NOT_OFFERED: 'The discount is more than the payment terms of the invoice offer on that day.',
})

type Line = Payment['allocations'][number]

/** The lines of a payment, what they leave of it, and what follows from the invoices that they name. */
export async function allocatedPayment(payment: Payment, ctx: Context, before?: Payment): Promise<Partial<Payment>> {
  const paymentDate = payment.paymentDate ?? (await today(ctx))
  if (before && JSON.stringify(before.allocations) === JSON.stringify(payment.allocations)) return { paymentDate }
  const isShort = payment.invoice !== null && payment.allocations.length === 0 && !before
  const lines = isShort ? [await wholeAmount(ctx, payment)] : payment.allocations
  const known = new Set(before?.allocations.map(({ id }) => id))
  const fresh = lines.filter(({ id }) => !known.has(id))
  const named = await Promise.all(fresh.map(({ invoice }) => ctx.records.get(invoices, invoice)))
  const customer = payment.customer ?? named[0]?.customer
  refuseFaults([
    ...(customer ? [] : [{ field: 'customer', message: msg`This field is required.` }]),
    ...named.flatMap((invoice, index) => strangerFaults(invoice, customer, isShort ? 'customer' : placeOf(index))),
    ...(before ? [] : await amountFaults(ctx, payment)),
    ...mixedFaults(payment, isShort, before),
  ])
  for (const [index, invoice] of named.entries()) warnOfDiscount(ctx, invoice, fresh[index]!, paymentDate)
  const allocated = { ...payment, allocations: lines }
  return {
    paymentDate,
    customer: customer!,
    allocations: lines,
    invoice: lines.length === 1 ? lines[0]!.invoice : null,
    unallocated: unallocatedOf(payments.allocating!, allocated as AnyRecord),
  }
}

const placeOf = (index: number) => `allocations[${index}].invoice`

/** The short form: all of it is for one invoice, so it must not be more than is outstanding. */
async function wholeAmount(ctx: Context, { invoice: id, amount }: Payment): Promise<Line> {
  const invoice = await ctx.records.get(invoices, id!)
  refuseUnsettled(payableInvoices, invoice, { payment: amount })
  return { invoice: id!, amount, discount: 0 } as Line
}

function strangerFaults(invoice: Invoice, customer: string | undefined, field: string): Detail[] {
  if (invoice.customer === customer) return []
  const number = toldOf(invoices, invoice)('invoiceNumber')
  return [{ field, message: msg`The invoice ${number} is one of another customer.` }]
}

async function amountFaults(ctx: Context, { amount }: Payment): Promise<Detail[]> {
  const company = await businessSettings(ctx)
  return fractionFaults(amount, company.currency, toldOf(settings, company)('currency'))
}

/** A payment that was read names both, and can be sent again. */
function mixedFaults({ invoice, allocations }: Payment, isShort: boolean, before: Payment | undefined): Detail[] {
  const isSame = allocations.length === 1 && allocations[0]!.invoice === invoice
  if (invoice === null || isShort || isSame || before) return []
  return [{ field: 'invoice', message: msg`Name one invoice, or invoices in the allocations.` }]
}

/** People may be generous, but should know. */
function warnOfDiscount(ctx: Context, invoice: Invoice, { discount }: Line, paymentDate: string): void {
  if (!discount) return
  const { discountUntil, discountAmount } = earlyPaymentOf(invoice)
  if (discountUntil && paymentDate <= discountUntil && discount <= discountAmount!) return
  const told = toldOf(invoices, { ...invoice, discountUntil, discountAmount } as Invoice)
  const message = discountUntil
    ? msg`The terms of ${told('invoiceNumber')} offer a discount of ${told('discountAmount')} until ${told('discountUntil')}.`
    : msg`The terms of ${told('invoiceNumber')} offer no discount.`
  ctx.warn({ code: DISCOUNT_NOT_OFFERED, field: 'allocations', message })
}
