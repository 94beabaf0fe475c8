import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Who is signed in, and for which company. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call('GET /auth/me', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
