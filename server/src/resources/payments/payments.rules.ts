import type { Behaviour } from '../../core/entry.ts'
import { defineRules } from '../../core/rules.ts'
import { allocate } from '../documents/open-items/allocate.ts'
import { OVERPAYMENT, payableInvoices, unpayable } from '../invoices/invoices.operations.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { companySettings, today } from '../settings/settings.operations.ts'
import { type Payment, payments } from './payments.resource.ts'

export const paymentRules = defineRules(payments, {
  async derive({ invoice: id, paymentDate }, ctx) {
    const { customer } = await ctx.records.get(invoices, id)
    return { customer, paymentDate: paymentDate ?? (await today(ctx)) }
  },
  problems: [OVERPAYMENT, 'DOCUMENT_LOCKED'],
  editable: () => ['paymentDate', 'method', 'reference'],
  async lock({ records }, { id, input }) {
    const { invoice } = id === undefined ? (input as Pick<Payment, 'invoice'>) : await records.get(payments, id)
    await records.lock(invoices, invoice)
  },
  async changed(ctx, { before, after }) {
    if (before && after) return
    const { id, invoice: target, amount } = (after ?? before)!
    const source = { resource: payments, id }
    await allocate(ctx, payableInvoices, { source, target, kind: 'payment', amount: after ? amount : -amount })
  },
})

export const paymentBehaviour: Behaviour = {
  rules: paymentRules,
  stock: {
    create: {
      summary: 'Enter a payment',
      description: 'Its invoice becomes partially paid, or paid when nothing is outstanding any more.',
      from: { resource: invoices, field: 'invoice', blocker: unpayable },
    },
    delete: { summary: 'Take back a payment' },
  },
  alwaysReads: [companySettings],
  shippedRights: {
    sales: { can: ['read'] },
    accountant: { can: ['read', 'create', 'update', 'delete', 'export'] },
    viewer: { can: ['read'] },
  },
}
