import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const FRESH_MS = 5_000
const RETRIES = 1

/** What the server refused it will refuse again; only what got lost on the way is worth a second try. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < RETRIES && (!(error instanceof ApiError) || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying, networkMode: 'always' } },
})
