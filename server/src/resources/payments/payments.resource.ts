import { choice, date, money, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

export const payments = defineResource({
  name: 'payments',
  singular: 'payment',
  idPrefix: 'pay',
  title: 'reference',
  about: { field: 'invoice', amount: 'amount' },
  description: 'Money that came in for an invoice.',
  fields: {
    invoice: ref('invoices', { required: true, counted: true }),
    customer: ref('customers', { readOnly: true, setBy: 'invoice', filled: true, counted: true }),
    amount: money({ required: true, min: 0.0001, indexed: true, example: 100 }),
    paymentDate: date({ filled: true, indexed: true, example: '2026-11-20', description: 'Today if left out.' }),
    method: choice(['bank_transfer', 'cash', 'card', 'direct_debit', 'cheque', 'other'], {
      default: 'bank_transfer',
      counted: true,
    }),
    reference: text({ max: 200, search: true, example: 'Statement 47/3' }),
  },
})

export type Payment = Row<typeof payments>
