import type { DocumentKind } from '../documents/document-kind.ts'

export const orderKind: DocumentKind = {
  dates: ['orderDate', 'deliveryDate'],
  next: 'submitted',
  asDraft: {},
}
