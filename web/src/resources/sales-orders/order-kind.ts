import type { DocumentKind } from '../documents/document-kind.ts'

export const orderKind: DocumentKind = {
  dates: ['orderDate', 'deliveryDate'],
  next: 'submitted',
  asDraft: {},
  editable: ({ status }) => {
    if (status === 'draft') return undefined
    return status === 'submitted' ? ['notes', 'deliveryDate', 'items.quantity'] : ['notes']
  },
}
