import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '../api/call.ts'
import type { Period } from './period.ts'

/** What the user may not read is left out. */
export type Summary = DataOf<'GET /reports/summary'>
export type Sum = NonNullable<Summary['collected']>
export type Revenue = NonNullable<Summary['revenue']>
export type Sales = DataOf<'GET /reports/sales'>

/** Reports are read ahead, and a panel may be shown some time after its data has arrived. Own changes renew them at once. */
const FRESH = { staleTime: 30_000 }

export const summaryQuery = ({ query }: Period) =>
  queryOptions({
    ...FRESH,
    queryKey: ['reports', 'summary', query],
    queryFn: async ({ signal }) => (await call('GET /reports/summary', { query, signal })).data,
    placeholderData: keepPreviousData,
  })

export const salesQuery = ({ query, interval }: Period) =>
  queryOptions({
    ...FRESH,
    queryKey: ['reports', 'sales', query, interval],
    queryFn: async ({ signal }) => (await call('GET /reports/sales', { query: { ...query, interval }, signal })).data,
    placeholderData: keepPreviousData,
  })

export const receivablesQuery = queryOptions({
  ...FRESH,
  queryKey: ['reports', 'receivables'],
  queryFn: async ({ signal }) => (await call('GET /reports/receivables', { query: { limit: 1 }, signal })).data,
})

export const lowStockQuery = queryOptions({
  ...FRESH,
  queryKey: ['reports', 'low-stock'],
  queryFn: async ({ signal }) => (await call('GET /reports/low-stock', { query: { limit: 6 }, signal })).data,
})
