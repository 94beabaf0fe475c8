import { queryOptions } from '@tanstack/react-query'
import { http } from '../api/http.ts'

export interface Window {
  /** Null: as many as one likes. */
  readonly limit: number | null
  readonly used: number
  readonly resetAt: string
}

export interface Usage {
  readonly plan: string
  readonly api: { readonly minute: Window; readonly day: Window }
  readonly web: { readonly minute: Window; readonly day: Window }
}

const LIVE_MS = 5_000

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await http<Usage>('/usage', { signal })).data,
  refetchInterval: LIVE_MS,
})
