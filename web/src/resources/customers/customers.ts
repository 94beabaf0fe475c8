import { IconUsers } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { filled } from '../../screens/form/filled.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const customers: Customisation = {
  icon: IconUsers,
  group: 'sales',
  columns: ['name', 'email', 'type', 'address.city', 'paymentTerms', 'balance.outstanding', 'isActive'],
  hiddenFields: ['balance'],
  defaults: ({ defaults: { paymentTerms } }) => filled({ paymentTerms }),
  inputs: {
    paymentTerms: lazyPart(() => import('../../screens/form/terms-input.tsx').then(({ TermsInput }) => TermsInput)),
  },
  Summary: lazyPart(() => import('./customer-summary.tsx').then(({ CustomerSummary }) => CustomerSummary)),
  Actions: lazyPart(() => import('./customer-actions.tsx').then(({ CustomerActions }) => CustomerActions)),
  PartyPanel: lazyPart(() => import('./customer-panel.tsx').then(({ CustomerPanel }) => CustomerPanel)),
  tabs: [
    {
      id: 'orders',
      name: 'records:orders',
      Content: lazyPart(() => import('./customer-documents.tsx').then(({ CustomerOrders }) => CustomerOrders)),
    },
    {
      id: 'deliveries',
      name: 'records:deliveries',
      Content: lazyPart(() => import('./customer-documents.tsx').then(({ CustomerDeliveries }) => CustomerDeliveries)),
    },
    {
      id: 'invoices',
      name: 'records:invoices',
      Content: lazyPart(() => import('./customer-documents.tsx').then(({ CustomerInvoices }) => CustomerInvoices)),
    },
  ],
}
