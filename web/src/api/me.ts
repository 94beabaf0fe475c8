import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, type DataOf } from './call.ts'

export type Company = DataOf<'GET /auth/me'>['company']

/** The signed-in user, and the company. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await call('GET /auth/me', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Today in the time zone of the company. */
export function useToday(): string {
  const { data } = useQuery(meQuery)
  const timeZone = data?.company?.timeZone
  return new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date())
}
