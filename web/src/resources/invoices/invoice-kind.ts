import type { DocumentKind } from '../documents/document-kind.ts'

export const invoiceKind: DocumentKind = {
  dates: ['invoiceDate', 'dueDate'],
  next: 'unpaid',
  asDraft: { draft: true },
}
