import type { DocumentKind } from '../documents/document-kind.ts'

export const invoiceKind: DocumentKind = {
  dates: ['invoiceDate', 'dueDate'],
  next: 'unpaid',
  asDraft: { draft: true },
  editable: ({ status, salesOrder }) => {
    if (status === 'cancelled' || status === 'paid') return ['notes']
    if (status !== 'draft') return ['notes', 'dueDate']
    return salesOrder ? ['notes', 'dueDate', 'invoiceDate', 'paymentTerms'] : undefined
  },
}
