import { defineDocument } from '../../src/resources/documents/define-document.fields.ts'

/** A type of document that is not part of the product: what it has open is taken off what its customer owes. */
export const customerCredits = defineDocument({
  name: 'customer-credits',
  singular: 'customer credit',
  idPrefix: 'ccr',
  title: 'creditNumber',
  description: 'Made up for the tests.',
  document: {
    party: { field: 'customer', resource: 'customers', name: 'customerName' },
    date: 'creditDate',
    number: { field: 'creditNumber', pattern: 'CC-{year}-{number}' },
    price: 'sellingPrice',
    statuses: { draft: 'draft', open: 'open', used: 'done', void: 'stopped' },
    openItem: {
      sign: -1,
      statuses: { open: 'open', partly: 'open', settled: 'used' },
      settledBy: { payment: { field: 'refunded', of: 'payments.amount' } },
    },
    moves: [
      { from: ['draft'], to: 'open', right: 'submit' },
      { from: ['open'], to: 'void', right: 'cancel' },
    ],
  },
})
