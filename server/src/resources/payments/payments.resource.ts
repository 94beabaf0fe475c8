import type { Allocating } from '../../model/document.ts'
import { choice, date, money, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import { allocatingFields } from '../documents/open-items/allocating.fields.ts'

export const METHODS = ['bank_transfer', 'cash', 'card', 'direct_debit', 'cheque', 'other'] as const

const allocating = {
  to: 'invoices',
  field: 'invoice',
  of: 'amount',
  kinds: { amount: 'payment', discount: 'discount' },
} as const satisfies Allocating

export const payments = defineResource({
  name: 'payments',
  singular: 'payment',
  idPrefix: 'pay',
  title: 'reference',
  about: { field: 'invoice', amount: 'amount' },
  description: 'Money that came in, and the invoices that it is for.',
  allocating,
  lockedAfter: [],
  fields: {
    invoice: ref('invoices', {
      counted: true,
      description:
        'The invoice, if it is for one alone. In a body it stands for one allocation of the whole amount to that invoice.',
    }),
    customer: ref('customers', { filled: true, counted: true, description: 'That of the invoice if left out.' }),
    amount: money({ required: true, min: 0.0001, indexed: true, example: 100 }),
    paymentDate: date({ filled: true, indexed: true, example: '2026-11-20', description: 'Today if left out.' }),
    method: choice(METHODS, {
      default: 'bank_transfer',
      counted: true,
    }),
    reference: text({ max: 200, search: true, example: 'Statement 47/3' }),
    ...allocatingFields(allocating, 'payments'),
  },
})

export type Payment = Row<typeof payments>
