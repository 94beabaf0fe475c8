import { IconFileInvoice } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { OverdueCell } from './overdue-cell.tsx'

export const invoices: Customisation = {
  icon: IconFileInvoice,
  group: 'sales',
  columns: ['invoiceNumber', 'customer', 'invoiceDate', 'dueDate', 'daysOverdue', 'status', 'total', 'outstanding'],
  askedOfParts: ['invoiceDate', 'dueDate'],
  makingKey: 'i',
  cells: { daysOverdue: OverdueCell },
  MenuItems: lazyPart(() => import('./correct-item.tsx').then(({ CorrectItem }) => CorrectItem)),
  View: lazyPart(() => import('./invoice-view.tsx').then(({ InvoiceView }) => InvoiceView)),
}
