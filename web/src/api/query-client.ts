import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isCode } from './api-error.ts'
import { meQuery } from './me.ts'

const FRESH_MS = 5_000
const RETRIES = 1

/** A refused request would be refused again; only lost requests are repeated. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < RETRIES && (!(error instanceof ApiError) || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying, networkMode: 'always' } },
  queryCache: new QueryCache({
    onError(error) {
      // The time to set up a second factor has run out meanwhile: that is shown instead of the application.
      if (isCode(error, 'SECOND_FACTOR_SETUP_REQUIRED'))
        void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  }),
})
