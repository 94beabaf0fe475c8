import { IconReceiptRefund } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const creditNotes: Customisation = {
  icon: IconReceiptRefund,
  group: 'sales',
  columns: ['creditNoteNumber', 'customer', 'creditDate', 'invoice', 'status', 'total', 'unallocated'],
  hiddenFields: ['allocations', 'refunds'],
  View: lazyPart(() => import('./credit-note-view.tsx').then(({ CreditNoteView }) => CreditNoteView)),
}
