import type { Context } from '../../core/action.ts'
import type { Guard, Lifecycle } from '../../core/lifecycle.ts'
import type { Head, Reads } from '../../core/store.ts'
import { msg, toldOf } from '../../model/message.ts'
import { amountText } from '../../model/money.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { customers } from '../customers/customers.resource.ts'
import { nextDocumentNumber } from '../documents/derive-document.ts'
import type { AnyDocument } from '../documents/document-type.ts'
import { allTakersOf, type Takers, takenBlocker } from '../documents/references/progress.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { today } from '../settings/settings.operations.ts'
import { dueDateOf } from '../shared/payment-terms.ts'
import { PAYMENT_TERMS_NOT_UNDERSTOOD, warnIfBefore, warnIfOutOfSequence } from './invoice-warnings.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { supplyOf } from './supply-dates.ts'

const unpaidOnly: Guard<typeof invoices> = (invoice) => {
  if (invoice.amountPaid <= 0) return undefined
  const paid = amountText(invoice.amountPaid, toldOf(invoices, invoice)('currency'))
  const text = msg`${paid} has been paid on it. Delete the payments first.`
  return { code: 'INVALID_STATUS_TRANSITION', text, reveals: ['invoices.amountPaid'] }
}

interface InvoiceFacts {
  readonly order: Head<typeof salesOrders> | undefined
  readonly takers: Takers
}

const isCredited = takenBlocker(invoices, 'creditStatus')
const notCredited: Guard<typeof invoices> = (invoice, { takers }: InvoiceFacts) => isCredited(invoice, takers)

const orderIsReleased: Guard<typeof invoices> = (_invoice, { order }: InvoiceFacts) => {
  if (order?.status !== 'on_hold') return undefined
  const text = msg`The order ${toldOf(salesOrders, order)('orderNumber')} is on hold. Release it first.`
  return { code: 'INVALID_STATUS_TRANSITION', text, reveals: ['sales-orders.status'] }
}

/** The life of an invoice. Whether it is unpaid, partially paid or paid only payments decide. */
export const invoiceLifecycle: Lifecycle<typeof invoices> = {
  moves: [
    { from: ['draft'], to: 'unpaid', right: 'submit', guards: [orderIsReleased], effect: issue },
    { from: ['draft'], to: 'cancelled', right: 'cancel', effect: voidInvoice },
    {
      from: ['unpaid', 'partially_paid', 'paid'],
      to: 'cancelled',
      right: 'cancel',
      guards: [unpaidOnly, notCredited],
      effect: voidInvoice,
    },
  ],
  initial: ({ draft }) => (draft ? undefined : 'unpaid'),
  async lock({ records }, { customer }) {
    await records.lock(customers, customer)
  },
  facts: invoiceFacts,
  hint: (target) => (['partially_paid', 'paid'].includes(target) ? msg`Record a payment instead.` : undefined),
}

/** Only a draft asks for its order. */
async function invoiceFacts(ctx: Context<Reads>, shown: readonly Invoice[]): Promise<InvoiceFacts[]> {
  const { records } = ctx
  const drafts = shown.filter(({ status }) => status === 'draft')
  const ids = [...new Set(drafts.flatMap(({ salesOrder }) => salesOrder ?? []))]
  const orders = new Map((await records.heads(salesOrders, 'id', ids)).map((order) => [order.id, order]))
  const takers = await allTakersOf(ctx, invoices, shown as readonly AnyRecord[] as readonly AnyDocument[])
  return shown.map(({ salesOrder }, index) => ({ order: orders.get(salesOrder ?? ''), takers: takers[index]! }))
}

/** From now on it is owed: it gets its number, its due date and the address to send it to. */
async function issue(ctx: Context, invoice: Invoice): Promise<Partial<Invoice>> {
  const { address } = await ctx.records.get(customers, invoice.customer)
  const { dueDate, isUnderstood } = dueDateOf(invoice.invoiceDate, invoice.paymentTerms)
  if (!invoice.dueDate && !isUnderstood) {
    const told = toldOf(invoices, { ...invoice, dueDate })
    ctx.warn({
      code: PAYMENT_TERMS_NOT_UNDERSTOOD,
      message: msg`The payment terms "${told('paymentTerms')}" are not understood, so the invoice is due on ${told('dueDate')}.`,
    })
  }
  if (invoice.salesOrder) warnIfBefore(ctx, invoice, await ctx.records.get(salesOrders, invoice.salesOrder))
  const { number, latestDate } = await nextDocumentNumber(ctx, invoices, invoice.invoiceDate)
  warnIfOutOfSequence(ctx, invoice, number, latestDate)
  return {
    invoiceNumber: number,
    dueDate: invoice.dueDate ?? dueDate,
    billingAddress: address,
    ...(await supplyOf(ctx, invoice)),
  }
}

async function voidInvoice(ctx: Context): Promise<Partial<Invoice>> {
  return { cancellationDate: await today(ctx) }
}
