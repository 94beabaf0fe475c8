import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Resource, Row } from '../../api/resources.ts'
import { titleQuery } from '../../api/titles.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useFormat } from '../../i18n/locale.tsx'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const payments: Customisation = {
  icon: IconCash,
  group: 'sales',
  useHeading: usePaymentHeading,
  columns: ['paymentDate', 'customer', 'invoice', 'method', 'reference', 'amount', 'unallocated'],
  hiddenFields: ['allocations'],
  Actions: lazyPart(() => import('./payment-allocations.tsx').then(({ AllocateButton }) => AllocateButton)),
  Panels: lazyPart(() => import('./payment-allocations.tsx').then(({ AllocationsPanel }) => AllocationsPanel)),
  inputs: { invoice: lazyPart(() => import('./invoice-input.tsx').then(({ InvoiceInput }) => InvoiceInput)) },
}

/** "INV-2026-00001 · €100.00 · Nordlicht", as far as the user may know it. */
function usePaymentHeading({ invoice, amount, customer }: Row): string {
  const format = useFormat()
  const number = useTitle(useResource('invoices'), invoice)
  const name = useTitle(useResource('customers'), customer)
  const paid = typeof amount === 'number' ? format.money(amount) : undefined
  return [number, paid, name].filter((part) => part !== undefined).join(' · ')
}

function useTitle(resource: Resource | undefined, id: unknown): string | undefined {
  const isKnown = resource !== undefined && typeof id === 'string'
  return useQuery({ ...titleQuery(resource!, String(id)), enabled: isKnown }).data
}
