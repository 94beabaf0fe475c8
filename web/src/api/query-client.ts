import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const FRESH_MS = 5_000
const RETRIES = 1

/** A refused request would be refused again; only lost requests are repeated. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < RETRIES && (!(error instanceof ApiError) || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying, networkMode: 'always' } },
})
