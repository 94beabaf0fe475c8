import { queryOptions } from '@tanstack/react-query'
import { call, type DataOf } from '../api/call.ts'

/** A limit of null means unlimited. */
export type Window = DataOf<'GET /usage'>['api']['day']

const LIVE_MS = 5_000

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async ({ signal }) => (await call('GET /usage', { signal })).data,
  refetchInterval: LIVE_MS,
})
