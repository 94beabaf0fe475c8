import type { Behaviour } from '../../core/entry.ts'
import { defineRules } from '../../core/rules.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { OVER_ALLOCATED } from '../documents/open-items/allocate.ts'
import { allocatingActions } from '../documents/open-items/allocating-actions.ts'
import { allocatingRules } from '../documents/open-items/allocating-rules.ts'
import { OVERPAYMENT, payableInvoices, unpayable } from '../invoices/invoices.operations.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { companySettings } from '../settings/settings.operations.ts'
import { allocatedPayment } from './allocated-payment.ts'
import { payments } from './payments.resource.ts'

const allocating = allocatingRules(payments, payableInvoices)

export const paymentRules = defineRules(payments, {
  derive: allocatedPayment,
  problems: [OVERPAYMENT, OVER_ALLOCATED, 'DOCUMENT_LOCKED'],
  editable: () => ['paymentDate', 'method', 'reference'],
  async lock(ctx, target) {
    const { invoice, allocations = [] } = target.input as { invoice?: string; allocations?: readonly AnyRecord[] }
    const all = target.id === undefined && invoice ? [...allocations, { invoice }] : allocations
    await allocating.lock(ctx, { ...target, input: { allocations: all } })
  },
  changed: allocating.changed as never,
})

export const paymentBehaviour: Behaviour = {
  rules: paymentRules,
  stock: {
    create: {
      summary: 'Enter a payment',
      description:
        'For one invoice, or for a customer with allocations to several invoices. Each becomes partially paid, or paid when nothing is outstanding any more. What is not allocated is kept as credit of the customer.',
      from: { resource: invoices, field: 'invoice', blocker: unpayable },
    },
    delete: { summary: 'Take back a payment' },
  },
  actions: allocatingActions(payments, paymentRules, payableInvoices),
  alwaysReads: [companySettings],
  shippedRights: {
    sales: { can: ['read'] },
    accountant: { can: ['read', 'create', 'update', 'delete', 'export'] },
    viewer: { can: ['read'] },
  },
}
