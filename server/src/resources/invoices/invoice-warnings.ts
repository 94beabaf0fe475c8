import { permissionFor } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { defineWarnings } from '../../core/warnings.ts'
import { msg, NO_TEXT, toldOf } from '../../model/message.ts'
import { type SalesOrder, salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { type Invoice, invoices } from './invoices.resource.ts'

const warnings = defineWarnings({
  PAYMENT_TERMS_NOT_UNDERSTOOD: 'The due date does not follow from the payment terms.',
  DATE_BEFORE_ORDER: 'The invoice has an earlier date than its order.',
  DATE_OUT_OF_SEQUENCE: 'The invoice has an earlier date than an invoice with an earlier number of the same series.',
})
export const { PAYMENT_TERMS_NOT_UNDERSTOOD } = warnings

type Dated = Pick<Invoice, 'invoiceDate'>

export function warnIfBefore(ctx: Context, invoice: Dated, order: Pick<SalesOrder, 'orderDate' | 'orderNumber'>): void {
  if (invoice.invoiceDate >= order.orderDate) return
  const [told, ofOrder] = [toldOf(invoices, invoice), toldOf(salesOrders, order)]
  ctx.warn({
    code: warnings.DATE_BEFORE_ORDER,
    field: 'invoiceDate',
    message: msg`The invoice is dated ${told('invoiceDate')}, before its order ${ofOrder('orderNumber')} of ${ofOrder('orderDate')}.`,
  })
}

/** Numbers are expected in the order of dates. */
export function warnIfOutOfSequence(
  ctx: Context,
  { invoiceDate }: Dated,
  number: string,
  latestDate: string | null,
): void {
  if (latestDate === null || invoiceDate >= latestDate) return
  // The latest invoice may be one of another user.
  const other = permissionFor(ctx.actor, invoices).own ? NO_TEXT : msg` of ${latestDate}`
  const told = toldOf(invoices, { invoiceNumber: number, invoiceDate })
  ctx.warn({
    code: warnings.DATE_OUT_OF_SEQUENCE,
    field: 'invoiceDate',
    message: msg`${told('invoiceNumber')} is dated ${told('invoiceDate')}, before an invoice${other} that has an earlier number of the same series.`,
  })
}
