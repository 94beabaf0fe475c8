import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from './call.ts'

export type Company = DataOf<'GET /auth/me'>['company']

/** The signed-in user, and the company. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call('GET /auth/me', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})
