import { IconCash } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePaymentHeading } from './use-payment-heading.ts'

export const payments: Customisation = {
  icon: IconCash,
  group: 'sales',
  useHeading: usePaymentHeading,
  columns: ['paymentDate', 'invoice', 'customer', 'method', 'reference', 'amount'],
  inputs: { invoice: lazyPart(() => import('./invoice-input.tsx').then(({ InvoiceInput }) => InvoiceInput)) },
}
