import { queryOptions } from '@tanstack/react-query'
import { http } from '../../api/http.ts'
import type { Address } from './address-lines.tsx'

interface Seller {
  readonly companyName: string
  readonly address: Address | null
  readonly taxId: string | null
}

const FRESH_MS = 300_000

/** The company that issues the invoices. */
export const sellerQuery = queryOptions({
  queryKey: ['settings', 'seller'],
  queryFn: async ({ signal }) => (await http<Seller>('/settings', { signal })).data,
  staleTime: FRESH_MS,
})
