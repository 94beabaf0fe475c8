import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The signed-in user, and the company. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call('GET /auth/me', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
